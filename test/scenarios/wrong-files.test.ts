import { describe, expect, test } from '@jest/globals';
import { loadScenario } from '../../src/scenarios/load.ts';
import { ScenarioError } from '../../src/scenarios/scenario-error.ts';
import { ReferenceFault } from '../../src/scenarios/references.ts';

const file = (list: readonly string[], above = ''): string =>
  `name: given\ndescription: a test\n${above}rules:\n${list.map((rule) => `  - ${rule}\n`).join('')}`;

/** Files with these rules; with one that fails a call and has these parts too; with one of these effects. */
const rules = (...list: string[]): string => file(list);
const parts = (some: string): string => file([`{ id: x, on: getFax, ${some}, do: { fail: unavailable } }`]);
const answer = (effects: string): string => file([`{ id: x, on: getFax, do: ${effects} }`]);
const course = (steps: string): string => file([`{ id: x, on: fax, do: { course: ${steps} } }`]);
const portCourse = (steps: string): string => file([`{ id: x, on: portOrder, do: { course: ${steps} } }`]);
const webhook = (effects: string): string => file([`{ id: x, on: webhook, do: ${effects} }`]);
const twoRules = (x: string, y: string): string =>
  file([`{ id: x, ${x}, do: { fail: invalid } }`, `{ id: y, ${y}, do: { fail: invalid } }`]);
/** With a line before its rules. */
const top = (line: string, some = 'do: { fail: unavailable }'): string =>
  file([`{ id: x, on: getFax, ${some} }`], `${line}\n`);

const outage = 'name: outage\ndescription: a test\nrules: [{ id: down, on: "*", do: { fail: unavailable } }]';

/** What can be extended here. */
function read(name: string) {
  if (name === 'outage') return { file: 'outage.yaml', text: outage };
  if (name === './a.yaml') return { file: 'a.yaml', text: '' };
  throw new ReferenceFault(`there is no ${name}`);
}

/** The faults of a file, as the user sees them. */
function faultsOf(source: string): readonly string[] {
  try {
    loadScenario('a.yaml', source, { read });
  } catch (error) {
    if (error instanceof ScenarioError) return error.faults;
    throw error;
  }
  return [];
}

type Row = readonly [source: string, ...faults: string[]];

/** Wrong files: each with all that is told of it. */
const wrong: Readonly<Record<string, readonly Row[]>> = {
  'is no scenario': [
    ['', 'a.yaml:1: must be a group of keys: name, description, rules'],
    ['[]', 'a.yaml:1: must be a group of keys: name, description, rules; and not a list'],
    [
      '# of rules alone\n- { id: x, on: getFax, do: { fail: invalid } }',
      'a.yaml:2: must be a group of keys: name, description, rules; and not a list',
    ],
    ['rules', 'a.yaml:1: must be a group of keys: name, description, rules'],
    ['name: [', 'a.yaml:1: Flow sequence in block collection must be sufficiently indented and end with a ]'],
    [`name: a\n	description: b`, 'a.yaml:2: Tabs are not allowed as indentation'],
    [`name: a\nname: b`, 'a.yaml:2: Map keys must be unique'],
    [
      '{"name": "a", "rules": [}',
      'a.yaml:1: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['name: &a [*a, *b]', 'a.yaml:1: Unresolved alias (the anchor must be set before the alias): b'],
    ['name: a\nrules: &r [{ x: *r }]', 'a.yaml:2: an alias stands within what it is of'],
    [`name: a\ndescription: b`, 'a.yaml:1: rules is required'],
    [
      `name: A b\ndescription: c\nrules: []`,
      'a.yaml:1: name must be of lower-case letters, digits and dashes',
      'a.yaml:3: rules must have a rule',
    ],
    [`description: b\nrules: [{ id: x, on: getFax, do: { fail: invalid } }]`, 'a.yaml:1: name is required'],
    [`name: a\nrules: [{ id: x, on: getFax, do: { fail: invalid } }]`, 'a.yaml:1: description is required'],
    [
      `name: a\ndescription: [b]\nrules: [{ id: x, on: getFax, do: { fail: invalid } }]`,
      'a.yaml:2: description must be text',
    ],
    [`name: a\ndescription: b\nrules:\n  id: x`, 'a.yaml:4: rules must be a list of rules'],
    [`name: a\ndescription: b\nrules: [getFax]`, 'a.yaml:3: rules.0 must be a group of keys'],
    [
      `name: a\ndescription: b\nrule: []`,
      'a.yaml:1: rules is required',
      'a.yaml:3: rule is not known here; the nearest is rules',
    ],
    [`name: 7\ndescription: b\nrules: [{ id: x, on: getFax, do: { fail: invalid } }]`, 'a.yaml:1: name must be a word'],
  ],
  'has a rule without its parts, or with others': [
    [rules('{ id: x, do: { fail: unavailable } }'), 'a.yaml:4: rules.0.on is required'],
    [rules('{ on: getFax, do: { fail: unavailable } }'), 'a.yaml:4: rules.0.id is required'],
    [rules('{ id: x, on: getFax }'), 'a.yaml:4: rules.0.do is required'],
    [parts('wher: {}'), 'a.yaml:4: rules.0.wher is not known here; the nearest is where'],
    [
      rules('{ id: X, on: getFax, do: { fail: unavailable } }'),
      'a.yaml:4: rules.0.id must be of lower-case letters, digits and dashes',
    ],
    [rules('{ id: 4, on: getFax, do: { fail: unavailable } }'), 'a.yaml:4: rules.0.id must be a word'],
    [
      rules(`id: x\n    on: getFax\n    time: 2\n    do: { fail: unavailable }`),
      'a.yaml:6: rules.0.time is not known here; the nearest is times',
    ],
    [rules('{ id: x, on: getFax, do: fail }'), 'a.yaml:4: rules.0.do must be a group of keys'],
  ],
  'listens to what is not there': [
    [
      rules('{ id: x, on: getFaxes, do: { fail: unavailable } }'),
      'a.yaml:4: rules.0.on must be an operation, a list of them, "*", fax, portOrder, webhook; the nearest to getFaxes is getFax',
    ],
    [
      rules('{ id: x, on: [getFax, sendfax], do: { fail: unavailable } }'),
      'a.yaml:4: rules.0.on must be an operation, a list of them, "*", fax, portOrder, webhook; the nearest to sendfax is sendFax',
    ],
    [rules('{ id: x, on: [], do: { fail: unavailable } }'), 'a.yaml:4: rules.0.on must listen to something'],
    [
      rules('{ id: x, on: GET /faxes, do: { fail: unavailable } }'),
      'a.yaml:4: rules.0.on must be an operation, a list of them, "*", fax, portOrder, webhook',
    ],
    [
      rules('{ id: x, on: webhooks, do: { drop: true } }'),
      'a.yaml:4: rules.0.on must be an operation, a list of them, "*", fax, portOrder, webhook; the nearest to webhooks is webhook',
    ],
    [
      rules('{ id: x, on: [getFax, fax], do: { fail: unavailable } }'),
      'a.yaml:4: rules.0.on cannot listen to answers, faxes, port orders and webhooks at once',
    ],
    [
      rules('{ id: x, on: ["*", webhook], do: { delay: 1s } }'),
      'a.yaml:4: rules.0.on cannot listen to answers, faxes, port orders and webhooks at once',
    ],
    [
      rules('{ id: x, on: { operation: getFax }, do: { delay: 1s } }'),
      'a.yaml:4: rules.0.on must be an operation, a list of them, "*", fax, portOrder, webhook',
    ],
  ],
  'asks for what a fact never is': [
    [
      rules('{ id: x, on: webhook, where: { event: fax_complted }, do: { drop: true } }'),
      'a.yaml:4: rules.0.where.event is never fax_complted: it is one of fax_completed, transmitting_page, retry_scheduled; the nearest is fax_completed',
    ],
    [
      parts('where: { version: { in: [v2, v3] } }'),
      'a.yaml:4: rules.0.where.version is never v3: it is one of v1, v2, v2.1; the nearest is v1',
    ],
    [
      parts('where: { version: 2.1 }'),
      'a.yaml:4: rules.0.where.version is never 2.1: it is one of v1, v2, v2.1; the nearest is v2.1',
    ],
    [
      parts('where: { fax.status: sucess }'),
      'a.yaml:4: rules.0.where.fax.status is never sucess: it is one of queued, pendingbatch, inprogress, success, failure, partialsuccess; the nearest is success',
    ],
    [
      parts('where: { fax.recipients.0.status: { not: callactiv } }'),
      'a.yaml:4: rules.0.where.fax.recipients.0.status is never callactiv: it is one of queued, pendingbatch, inprogress, ringing, callactive, willretry, success, failure; the nearest is callactive',
    ],
  ],
  'asks for a number that no fact ever is': [
    [
      webhook('{ drop: true }').replace('do:', 'where: { to: 2025550101 }, do:'),
      "a.yaml:4: rules.0.where.to is never 2025550101: a number must be in quotes, with its plus: '+12025550101'",
    ],
    [
      webhook('{ drop: true }').replace('do:', "where: { from: '2025550101' }, do:"),
      "a.yaml:4: rules.0.where.from is never 2025550101: a number must be in quotes, with its plus: '+12025550101'",
    ],
    [
      webhook('{ drop: true }').replace('do:', 'where: { recipient: { not: 442079460123 } }, do:'),
      "a.yaml:4: rules.0.where.recipient is never 442079460123: a number must be in quotes, with its plus: '+442079460123'",
    ],
    [
      webhook('{ drop: true }').replace('do:', "where: { to: { in: ['+12025550101', '+1 202 555 0102'] } }, do:"),
      "a.yaml:4: rules.0.where.to is never +1 202 555 0102: a number must be in quotes, with its plus: '+12025550102'",
    ],
    [
      webhook('{ drop: true }').replace('do:', 'where: { to: +12025550101 }, do:'),
      "a.yaml:4: rules.0.where.to must be in quotes: '+12025550101' is text, +12025550101 is the number 12025550101",
    ],
    [
      parts('where: { fax.recipients.0.phone_number: nobody }'),
      "a.yaml:4: rules.0.where.fax.recipients.0.phone_number is never nobody: a number must be in quotes, with its plus: '+12025550101'",
    ],
    [
      parts('where: { fax.tags.case: 0047 }'),
      "a.yaml:4: rules.0.where.fax.tags.case must be in quotes: '0047' is text, 0047 is the number 47",
    ],
  ],
  'asks for what a fact never is while its record is made': [
    [
      course('[{ after: 1s, status: success }]').replace('do:', 'where: { fax.status: failure }, do:'),
      'a.yaml:4: rules.0.where.fax.status is never failure: it is then one of queued, pendingbatch',
    ],
    [
      course('[{ after: 1s, status: success }]').replace('do:', 'where: { fax.direction: received }, do:'),
      'a.yaml:4: rules.0.where.fax.direction is never received: it is then sent',
    ],
    [
      portCourse('[{ after: 1s, status: submitted }]').replace('do:', 'where: { order.status: submitted }, do:'),
      'a.yaml:4: rules.0.where.order.status is never submitted: it is then open',
    ],
  ],
  'asks for facts that are not there': [
    [parts('where: { param.to: x }'), 'a.yaml:4: rules.0.where.param.to is no fact; the nearest is params.to'],
    [parts('where: { To: x }'), 'a.yaml:4: rules.0.where.To is no fact; the nearest is to'],
    [parts('where: { versoin: v2 }'), 'a.yaml:4: rules.0.where.versoin is no fact; the nearest is version'],
    [parts('where: { version.major: 2 }'), 'a.yaml:4: rules.0.where.version.major is no fact; the nearest is version'],
    [parts('where: { "params.": x }'), 'a.yaml:4: rules.0.where.params. needs a name: params.NAME'],
    [parts('where: { params: x }'), 'a.yaml:4: rules.0.where.params needs a name: params.NAME'],
    [parts('where: { headers: x }'), 'a.yaml:4: rules.0.where.headers needs a name: headers.NAME'],
    [parts('where: { fax: x }'), 'a.yaml:4: rules.0.where.fax needs a name: fax.NAME'],
    [parts('where: { fax.tags: x }'), 'a.yaml:4: rules.0.where.fax.tags needs a name: fax.tags.NAME'],
    [
      parts('where: { fax.stauts: failure }'),
      'a.yaml:4: rules.0.where.fax.stauts is no field of a fax; the nearest is fax.status',
    ],
    [
      parts('where: { fax.status.code: 1 }'),
      'a.yaml:4: rules.0.where.fax.status.code goes too deep: fax.status is a value',
    ],
    [
      parts('where: { fax.recipients.x: failure }'),
      'a.yaml:4: rules.0.where.fax.recipients.x is no field of a fax; fax.recipients has phone_number, status, retry_count, completed_at, bitrate, resolution, error_id, error_type, error_message',
    ],
    [
      rules(
        '{ id: x, on: portOrder, where: { fax.status: success }, do: { course: [{ after: 1s, status: submitted }] } }',
      ),
      'a.yaml:4: rules.0.where.fax.status is not known of a port order: only order.NAME is',
    ],
    [
      rules(
        '{ id: x, on: portOrder, where: { order.completed_at: x }, do: { course: [{ after: 1s, status: submitted }] } }',
      ),
      'a.yaml:4: rules.0.where.order.completed_at is not known of a port order that is made',
    ],
    [
      rules('{ id: x, on: portOrder, where: { to: x }, do: { course: [{ after: 1s, status: submitted }] } }'),
      'a.yaml:4: rules.0.where.to is known of faxes and webhooks only',
    ],
    [
      parts('where: { fax.recipients.0.stats: failure }'),
      'a.yaml:4: rules.0.where.fax.recipients.0.stats is no field of a fax; the nearest is fax.recipients.status',
    ],
    [
      rules('{ id: x, on: getPhoneNumber, where: { number.area_code: 312 }, do: { fail: invalid } }'),
      'a.yaml:4: rules.0.where.number.area_code is no field of a number; number has phone_number, city, state, country, cost, last_billed_at, provisioned_at, callback_url, ata_name',
    ],
    [
      rules('{ id: x, on: getBlockingRule, where: { rule.locked: true }, do: { fail: invalid } }'),
      'a.yaml:4: rules.0.where.rule.locked is no field of a blocking rule; the nearest is rule.is_locked',
    ],
    [
      rules('{ id: x, on: "*", where: { order.state: done }, do: { fail: invalid } }'),
      'a.yaml:4: rules.0.where.order.state is no field of a port order; the nearest is order.status',
    ],
    [parts('where: { event: fax_completed }'), 'a.yaml:4: rules.0.where.event is known of webhooks only'],
    [parts('where: { attempt: 1 }'), 'a.yaml:4: rules.0.where.attempt is known of webhooks only'],
    [
      parts('where: { to: "+12025550123" }'),
      'a.yaml:4: rules.0.where.to is known of faxes and webhooks only; of answers it is params.to',
    ],
    [
      rules('{ id: x, on: listFaxes, where: { fax.status: success }, do: { fail: invalid } }'),
      'a.yaml:4: rules.0.where.fax.status is never known: none is named by listFaxes',
    ],
    [
      rules('{ id: x, on: [sendFax, listFaxes], where: { number.city: Chicago }, do: { fail: invalid } }'),
      'a.yaml:4: rules.0.where.number.city is never known: none is named by sendFax, listFaxes',
    ],
    [
      parts('where: { rule.direction: send }'),
      'a.yaml:4: rules.0.where.rule.direction is never known: none is named by getFax',
    ],
    [
      parts('where: { order.status: received }'),
      'a.yaml:4: rules.0.where.order.status is never known: none is named by getFax',
    ],
    [
      rules('{ id: x, on: fax, where: { version: v2.1 }, do: { course: [{ after: 1s, status: success }] } }'),
      'a.yaml:4: rules.0.where.version is known of answers only, not of a fax',
    ],
    [
      rules('{ id: x, on: webhook, where: { headers.host: x }, do: { drop: true } }'),
      'a.yaml:4: rules.0.where.headers.host is known of answers only, not of a webhook',
    ],
    [
      rules('{ id: x, on: webhook, where: { number.city: x }, do: { drop: true } }'),
      'a.yaml:4: rules.0.where.number.city is not known of a webhook: only fax.NAME is',
    ],
    [
      rules('{ id: x, on: fax, where: { fax.cost: 7 }, do: { course: [{ after: 1s, status: success }] } }'),
      'a.yaml:4: rules.0.where.fax.cost is not known of a fax: of fax.NAME only id, direction, status, tags, num_pages, is_test, caller_id are',
    ],
    [
      rules('{ id: x, on: fax, where: { event: fax_completed }, do: { course: [{ after: 1s, status: success }] } }'),
      'a.yaml:4: rules.0.where.event is known of webhooks only',
    ],
  ],
  'compares as nobody can': [
    [parts('where: []'), 'a.yaml:4: rules.0.where must be a group of facts'],
    [parts('where: { version: [v1, v2] }'), 'a.yaml:4: rules.0.where.version must be text, a number, true or false'],
    [parts('where: { version: null }'), 'a.yaml:4: rules.0.where.version must be text, a number, true or false'],
    [
      parts('where: { version: {} }'),
      'a.yaml:4: rules.0.where.version must compare something: in, not, matches, contains, gt, lt or exists',
    ],
    [
      parts('where: { version: { less: 1 } }'),
      'a.yaml:4: rules.0.where.version.less is not known here; known are in, not, matches, contains, gt, lt, exists',
    ],
    [parts('where: { version: { in: v1 } }'), 'a.yaml:4: rules.0.where.version.in must be a list'],
    [parts('where: { version: { in: [] } }'), 'a.yaml:4: rules.0.where.version.in must have a value'],
    [
      parts('where: { version: { in: [[v1]] } }'),
      'a.yaml:4: rules.0.where.version.in.0 must be text, a number, true or false',
    ],
    [
      parts('where: { version: { not: [v1] } }'),
      'a.yaml:4: rules.0.where.version.not must be text, a number, true or false',
    ],
    [parts('where: { version: { contains: 2 } }'), 'a.yaml:4: rules.0.where.version.contains must be text'],
    [parts('where: { params.page: { gt: two } }'), 'a.yaml:4: rules.0.where.params.page.gt must be a number'],
    [parts('where: { params.page: { lt: "2" } }'), 'a.yaml:4: rules.0.where.params.page.lt must be a number'],
    [
      parts('where: { params.page: { gt: 5, lt: 5 } }'),
      'a.yaml:4: rules.0.where.params.page can never hold: gt must be below lt',
    ],
    [
      parts('where: { params.page: { exists: maybe } }'),
      'a.yaml:4: rules.0.where.params.page.exists must be true or false',
    ],
    [parts('where: { version: { matches: 2 } }'), 'a.yaml:4: rules.0.where.version.matches must be text'],
    [
      parts('where: { version: { matches: "(" } }'),
      'a.yaml:4: rules.0.where.version.matches is no regular expression: missing closing ) at (',
    ],
    [
      parts('where: { version: { matches: "[a" } }'),
      'a.yaml:4: rules.0.where.version.matches is no regular expression: missing closing ] at [a',
    ],
    [
      parts('where: { version: { matches: "*" } }'),
      'a.yaml:4: rules.0.where.version.matches is no regular expression: missing argument to repetition operator at *',
    ],
    [
      parts('where: { version: { matches: "a**" } }'),
      'a.yaml:4: rules.0.where.version.matches is no regular expression: invalid nested repetition operator at **',
    ],
    [
      parts('where: { version: { matches: "[z-a]" } }'),
      'a.yaml:4: rules.0.where.version.matches is no regular expression: invalid character class range at z-a',
    ],
    [
      parts('where: { version: { matches: "a{2,1}" } }'),
      'a.yaml:4: rules.0.where.version.matches is no regular expression: invalid repeat count at {2,1}',
    ],
    [
      parts('where: { version: { matches: "v(?=2)" } }'),
      'a.yaml:4: rules.0.where.version.matches has a look-around at (?=, which patterns here do not know',
    ],
    [
      parts('where: { version: { matches: "(?<!v)2" } }'),
      'a.yaml:4: rules.0.where.version.matches has a look-around at (?<!, which patterns here do not know',
    ],
    [
      parts('where: { version: { matches: "(v)\\\\1" } }'),
      'a.yaml:4: rules.0.where.version.matches has a reference back at \\1, which patterns here do not know',
    ],
    [
      parts('where: { version: { matches: "\\\\p{Latein}" } }'),
      'a.yaml:4: rules.0.where.version.matches is no regular expression: invalid character class range at \\p{Latein}',
    ],
    [
      parts('where: { version: { matches: "((a{99}){99}){99}" } }'),
      'a.yaml:4: rules.0.where.version.matches is no regular expression: invalid repeat count at {99}',
    ],
  ],
  'counts as nobody can': [
    [parts('times: 0'), 'a.yaml:4: rules.0.times must be 1 or more'],
    [parts('times: 1.5'), 'a.yaml:4: rules.0.times must be a whole number'],
    [parts('times: twice'), 'a.yaml:4: rules.0.times must be a whole number'],
    [parts('after: -1'), 'a.yaml:4: rules.0.after must not be negative'],
    [parts('every: many'), 'a.yaml:4: rules.0.every must be a whole number'],
    [parts('every: 0'), 'a.yaml:4: rules.0.every must be 1 or more'],
    [parts('chance: 2'), 'a.yaml:4: rules.0.chance must be a number from 0 to 1'],
    [parts('chance: -0.5'), 'a.yaml:4: rules.0.chance must be a number from 0 to 1'],
    [parts('chance: 10%'), 'a.yaml:4: rules.0.chance must be a number from 0 to 1'],
    [parts('per: customer'), 'a.yaml:4: rules.0.per must be one of rule, account, fax, number, but was "customer"'],
    [
      rules('{ id: x, on: listFaxes, per: fax, do: { fail: invalid } }'),
      'a.yaml:4: rules.0.per cannot be fax: none is named by listFaxes',
    ],
    [
      rules('{ id: x, on: [listFaxes, sendFax], per: fax, do: { fail: invalid } }'),
      'a.yaml:4: rules.0.per cannot be fax: none is named by listFaxes, sendFax',
    ],
    [parts('per: number'), 'a.yaml:4: rules.0.per cannot be number: none is named by getFax'],
    [parts('during: 5m'), 'a.yaml:4: rules.0.during must be a group of keys'],
    [parts('during: { form: 1s }'), 'a.yaml:4: rules.0.during.form is not known here; the nearest is from'],
    [parts('during: { until: soon }'), 'a.yaml:4: rules.0.during.until must be a duration such as 45m, 2s or 250ms'],
    [parts('during: { from: 2m, until: 1m }'), 'a.yaml:4: rules.0.during must end after it begins'],
    [parts('during: { from: 1m, until: 60s }'), 'a.yaml:4: rules.0.during must end after it begins'],
    [parts('during: { from: -1 }'), 'a.yaml:4: rules.0.during.from must be a duration such as 45m, 2s or 250ms'],
  ],
  'is in states that never come': [
    [parts('state: broken'), 'a.yaml:4: rules.0.state broken is never reached; no rule has a then'],
    [
      rules(
        '{ id: x, on: getFax, times: 1, then: dialing, do: { delay: 1s } }',
        '{ id: y, on: getFax, state: dialling, do: { fail: invalid } }',
      ),
      'a.yaml:5: rules.1.state dialling is never reached; the nearest is dialing',
    ],
    [
      rules(
        '{ id: x, on: getFax, state: a, then: b, do: { delay: 1s } }',
        '{ id: y, on: getFax, state: b, then: a, do: { fail: invalid } }',
      ),
      'a.yaml:4: rules.0.state a is never reached; no rule has a then',
      'a.yaml:5: rules.1.state b is never reached; no rule has a then',
    ],
    [parts('state: Broken'), 'a.yaml:4: rules.0.state must be of lower-case letters, digits and dashes'],
    [parts('then: two words'), 'a.yaml:4: rules.0.then must be of lower-case letters, digits and dashes'],
    [parts('then: true'), 'a.yaml:4: rules.0.then must be a word'],
  ],
  'answers as nobody can': [
    [answer('{}'), 'a.yaml:4: rules.0.do must do something'],
    [answer('{ fial: unavailable }'), 'a.yaml:4: rules.0.do.fial is not known here; the nearest is fail'],
    [
      answer('{ fail: unavailabel }'),
      'a.yaml:4: rules.0.do.fail must be one of unauthorized, not_found, invalid, rate_limited, unavailable, server_error, but was "unavailabel"; the nearest is unavailable',
    ],
    [
      answer('{ fail: 503 }'),
      'a.yaml:4: rules.0.do.fail must be one of unauthorized, not_found, invalid, rate_limited, unavailable, server_error, but was 503',
    ],
    [answer('{ delay: 2 weeks }'), 'a.yaml:4: rules.0.do.delay must be a duration such as 45m, 2s or 250ms'],
    [answer('{ delay: -1 }'), 'a.yaml:4: rules.0.do.delay must be a duration such as 45m, 2s or 250ms'],
    [answer('{ delay: { min: 1s } }'), 'a.yaml:4: rules.0.do.delay.max is required'],
    [answer('{ delay: { min: 2s, max: 1s } }'), 'a.yaml:4: rules.0.do.delay must have a max that is not below its min'],
    [
      answer('{ delay: { min: 1s, max: 2s, sigma: 1 } }'),
      'a.yaml:4: rules.0.do.delay.sigma is not known here; known are min, max',
    ],
    [answer('{ delay: { median: 1s, sigma: wide, max: 2s } }'), 'a.yaml:4: rules.0.do.delay.sigma must be a number'],
    [
      answer('{ delay: { median: 1s } }'),
      'a.yaml:4: rules.0.do.delay.sigma is required',
      'a.yaml:4: rules.0.do.delay.max is required',
    ],
    [
      answer('{ delay: [1s, 2s] }'),
      'a.yaml:4: rules.0.do.delay must be a duration, {min, max} or {median, sigma, max}',
    ],
    [answer('{ respond: { status: 99 } }'), 'a.yaml:4: rules.0.do.respond.status must be a status from 200 to 599'],
    [answer('{ respond: { status: 600 } }'), 'a.yaml:4: rules.0.do.respond.status must be a status from 200 to 599'],
    [answer('{ respond: { status: 200.5 } }'), 'a.yaml:4: rules.0.do.respond.status must be a status from 200 to 599'],
    [answer('{ respond: { status: OK } }'), 'a.yaml:4: rules.0.do.respond.status must be a status'],
    [answer('{ respond: { message: x } }'), 'a.yaml:4: rules.0.do.respond.status is required'],
    [answer('{ respond: 503 }'), 'a.yaml:4: rules.0.do.respond must be a group of keys'],
    [
      answer('{ respond: { status: 200, headers: { "a b": c } } }'),
      'a.yaml:4: rules.0.do.respond.headers.a b is no name of a header',
    ],
    [
      answer('{ respond: { status: 200, headers: { a: "b\\nc" } } }'),
      'a.yaml:4: rules.0.do.respond.headers.a is no value of a header',
    ],
    [
      answer('{ respond: { status: 200, headers: { a: true } } }'),
      "a.yaml:4: rules.0.do.respond.headers.a must be in quotes: 'true' is text, true is not",
    ],
    [
      answer('{ respond: { status: 200, headers: { a: null } } }'),
      'a.yaml:4: rules.0.do.respond.headers.a must be text or a number',
    ],
    [
      answer('{ respond: { status: 200, headers: [a] } }'),
      'a.yaml:4: rules.0.do.respond.headers must be a group of headers',
    ],
    [answer('{ respond: { status: 200, message: 7 } }'), 'a.yaml:4: rules.0.do.respond.message must be text'],
    [
      answer('{ respond: { status: 200, text: x } }'),
      'a.yaml:4: rules.0.do.respond.text is not known here; known are status, headers, message, body',
    ],
    [
      answer('{ wire: rest }'),
      'a.yaml:4: rules.0.do.wire must be one of reset, empty, garbage, bad-chunk, hang, but was "rest"; the nearest is reset',
    ],
    [answer('{ wire: { truncate: -1 } }'), 'a.yaml:4: rules.0.do.wire.truncate must not be negative'],
    [answer('{ wire: { truncate: half } }'), 'a.yaml:4: rules.0.do.wire.truncate must be a whole number'],
    [answer('{ wire: { dribble: { chunks: 3 } } }'), 'a.yaml:4: rules.0.do.wire.dribble.over is required'],
    [
      answer('{ wire: { dribble: { chunks: 0, over: 1s } } }'),
      'a.yaml:4: rules.0.do.wire.dribble.chunks must be 2 or more: 1 is what happens without it',
    ],
    [
      answer('{ wire: { truncate: 3, dribble: { chunks: 2, over: 1s } } }'),
      'a.yaml:4: rules.0.do.wire cannot have truncate and dribble: they exclude each other',
    ],
    [
      answer('{ delay: { min: 1s, max: 2s, median: 1s } }'),
      'a.yaml:4: rules.0.do.delay cannot have median and min: they exclude each other',
    ],
    [
      answer('{ wire: { cut: 3 } }'),
      'a.yaml:4: rules.0.do.wire must be one of reset, empty, garbage, bad-chunk, hang, {truncate: BYTES} or {dribble: {chunks, over}}',
    ],
    [
      answer('{ wire: [reset] }'),
      'a.yaml:4: rules.0.do.wire must be one of reset, empty, garbage, bad-chunk, hang, {truncate: BYTES} or {dribble: {chunks, over}}',
    ],
    [
      answer('{ delay: { max: 1s } }'),
      'a.yaml:4: rules.0.do.delay must be a duration, {min, max} or {median, sigma, max}',
    ],
    [
      answer('{ fail: unavailable, wire: reset }'),
      'a.yaml:4: rules.0.do cannot have fail and wire: they exclude each other, since each is an answer of its own',
    ],
    [
      answer('{ fail: unavailable, respond: { status: 200 } }'),
      'a.yaml:4: rules.0.do cannot have fail and respond: they exclude each other, since each is an answer of its own',
    ],
    [
      answer('{ fail: invalid, rate_limit: { limit: 1, window: 1s } }'),
      'a.yaml:4: rules.0.do cannot have rate_limit and fail: within its quota a call is not touched, and beyond it answered with 429',
    ],
    [
      answer('{ respond: { status: 200, message: a, body: b } }'),
      'a.yaml:4: rules.0.do.respond cannot have message and body: the message is part of an envelope, which the body takes the place of',
    ],
    [
      answer('{ respond: { status: 204, body: b } }'),
      'a.yaml:4: rules.0.do.respond cannot have body with 204: in HTTP such an answer ends with its headers',
    ],
    [
      answer('{ respond: { status: 200, headers: { Content-Length: "7" } } }'),
      'a.yaml:4: rules.0.do.respond.headers.Content-Length is for the simulator itself to say; wire breaks an answer off',
    ],
    [
      answer('{ rate_limit: { limit: 1, window: 0s } }'),
      'a.yaml:4: rules.0.do.rate_limit.window must be longer than nothing',
    ],
    [
      answer('{ delay: { median: 5s, sigma: 1, max: 2s } }'),
      'a.yaml:4: rules.0.do.delay must have a max that is not below its median',
    ],
    [answer('{ delay: { median: 1s, sigma: -1, max: 2s } }'), 'a.yaml:4: rules.0.do.delay.sigma must not be negative'],
    [webhook('{ duplicate: { times: 101 } }'), 'a.yaml:4: rules.0.do.duplicate.times must not be above 100'],
    [answer('{ commit: true }'), 'a.yaml:4: rules.0.do.commit says nothing without fail, respond or wire'],
    [answer('{ fail: unavailable, commit: perhaps }'), 'a.yaml:4: rules.0.do.commit must be true or false'],
    [answer('{ file: gone }'), 'a.yaml:4: rules.0.do.file must be one of missing, corrupt, but was "gone"'],
    [
      rules('{ id: x, on: listFaxes, do: { file: missing } }'),
      'a.yaml:4: rules.0.do.file says nothing to listFaxes: only resendFax and getFaxFile read a file',
    ],
    [
      rules('{ id: x, on: [getFax, deleteFaxFile], do: { file: corrupt } }'),
      'a.yaml:4: rules.0.do.file says nothing to getFax, deleteFaxFile: only resendFax and getFaxFile read a file',
    ],
    [
      rules('{ id: x, on: getFaxFile, do: { patch: { data: null } } }'),
      'a.yaml:4: rules.0.do.patch cannot change a file: getFaxFile answers no JSON',
    ],
    [answer('{ rate_limit: { limit: 0, window: 1s } }'), 'a.yaml:4: rules.0.do.rate_limit.limit must be 1 or more'],
    [answer('{ rate_limit: { limit: 1 } }'), 'a.yaml:4: rules.0.do.rate_limit.window is required'],
    [
      answer('{ rate_limit: { limit: 1, window: 1s, by: account } }'),
      'a.yaml:4: rules.0.do.rate_limit.by is not known here; known are limit, window, punish_early_retry',
    ],
    [
      answer('{ rate_limit: { limit: 1, window: 1s, punish_early_retry: 1 } }'),
      'a.yaml:4: rules.0.do.rate_limit.punish_early_retry must be true or false',
    ],
    [
      answer('{ course: [{ after: 1s, status: success }] }'),
      'a.yaml:4: rules.0.do.course cannot be here: answer rules have delay, fail, respond, patch, wire, commit, file, rate_limit, arrivals',
    ],
    [
      answer('{ drop: true }'),
      'a.yaml:4: rules.0.do.drop cannot be here: answer rules have delay, fail, respond, patch, wire, commit, file, rate_limit, arrivals',
    ],
    [
      answer('{ sign: none }'),
      'a.yaml:4: rules.0.do.sign cannot be here: answer rules have delay, fail, respond, patch, wire, commit, file, rate_limit, arrivals',
    ],
  ],
  'has a course that no fax takes': [
    [course('[]'), 'a.yaml:4: rules.0.do.course must have a step'],
    [course('{ after: 1s, status: success }'), 'a.yaml:4: rules.0.do.course must be a list of steps'],
    [course('[success]'), 'a.yaml:4: rules.0.do.course.0 must be a group of keys'],
    [course('[{ status: success }]'), 'a.yaml:4: rules.0.do.course.0 must have after or on_read'],
    [
      course('[{ after: 1s, on_read: 2, status: success }]'),
      'a.yaml:4: rules.0.do.course.0 cannot have after and on_read: they exclude each other',
    ],
    [course('[{ on_read: 0, status: success }]'), 'a.yaml:4: rules.0.do.course.0.on_read must be 1 or more'],
    [
      portCourse('[{ on_read: 1, status: submitted }]'),
      'a.yaml:4: rules.0.do.course.0 has on_read, which only a fax has: a port order goes on with time, so it must be after',
    ],
    [
      portCourse('[{ after: 1s, status: willretry }]'),
      'a.yaml:4: rules.0.do.course.0 has willretry, which is no status of a port order: these are open, submitted, scheduled, completed, rejected, cancelled; the nearest is submitted',
    ],
    [course('[{ after: 1s }]'), 'a.yaml:4: rules.0.do.course.0.status is required'],
    [
      course('[{ after: soon, status: success }]'),
      'a.yaml:4: rules.0.do.course.0.after must be a duration such as 45m, 2s or 250ms',
    ],
    [
      course('[{ after: 1s, status: queued }]'),
      'a.yaml:4: rules.0.do.course.0.status must be one of inprogress, willretry, success, partialsuccess, failure, open, submitted, scheduled, completed, rejected, cancelled, but was "queued"',
    ],
    [
      course('[{ after: 1s, status: sucess }]'),
      'a.yaml:4: rules.0.do.course.0.status must be one of inprogress, willretry, success, partialsuccess, failure, open, submitted, scheduled, completed, rejected, cancelled, but was "sucess"; the nearest is success',
    ],
    [
      course('[{ after: 1s, status: failure }]'),
      'a.yaml:4: rules.0.do.course.0 must have an error when it fails, and else none',
    ],
    [
      course('[{ after: 1s, status: failure, error: 999 }]'),
      'a.yaml:4: rules.0.do.course.0.error is no id of an error of the service',
    ],
    [
      course('[{ after: 1s, status: failure, error: busy }]'),
      'a.yaml:4: rules.0.do.course.0.error must be the id of an error of the service',
    ],
    [
      course('[{ after: 1s, status: success, error: 17 }]'),
      'a.yaml:4: rules.0.do.course.0 must have an error when it fails, and else none',
    ],
    [
      course('[{ after: 1s, status: partialsuccess }]'),
      'a.yaml:4: rules.0.do.course.0 must have an error when it fails, and else none',
    ],
    [
      course('[{ after: 1s, status: success }, { after: 1s, status: inprogress }]'),
      'a.yaml:4: rules.0.do.course.1 comes after success, which is the end',
    ],
    [
      course('[{ after: 1s, status: failure, error: 17 }, { after: 1s, status: failure, error: 17 }]'),
      'a.yaml:4: rules.0.do.course.1 comes after failure, which is the end',
    ],
    [
      course('[{ after: 1s, status: success, cost: 7 }]'),
      'a.yaml:4: rules.0.do.course.0.cost is not known here; known are after, on_read, status, error, note',
    ],
    [
      portCourse('[{ after: 1s, status: success }]'),
      'a.yaml:4: rules.0.do.course.0 has success, which is no status of a port order: these are open, submitted, scheduled, completed, rejected, cancelled; the nearest is completed',
    ],
    [
      portCourse('[{ after: 1s, status: scheduled }, { after: 1s, status: open }]'),
      'a.yaml:4: rules.0.do.course.0 has scheduled, which cannot follow open; what can is submitted, rejected, cancelled',
      'a.yaml:4: rules.0.do.course.1 has open, which cannot follow scheduled; what can is completed, rejected, cancelled',
    ],
    [
      portCourse('[{ after: 1s, status: cancelled }, { after: 1s, status: submitted }]'),
      'a.yaml:4: rules.0.do.course.1 comes after cancelled, which is an end',
    ],
    [portCourse('[{ after: 1s, status: submitted, note: 7 }]'), 'a.yaml:4: rules.0.do.course.0.note must be text'],
    [
      portCourse('[{ after: 1s, status: submitted, error: 17 }]'),
      'a.yaml:4: rules.0.do.course.0 must have an error when it fails, and else none',
    ],
    [
      course('[{ after: 1s, status: completed }]'),
      'a.yaml:4: rules.0.do.course.0 has completed, which is no status of a fax: these are inprogress, willretry, success, partialsuccess, failure; the nearest is success',
    ],
    [
      course('[{ after: 1s, status: inprogress, note: x }]'),
      'a.yaml:4: rules.0.do.course.0 has a note, which only a port order has',
    ],
    [
      rules('{ id: x, on: fax, do: { fail: unavailable } }'),
      'a.yaml:4: rules.0.do.fail cannot be here: fax rules have course',
    ],
    [
      rules('{ id: x, on: fax, do: { delay: 1s, course: [{ after: 1s, status: success }] } }'),
      'a.yaml:4: rules.0.do.delay cannot be here: fax rules have course',
    ],
  ],
  'spoils webhooks as nobody can': [
    [
      webhook('{ wire: reset }'),
      'a.yaml:4: rules.0.do.wire cannot be here: webhook rules have delay, drop, duplicate, hold_until, sign, body, receiver',
    ],
    [
      webhook('{ sign: badly }'),
      'a.yaml:4: rules.0.do.sign must be one of none, wrong-token, other-url, tampered-body, but was "badly"',
    ],
    [
      webhook('{ sign: wrong_token }'),
      'a.yaml:4: rules.0.do.sign must be one of none, wrong-token, other-url, tampered-body, but was "wrong_token"; the nearest is wrong-token',
    ],
    [
      webhook('{ hold_until: done }'),
      'a.yaml:4: rules.0.do.hold_until must be one of fax_completed, transmitting_page, retry_scheduled, but was "done"',
    ],
    [
      webhook('{ body: missing }'),
      'a.yaml:4: rules.0.do.body must be one of empty, truncated, extra-fields, but was "missing"',
    ],
    [webhook('{ drop: yes please }'), 'a.yaml:4: rules.0.do.drop must be true or false'],
    [webhook('{ duplicate: 2 }'), 'a.yaml:4: rules.0.do.duplicate must be a group of keys'],
    [webhook('{ duplicate: { gap: 1s } }'), 'a.yaml:4: rules.0.do.duplicate.times is required'],
    [
      webhook('{ duplicate: { times: 0 } }'),
      'a.yaml:4: rules.0.do.duplicate.times must be 2 or more: 1 is what happens without it',
    ],
    [
      webhook('{ duplicate: { times: 2, gap: a while } }'),
      'a.yaml:4: rules.0.do.duplicate.gap must be a duration such as 45m, 2s or 250ms',
    ],
    [
      webhook('{ duplicate: { times: 2, after: 1s } }'),
      'a.yaml:4: rules.0.do.duplicate.after is not known here; known are times, gap',
    ],
    [webhook('{ delay: late }'), 'a.yaml:4: rules.0.do.delay must be a duration such as 45m, 2s or 250ms'],
    [
      webhook('{ course: [{ after: 1s, status: success }] }'),
      'a.yaml:4: rules.0.do.course cannot be here: webhook rules have delay, drop, duplicate, hold_until, sign, body, receiver',
    ],
  ],
  'expects what nobody can show': [
    [answer('{ arrivals: 101 }'), 'a.yaml:4: rules.0.do.arrivals must not be above 100'],
    [webhook('{ receiver: 99 }'), 'a.yaml:4: rules.0.do.receiver must be a status from 200 to 599'],
    [parts('expect: {}'), 'a.yaml:4: rules.0.expect must expect something'],
    [parts('expect: { retrys: 1 }'), 'a.yaml:4: rules.0.expect.retrys is not known here; the nearest is retries'],
    [
      parts('expect: { retries: { min: 3, max: 2 } }'),
      'a.yaml:4: rules.0.expect cannot have retries here: its min is above its max',
    ],
    [parts('expect: { retries: {} }'), 'a.yaml:4: rules.0.expect cannot have retries here: it has no min and no max'],
    [parts('expect: { fired: often }'), 'a.yaml:4: rules.0.expect.fired must be a whole number'],
    [parts('expect: { fired: [1] }'), 'a.yaml:4: rules.0.expect.fired must be a whole number, or {min, max}'],
    [parts('expect: { fired: { min: -1 } }'), 'a.yaml:4: rules.0.expect.fired.min must not be negative'],
    [
      parts('expect: { no_duplicate_fax: false }'),
      'a.yaml:4: rules.0.expect.no_duplicate_fax must be true, or be left out',
    ],
    [
      parts('expect: { rejects_webhook: true }'),
      'a.yaml:4: rules.0.expect cannot have rejects_webhook here: the rule is not about webhooks',
    ],
    [
      parts('expect: { honours_retry_after: true }'),
      'a.yaml:4: rules.0.expect cannot have honours_retry_after here: nothing that the rule does says Retry-After',
    ],
    [
      parts('expect: { no_duplicate_fax: true }'),
      'a.yaml:4: rules.0.expect cannot have no_duplicate_fax here: the rule is not about sendFax and resendFax alone',
    ],
    [
      rules('{ id: x, on: sendFax, do: { wire: reset }, expect: { no_duplicate_fax: true } }'),
      'a.yaml:4: rules.0.expect cannot have no_duplicate_fax here: no fax comes to be without commit: true',
    ],
    [
      rules('{ id: x, on: webhook, do: { delay: 1s }, expect: { rejects_webhook: true } }'),
      'a.yaml:4: rules.0.expect cannot have rejects_webhook here: the rule signs nothing wrongly',
    ],
    [
      rules('{ id: x, on: webhook, do: { sign: none, receiver: 500 }, expect: { rejects_webhook: true } }'),
      'a.yaml:4: rules.0.expect cannot have rejects_webhook here: no application is ever asked',
    ],
    [
      rules('{ id: x, on: webhook, do: { sign: none }, expect: { retries: 1 } }'),
      'a.yaml:4: rules.0.expect cannot have retries here: the rule is not about answers',
    ],
    [
      rules('{ id: x, on: portOrder, do: { course: [{ after: 1d, status: submitted }] }, expect: { retries: 1 } }'),
      'a.yaml:4: rules.0.expect cannot have retries here: the rule is not about answers',
    ],
    [
      rules('{ id: x, on: fax, where: { retry: 1 }, do: { course: [{ after: 1, status: success }] } }'),
      'a.yaml:4: rules.0.where.retry is known of webhooks only',
    ],
  ],
  'can never do or say anything': [
    [parts('during: {}'), 'a.yaml:4: rules.0.during must have from or until'],
    [parts('then: over'), 'a.yaml:4: rules.0.then over says nothing: no rule has a state'],
    [
      rules(
        '{ id: x, on: getFax, times: 1, then: a, do: { delay: 1s } }',
        '{ id: y, on: getFax, state: a, then: a, do: { fail: invalid } }',
      ),
      'a.yaml:5: rules.1.then is the state that it is in already',
    ],
    [
      parts('where: { params.page: { exists: false, gt: 1 } }'),
      'a.yaml:4: rules.0.where.params.page can never hold: what is not there is like nothing else',
    ],
    [
      parts('where: { version: { in: [v1, v2], matches: "2[.]1$" } }'),
      'a.yaml:4: rules.0.where.version can never hold: none of the values in its list does',
    ],
    [
      parts('where: { params.page: { in: [1, 2], not: 1, gt: 2 } }'),
      'a.yaml:4: rules.0.where.params.page can never hold: none of the values in its list does',
    ],
    [answer('{ patch: {} }'), 'a.yaml:4: rules.0.do.patch must change something'],
    [
      answer('{ patch: { data: null }, wire: reset }'),
      'a.yaml:4: rules.0.do cannot have patch and wire: there is nothing left to change',
    ],
    [
      answer('{ patch: { data: null }, respond: { status: 200 } }'),
      'a.yaml:4: rules.0.do cannot have patch and respond: there is nothing left to change',
    ],
    [
      rules('{ id: x, on: resendFax, do: { file: corrupt, fail: unavailable } }'),
      'a.yaml:4: rules.0.do cannot have file and fail: nobody looks for the file without commit: true',
    ],
    [
      rules('{ id: x, on: resendFax, do: { file: corrupt, rate_limit: { limit: 1, window: 1s } } }'),
      'a.yaml:4: rules.0.do cannot have rate_limit and file: beyond its quota nobody looks for a file',
    ],
    [
      answer('{ wire: { truncate: 1 }, commit: false }'),
      'a.yaml:4: rules.0.do.commit cannot be false with truncate or dribble: both send the answer to the work that was done',
    ],
    [
      webhook('{ drop: true, sign: none, body: empty }'),
      'a.yaml:4: rules.0.do cannot have drop and sign and body: what is dropped is never told',
    ],
    ...['delay: 1s', 'duplicate: { times: 2 }', 'hold_until: fax_completed'].map((other): Row => [
      webhook(`{ drop: true, ${other} }`),
      `a.yaml:4: rules.0.do cannot have drop and ${other.replace(/:.*/, '')}: what is dropped is never told`,
    ]),
    [answer('{ patch: "" }'), 'a.yaml:4: rules.0.do.patch must change something'],
    [
      answer('{ patch: { status: 503 } }'),
      'a.yaml:4: rules.0.do.patch changes the JSON of an answer, and not its status: that is respond: {status}',
    ],
    [
      webhook('{ duplicate: { times: 1 } }'),
      'a.yaml:4: rules.0.do.duplicate.times must be 2 or more: 1 is what happens without it',
    ],
    [
      answer('{ wire: { dribble: { chunks: 1, over: 1s } } }'),
      'a.yaml:4: rules.0.do.wire.dribble.chunks must be 2 or more: 1 is what happens without it',
    ],
    [
      parts('times: 1, expect: { fired: 2 }'),
      'a.yaml:4: rules.0.expect cannot have fired here: the rule fires once at most',
    ],
    [
      parts('times: 2, expect: { fired: { min: 3 } }'),
      'a.yaml:4: rules.0.expect cannot have fired here: the rule fires 2 times at most',
    ],
    [
      parts('expect: { retries: { min: 0 } }'),
      'a.yaml:4: rules.0.expect cannot have retries here: it holds whatever the client does',
    ],
    [
      answer('{ respond: { status: 503, headers: { Retry-After: "0" } } }, expect: { honours_retry_after: true }'),
      'a.yaml:4: rules.0.expect cannot have honours_retry_after here: its Retry-After asks nobody to wait',
    ],
    ...['-1', '1.5', "'2026-11-20'", "'20 Nov 2026'", "'+5'"].map((value): Row => [
      answer(`{ respond: { status: 503, headers: { Retry-After: ${value} } } }, expect: { honours_retry_after: true }`),
      'a.yaml:4: rules.0.expect cannot have honours_retry_after here: its Retry-After has neither seconds nor a date',
    ]),
    [
      answer('{ respond: { status: 503, headers: { Retry-After: soon } } }, expect: { honours_retry_after: true }'),
      'a.yaml:4: rules.0.expect cannot have honours_retry_after here: its Retry-After has neither seconds nor a date',
    ],
    [
      rules('{ id: x, on: sendFax, do: { rate_limit: { limit: 1, window: 1s } }, expect: { no_duplicate_fax: true } }'),
      'a.yaml:4: rules.0.expect cannot have no_duplicate_fax here: no fax comes to be beyond its quota',
    ],
  ],
  'has rules that hide others': [
    [
      rules('{ id: x, on: getFax, do: { fail: invalid } }', '{ id: x, on: sendFax, do: { fail: invalid } }'),
      'a.yaml:5: the id x is used twice',
    ],
    [twoRules('on: "*"', 'on: sendFax'), 'a.yaml:5: the rule y never fires, since x goes before it'],
    [
      twoRules('on: [getFax, sendFax]', 'on: sendFax, times: 3'),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      twoRules('on: getFax, where: { version: v2 }', 'on: getFax, where: { version: v2, params.page: 2 }'),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      twoRules('on: getFax, where: { version: { in: [v1, v2] } }', 'on: getFax, where: { version: v2 }'),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      twoRules('on: getFax, where: { version: v2 }', 'on: getFax, where: { version: { in: [v2] } }'),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      twoRules('on: getFax, where: { version: { contains: v } }', 'on: getFax, where: { version: v2.1 }'),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      twoRules('on: getFax, where: { fax.tags.case: { exists: true } }', 'on: getFax, where: { fax.tags.case: "1" }'),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      twoRules(
        'on: getFax, where: { version: { matches: "^v2" } }',
        'on: getFax, where: { version: { matches: "^v2" } }',
      ),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      twoRules('on: getFax, during: { until: 2m }', 'on: getFax, during: { from: 1m, until: 2m }'),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      twoRules('on: getFax, per: account', 'on: getFax, per: fax'),
      'a.yaml:5: the rule y never fires, since x goes before it',
    ],
    [
      rules(
        '{ id: a, on: listFaxes, then: b, times: 1, do: { delay: 1s } }',
        '{ id: x, on: getFax, state: b, do: { fail: invalid } }',
        '{ id: y, on: getFax, state: b, chance: 0.5, do: { fail: invalid } }',
      ),
      'a.yaml:6: the rule y never fires, since x goes before it',
    ],
  ],
  'has parameters that do not fit': [
    [top('params: [a]'), 'a.yaml:3: params must be a group of names with their defaults'],
    [top('params: { A: 1 }'), 'a.yaml:3: params.A must be of lower-case letters, digits, _ and -, a letter first'],
    [top('params: { a: null }'), 'a.yaml:3: params.a must be text, a number, true or false'],
    [top('params: { a: [1] }'), 'a.yaml:3: params.a must be text, a number, true or false'],
    [top('params: { wait: 2s }'), 'a.yaml:3: params.wait is used nowhere'],
    [
      top('params: { wait: 2s }', `do: { delay: \${wait} }`),
      `a.yaml:5: Unexpected flow-map-start at node end; within {…} and […] \${…} must stand in quotes: '\${…}'`,
    ],
    [
      top('params: { wait: 2s }', `do: { delay: "\${wiat}" }`),
      `a.yaml:5: rules.0.do.delay has an unknown \${wiat}; the nearest is \${wait}`,
      'a.yaml:3: params.wait is used nowhere',
    ],
    [answer(`{ delay: "\${wait}" }`), `a.yaml:4: rules.0.do.delay has an unknown \${wait}; the file has no params`],
    [
      top('params: { n: 2s }', `do: { delay: "a \${n}" }`),
      'a.yaml:5: rules.0.do.delay must be a duration such as 45m, 2s or 250ms',
    ],
    [
      top('params: { n: 0.5 }', `times: "\${n}", do: { fail: invalid }`),
      'a.yaml:5: rules.0.times must be a whole number',
      'a.yaml:5: rules.0.times must be 1 or more',
    ],
    [
      top('params: { n: "2" }', `times: "\${n}", do: { fail: invalid }`),
      'a.yaml:5: rules.0.times must be a whole number',
    ],
    [
      top('params: { n: 2 }', `do: { fail: "\${n}" }`),
      'a.yaml:5: rules.0.do.fail must be one of unauthorized, not_found, invalid, rate_limited, unavailable, server_error, but was 2',
    ],
    [
      top('params: { n: 2 }', `do: { fail: unavailable, patch: { a: [1, "\${m}"] } }`),
      `a.yaml:5: rules.0.do.patch.a.1 has an unknown \${m}; only n is known`,
      'a.yaml:3: params.n is used nowhere',
    ],
    [
      answer(`{ respond: { status: 200, message: "a \${b" } }`),
      `a.yaml:4: rules.0.do.respond.message has an unknown \${b}; the file has no params`,
    ],
  ],
  'extends what is not there': [
    [top('extends: outage'), 'a.yaml:3: extends must be a list of scenarios'],
    [top('extends: []'), 'a.yaml:3: extends must name a scenario'],
    [top('extends: [7]'), 'a.yaml:3: extends.0 must be text'],
    [top('extends: [outrage]'), 'a.yaml:3: extends.0 there is no outrage'],
    [top('extends: [outage, outage(minutes=3)]'), 'a.yaml:3: extends.1 outage has no parameter minutes; it has none'],
    [top('extends: ["outage("]'), 'a.yaml:3: extends.0 there is no outage('],
    [top('extends: ["outage()"]'), 'a.yaml:3: extends.0 outage() must be a name, or NAME(PARAM=VALUE,…)'],
    [top('extends: ["outage(a=1,a=2)"]'), 'a.yaml:3: extends.0 outage(a=1,a=2) gives a twice'],
    [top('extends: ["outage(a=%)"]'), 'a.yaml:3: extends.0 outage(a=%) must have %, where it is meant, as %25'],
    [top('extends: [../outage.yaml]'), 'a.yaml:3: extends.0 there is no ../outage.yaml'],
    [top('extends: [/etc/passwd]'), 'a.yaml:3: extends.0 there is no /etc/passwd'],
    [top('extends: [./missing.yaml]'), 'a.yaml:3: extends.0 there is no ./missing.yaml'],
    [top('extends: [./a.yaml]'), 'a.yaml:3: extends.0 ./a.yaml leads back to a.yaml'],
  ],
};

/** A file whose answer has this header. */
const header = (value: string): string => answer(`{ respond: { status: 200, headers: { X-A: ${value} } } }`);

describe('a number that is sent or compared as text must be the text that stands in the file', () => {
  const unlike = ['2.10', '+12025550123', '007', '12345678901234567890', '0x1F', '1e3', '.inf', '.nan', '-0', '+5'];

  test.each(unlike)('as %s is not', (written) => {
    const fault = `must be in quotes: '${written}' is text, ${written} is the number ${String(Number(written.replace('.inf', 'Infinity')))}`;
    expect(faultsOf(header(written))).toEqual([`a.yaml:4: rules.0.do.respond.headers.X-A ${fault}`]);
    expect(faultsOf(parts(`where: { params.a: ${written} }`))).toEqual([`a.yaml:4: rules.0.where.params.a ${fault}`]);
    expect(faultsOf(parts(`where: { params.a: { in: [${written}] } }`))).toEqual([
      `a.yaml:4: rules.0.where.params.a.in.0 ${fault}`,
    ]);
    expect(faultsOf(top(`params: { a: ${written} }`))).toEqual([`a.yaml:3: params.a ${fault}`]);
  });

  test.each(['0', '2', '0.5', '-1', '"007"', "'2.10'"])('as %s is', (written) => {
    expect(faultsOf(header(written))).toEqual([]);
    expect(faultsOf(parts(`where: { params.a: { not: ${written} } }`))).toEqual([]);
  });

  test('also where it stands under another name', () => {
    expect(faultsOf(parts('where: { params.a: { gt: &n 2.10 }, params.b: *n }'))).toEqual([
      "a.yaml:4: rules.0.where.params.b must be in quotes: '2.10' is text, 2.10 is the number 2.1",
    ]);
  });
});

test('a number that JSON has not, or that loses digits, is refused wherever it stands', () => {
  expect(faultsOf(answer('{ patch: { a: .inf, b: [12345678901234567890] } }'))).toEqual([
    'a.yaml:4: rules.0.do.patch.a is no number that JSON has',
    'a.yaml:4: rules.0.do.patch.b.0 has more digits than a number keeps; in quotes it is text',
  ]);
  expect(faultsOf(answer('{ patch: { a: 1.50 }, delay: 1e3 }'))).toEqual([]);
});

describe.each(Object.entries(wrong))('a file is refused that %s', (_what, rows) => {
  test.each(rows)('%j', (source, ...faults) => {
    expect(faultsOf(source)).toEqual(faults);
  });
});

/** What says little, and still has a use. */
test.each([
  [
    'a rule that must not fire, or may',
    parts('expect: { fired: 0 }'),
    parts('times: 2, expect: { fired: { min: 0 } }'),
  ],
  ['as often as it can', parts('times: 2, expect: { fired: 2 }'), parts('times: 2, expect: { fired: { max: 5 } }')],
  ['so often for each fax', parts('per: fax, times: 1, expect: { fired: 2 }')],
  ['a window from the beginning', parts('during: { from: 0s }'), parts('during: { until: 1s }')],
  [
    'a rule that only keeps others away, or goes on to a state',
    rules(
      '{ id: x, on: getFax, times: 1, then: a, do: { delay: 0s } }',
      '{ id: y, on: "*", state: a, then: over, do: { fail: invalid } }',
    ),
  ],
  [
    'a file that is corrupt for a resend nobody hears of',
    rules('{ id: x, on: resendFax, do: { file: corrupt, wire: reset, commit: true } }'),
  ],
  [
    'a fax by its number, or a part of it, and what it is when it is made',
    course('[{ after: 1s, status: success }]').replace('do:', "where: { to: '+12025550101', fax.status: queued }, do:"),
    webhook('{ drop: true }').replace('do:', "where: { from: { contains: '0101', not: '+12025550101' } }, do:"),
  ],
  [
    'a chance that is none until somebody gives one, and a rule that is switched off',
    top('params: { p: 0 }', 'chance: "${p}", do: { fail: invalid }'),
    file(['{ id: down, chance: 0 }'], 'extends: [outage]\n'),
  ],
  ['a patch on a refusal', answer('{ fail: invalid, patch: { message: null } }')],
  ['a list of values with a test that some pass', parts('where: { version: { in: [v1, v2], not: v1 } }')],
  [
    'a patch of a field of the wrong type, and a webhook that is not dropped',
    answer('{ patch: { data: { status: 503 }, success: 1 } }'),
    webhook('{ drop: false, delay: 1s, duplicate: { times: 2 } }'),
  ],
])('is taken: %s', (_what, ...sources) => {
  for (const source of sources) expect(faultsOf(source)).toEqual([]);
});

test('a client cannot be expected to wait until a time that is past when its world begins', () => {
  const until = (year: number): string =>
    answer(
      `{ respond: { status: 503, headers: { Retry-After: 'Fri, 20 Nov ${year} 12:00:00 GMT' } } }, expect: { honours_retry_after: true }`,
    );
  const now = Date.UTC(2026, 11);
  expect(() => loadScenario('a.yaml', until(2026), { now })).toThrow(
    'a.yaml:4: rules.0.expect cannot have honours_retry_after here: its Retry-After is past',
  );
  expect(loadScenario('a.yaml', until(2027), { now }).rules).toHaveLength(1);
  expect(loadScenario('a.yaml', until(2026)).rules).toHaveLength(1);
});

describe('the nearest word is that of what people mean', () => {
  const after = (message: string): string => message.replace(/^.*; the nearest is /, '');
  const nearest = (source: string): string => faultsOf(source).map(after).join('; ');

  test.each([
    [answer('{ status: 503 }'), 'respond: {status}'],
    [answer('{ error: 503 }'), 'fail, or respond: {status}'],
    [answer('{ latency: 2s }'), 'delay'],
    [answer('{ sleep: 2s }'), 'delay'],
    [answer('{ Sleep: 2s }'), 'delay'],
    [answer('{ wire: truncate }'), '{truncate: BYTES}'],
    [answer('{ wire: dribble }'), '{dribble: {chunks, over}}'],
    [answer('{ wire: timeout }'), 'hang'],
    [parts('when: { version: v2 }'), 'where'],
    [parts('where: { tags.case: x }'), 'fax.tags.case'],
    [parts('where: { tag.case: x }'), 'fax.tags.case'],
    [parts('where: { tags: x }'), 'fax.tags.NAME'],
    [parts('where: { status: { in: [success] } }'), 'fax.status'],
    [parts('where: { params.to: { regex: x } }'), 'matches'],
  ])('%s', (source, word) => {
    expect(nearest(source)).toBe(word);
  });

  test('and none that only JavaScript knows', () => {
    expect(faultsOf(parts('constructor: x'))).toEqual(['a.yaml:4: rules.0.constructor is not known here']);
  });

  test.each([
    ['fax: { status: success }', 'fax.status as one key, in place of fax: {…}'],
    ['fax: { tags: { case: x } }', 'fax.tags.case as one key, in place of fax: {…}'],
    ['tags: { case: { matches: x } }', 'fax.tags.case as one key, in place of tags: {…}'],
    ['params: { to: { contains: x } }', 'params.to as one key, in place of params: {…}'],
  ])('facts are keys of one level: %s', (where, fact) => {
    expect(faultsOf(parts(`where: { ${where} }`))).toEqual([`a.yaml:4: rules.0.where must have ${fact}`]);
  });
});

test('there are at least a hundred of them, each once', () => {
  const sources = Object.values(wrong).flatMap((rows) => rows.map(([source]) => source));
  expect(new Set(sources).size).toBe(sources.length);
  expect(sources.length).toBeGreaterThanOrEqual(100);
});
