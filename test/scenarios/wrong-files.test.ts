import { describe, expect, test } from '@jest/globals';
import { loadScenario } from '../../src/scenarios/load.ts';
import { ReferenceFault, ScenarioError } from '../../src/scenarios/errors.ts';

const file = (list: readonly string[], above = ''): string =>
  `name: given\ndescription: a test\n${above}rules:\n${list.map((rule) => `  - ${rule}\n`).join('')}`;

/** Files with these rules; with one that fails a call and has these parts too; with one of these effects. */
const rules = (...list: string[]): string => file(list);
const parts = (some: string): string => file([`{ id: x, on: getFax, ${some}, do: { fail: unavailable } }`]);
const answer = (effects: string): string => file([`{ id: x, on: getFax, do: ${effects} }`]);
const course = (steps: string): string => file([`{ id: x, on: fax, do: { course: ${steps} } }`]);
const portCourse = (steps: string): string => file([`{ id: x, on: portOrder, do: { course: ${steps} } }`]);
const webhook = (effects: string): string => file([`{ id: x, on: webhook, do: ${effects} }`]);
/** With a rule on some subject, that has these parts and an effect. */
const on = (subject: string, some: string): string =>
  file([`{ id: x, on: ${subject}, ${some}, do: ${effectOn[subject] ?? '{ fail: invalid }'} }`]);
const effectOn: Readonly<Record<string, string>> = {
  fax: '{ course: [{ after: 1s, status: success }] }',
  portOrder: '{ course: [{ after: 1s, status: submitted }] }',
  webhook: '{ drop: true }',
};
/** With a line before its rules. */
const top = (line: string, some = 'do: { fail: unavailable }'): string =>
  file([`{ id: x, on: getFax, ${some} }`], `${line}\n`);

const outage = 'name: outage\ndescription: a test\nrules: [{ id: down, on: "*", do: { fail: unavailable } }]';

/** The files that can be extended here. */
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

type Row = readonly [source: string, ...places: string[]];

/** Wrong files: each with the line, the rule and the part of all its faults, as `beginning` reads them. */
const wrong: Readonly<Record<string, readonly Row[]>> = {
  'is no scenario': [
    ['', '1'],
    ['[]', '1'],
    ['# of rules alone\n- { id: x, on: getFax, do: { fail: invalid } }', '2'],
    ['rules', '1'],
    ['name: [', '1'],
    [`name: a\n	description: b`, '2'],
    [`name: a\nname: b`, '2'],
    [`name: a\nrules: [{ id: x, id: y }]`, '2'],
    [`name: a\n? [b]\n: c`, '2'],
    [`name: a\nrules: {{b: c}: d}`, '2'],
    ['{"name": "a", "rules": [}', '1'],
    ['name: &a [*a, *b]', '1'],
    ['name: a\nrules: &r [{ x: *r }]', '2'],
    [`name: a\ndescription: b`, '1 rules'],
    [`name: A b\ndescription: c\nrules: []`, '1 name', '3 rules'],
    [`description: b\nrules: [{ id: x, on: getFax, do: { fail: invalid } }]`, '1 name'],
    [`name: a\nrules: [{ id: x, on: getFax, do: { fail: invalid } }]`, '1 description'],
    [`name: a\ndescription: [b]\nrules: [{ id: x, on: getFax, do: { fail: invalid } }]`, '2 description'],
    [`name: a\ndescription: b\nrules:\n  id: x`, '3 rules'],
    [`name: a\ndescription: b\nrules: [getFax]`, '3 rule #1'],
    [`name: a\ndescription: b\nrule: []`, '1 rules', '3 rule'],
    [`name: 7\ndescription: b\nrules: [{ id: x, on: getFax, do: { fail: invalid } }]`, '1 name'],
  ],
  'has a rule without its parts, or with others': [
    [rules('{ id: x, do: { fail: unavailable } }'), 'on'],
    [rules('{ on: getFax, do: { fail: unavailable } }'), '4 rule #1: id'],
    [rules('{ id: x, on: getFax }'), 'do'],
    [parts('wher: {}'), 'wher'],
    [rules('{ id: X, on: getFax, do: { fail: unavailable } }'), '4 rule X: id'],
    [rules('{ id: 4, on: getFax, do: { fail: unavailable } }'), '4 rule 4: id'],
    [rules(`id: x\n    on: getFax\n    time: 2\n    do: { fail: unavailable }`), '6 rule x: time'],
    [rules('{ id: x, on: getFax, do: fail }'), 'do'],
  ],
  'listens to what is not there': [
    [rules('{ id: x, on: getFaxes, do: { fail: unavailable } }'), 'on'],
    [rules('{ id: x, on: [], do: { fail: unavailable } }'), 'on'],
    [rules('{ id: x, on: GET /faxes, do: { fail: unavailable } }'), 'on'],
    [rules('{ id: x, on: webhooks, do: { drop: true } }'), 'on'],
    [rules('{ id: x, on: [getFax, fax], do: { fail: unavailable } }'), 'on'],
    [rules('{ id: x, on: ["*", webhook], do: { delay: 1s } }'), 'on'],
    [rules('{ id: x, on: { operation: getFax }, do: { delay: 1s } }'), 'on'],
  ],
  'asks for facts that are not there': [
    [parts('where: { param.to: x }'), 'where.param.to'],
    [parts('where: { versoin: v2 }'), 'where.versoin'],
    [parts('where: { version.major: 2 }'), 'where.version.major'],
    [parts('where: { "params.": x }'), 'where.params.'],
    [parts('where: { params: x }'), 'where.params'],
    [parts('where: { fax: x }'), 'where.fax'],
    [parts('where: { fax.tags: x }'), 'where.fax.tags'],
    [parts('where: { fax.stauts: failure }'), 'where.fax.stauts'],
    [parts('where: { fax.status.code: 1 }'), 'where.fax.status.code'],
    [parts('where: { fax.recipients.x: failure }'), 'where.fax.recipients.x'],
    [on('portOrder', 'where: { fax.status: success }'), 'where.fax.status'],
    [on('portOrder', 'where: { order.completed_at: x }'), 'where.order.completed_at'],
    [on('portOrder', 'where: { to: x }'), 'where.to'],
    [parts('where: { fax.recipients.0.stats: failure }'), 'where.fax.recipients.0.stats'],
    [parts('where: { event: fax_completed }'), 'where.event'],
    [parts('where: { to: "+12025550123" }'), 'where.to'],
    [on('listFaxes', 'where: { fax.status: success }'), 'where.fax.status'],
    [on('[sendFax, listFaxes]', 'where: { number.city: Chicago }'), 'where.number.city'],
    [parts('where: { rule.direction: send }'), 'where.rule.direction'],
    [on('fax', 'where: { version: v2.1 }'), 'where.version'],
    [on('webhook', 'where: { headers.host: x }'), 'where.headers.host'],
    [on('webhook', 'where: { number.city: x }'), 'where.number.city'],
    [on('fax', 'where: { fax.cost: 7 }'), 'where.fax.cost'],
    [on('fax', 'where: { event: fax_completed }'), 'where.event'],
  ],
  'compares impossible values': [
    [parts('where: []'), 'where'],
    [parts('where: { version: [v1, v2] }'), 'where.version'],
    [parts('where: { version: null }'), 'where.version'],
    [parts('where: { version: {} }'), 'where.version'],
    [parts('where: { version: { less: 1 } }'), 'where.version.less'],
    [parts('where: { version: { in: v1 } }'), 'where.version.in'],
    [parts('where: { version: { in: [] } }'), 'where.version.in'],
    [parts('where: { version: { in: [[v1]] } }'), 'where.version.in.0'],
    [parts('where: { version: { not: [v1] } }'), 'where.version.not'],
    [parts('where: { version: { contains: 2 } }'), 'where.version.contains'],
    [parts('where: { params.page: { gt: two } }'), 'where.params.page.gt'],
    [parts('where: { params.page: { lt: "2" } }'), 'where.params.page.lt'],
    [parts('where: { params.page: { exists: maybe } }'), 'where.params.page.exists'],
    [parts('where: { version: { matches: 2 } }'), 'where.version.matches'],
    [parts('where: { version: { matches: "(" } }'), 'where.version.matches'],
    [parts('where: { version: { matches: "a**" } }'), 'where.version.matches'],
    [parts('where: { version: { matches: "v(?=2)" } }'), 'where.version.matches'],
    [parts('where: { version: { matches: "(v)\\\\1" } }'), 'where.version.matches'],
    [parts('where: { version: { matches: "((a{99}){99}){99}" } }'), 'where.version.matches'],
  ],
  'has impossible counts': [
    [parts('times: 0'), 'times'],
    [parts('times: twice'), 'times'],
    [parts('after: -1'), 'after'],
    [parts('every: many'), 'every'],
    [parts('every: 0'), 'every'],
    [parts('chance: 2'), 'chance'],
    [parts('chance: 10%'), 'chance'],
    [parts('per: customer'), 'per'],
    [rules('{ id: x, on: listFaxes, per: fax, do: { fail: invalid } }'), 'per'],
    [rules('{ id: x, on: [listFaxes, sendFax], per: fax, do: { fail: invalid } }'), 'per'],
    [parts('per: number'), 'per'],
    [parts('during: 5m'), 'during'],
    [parts('during: { form: 1s }'), 'during.form'],
    [parts('during: { until: soon }'), 'during.until'],
    [parts('during: { from: 2m, until: 1m }'), 'during'],
    [parts('during: { from: 1m, until: 60s }'), 'during'],
    [parts('during: { from: -1 }'), 'during.from'],
  ],
  'has states that are no words': [
    [parts('state: Broken'), 'state'],
    [parts('then: two words'), 'then'],
  ],
  'has impossible answers': [
    [answer('{}'), 'do'],
    [answer('{ fial: unavailable }'), 'do.fial'],
    [answer('{ fail: unavailabel }'), 'do.fail'],
    [answer('{ fail: 503 }'), 'do.fail'],
    [answer('{ delay: 2 weeks }'), 'do.delay'],
    [answer('{ delay: -1 }'), 'do.delay'],
    [answer('{ delay: { min: 1s } }'), 'do.delay.max'],
    [answer('{ delay: { min: 2s, max: 1s } }'), 'do.delay'],
    [answer('{ delay: { min: 1s, max: 2s, sigma: 1 } }'), 'do.delay.sigma'],
    [answer('{ delay: { median: 1s, sigma: wide, max: 2s } }'), 'do.delay.sigma'],
    [answer('{ delay: { median: 1s } }'), 'do.delay.sigma', 'do.delay.max'],
    [answer('{ respond: { status: 99 } }'), 'do.respond.status'],
    [answer('{ respond: { status: 600 } }'), 'do.respond.status'],
    [answer('{ respond: { message: x } }'), 'do.respond.status'],
    [answer('{ respond: 503 }'), 'do.respond'],
    [answer('{ respond: { status: 200, headers: { "a b": c } } }'), 'do.respond.headers.a'],
    [answer('{ respond: { status: 200, headers: { a: "b\\nc" } } }'), 'do.respond.headers.a'],
    [answer('{ respond: { status: 200, headers: { a: true } } }'), 'do.respond.headers.a'],
    [answer('{ respond: { status: 200, headers: [a] } }'), 'do.respond.headers'],
    [answer('{ respond: { status: 200, message: 7 } }'), 'do.respond.message'],
    [answer('{ respond: { status: 200, text: x } }'), 'do.respond.text'],
    [answer('{ wire: rest }'), 'do.wire'],
    [answer('{ wire: { truncate: -1 } }'), 'do.wire.truncate'],
    [answer('{ wire: { truncate: half } }'), 'do.wire.truncate'],
    [answer('{ wire: { dribble: { chunks: 3 } } }'), 'do.wire.dribble.over'],
    [answer('{ wire: { dribble: { chunks: 0, over: 1s } } }'), 'do.wire.dribble.chunks'],
    [answer('{ wire: { truncate: 3, dribble: { chunks: 2, over: 1s } } }'), 'do.wire'],
    [answer('{ delay: { min: 1s, max: 2s, median: 1s } }'), 'do.delay'],
    [answer('{ wire: { cut: 3 } }'), 'do.wire'],
    [answer('{ delay: { max: 1s } }'), 'do.delay'],
    [answer('{ fail: unavailable, wire: reset }'), 'do'],
    [answer('{ fail: unavailable, respond: { status: 200 } }'), 'do'],
    [answer('{ fail: invalid, rate_limit: { limit: 1, window: 1s } }'), 'do'],
    [answer('{ respond: { status: 200, message: a, body: b } }'), 'do.respond'],
    [answer('{ respond: { status: 204, body: b } }'), 'do.respond'],
    [answer('{ respond: { status: 200, headers: { Content-Length: "7" } } }'), 'do.respond.headers.Content-Length'],
    [answer('{ rate_limit: { limit: 1, window: 0s } }'), 'do.rate_limit.window'],
    [answer('{ delay: { median: 5s, sigma: 1, max: 2s } }'), 'do.delay'],
    [answer('{ delay: { median: 1s, sigma: -1, max: 2s } }'), 'do.delay.sigma'],
    [webhook('{ duplicate: { times: 101 } }'), 'do.duplicate.times'],
    [answer('{ commit: true }'), 'do.commit'],
    [answer('{ fail: unavailable, commit: perhaps }'), 'do.commit'],
    [answer('{ file: gone }'), 'do.file'],
    [rules('{ id: x, on: listFaxes, do: { file: missing } }'), 'do.file'],
    [rules('{ id: x, on: [getFax, deleteFaxFile], do: { file: corrupt } }'), 'do.file'],
    [rules('{ id: x, on: getFaxFile, do: { patch: { data: null } } }'), 'do.patch'],
    [answer('{ rate_limit: { limit: 0, window: 1s } }'), 'do.rate_limit.limit'],
    [answer('{ rate_limit: { limit: 1 } }'), 'do.rate_limit.window'],
    [answer('{ rate_limit: { limit: 1, window: 1s, by: account } }'), 'do.rate_limit.by'],
    [answer('{ rate_limit: { limit: 1, window: 1s, punish_early_retry: 1 } }'), 'do.rate_limit.punish_early_retry'],
    [answer('{ course: [{ after: 1s, status: success }] }'), 'do.course'],
    [answer('{ drop: true }'), 'do.drop'],
    [answer('{ sign: none }'), 'do.sign'],
  ],
  'has a course that no fax takes': [
    [course('[]'), 'do.course'],
    [course('{ after: 1s, status: success }'), 'do.course'],
    [course('[success]'), 'do.course.0'],
    [course('[{ status: success }]'), 'do.course.0'],
    [course('[{ after: 1s, on_read: 2, status: success }]'), 'do.course.0'],
    [course("[{ after: 1s, status: success, to: '+12025550101' }]"), 'do.course.0'],
    [portCourse("[{ after: 1s, status: submitted, to: '+12025550101' }]"), 'do.course.0'],
    [course('[{ on_read: 0, status: success }]'), 'do.course.0.on_read'],
    [portCourse('[{ on_read: 1, status: submitted }]'), 'do.course.0'],
    [portCourse('[{ after: 1s, status: willretry }]'), 'do.course.0'],
    [course('[{ after: 1s }]'), 'do.course.0.status'],
    [course('[{ after: soon, status: success }]'), 'do.course.0.after'],
    [course('[{ after: 1s, status: queued }]'), 'do.course.0.status'],
    [course('[{ after: 1s, status: failure }]'), 'do.course.0'],
    [course('[{ after: 1s, status: failure, error: 999 }]'), 'do.course.0.error'],
    [course('[{ after: 1s, status: failure, error: busy }]'), 'do.course.0.error'],
    [course('[{ after: 1s, status: success, error: 17 }]'), 'do.course.0'],
    [course('[{ after: 1s, status: partialsuccess }]'), 'do.course.0'],
    [course('[{ after: 1s, status: success }, { after: 1s, status: inprogress }]'), 'do.course.1'],
    [course('[{ after: 1s, status: failure, error: 17 }, { after: 1s, status: failure, error: 17 }]'), 'do.course.1'],
    [course('[{ after: 1s, status: success, cost: 7 }]'), 'do.course.0.cost'],
    [portCourse('[{ after: 1s, status: success }]'), 'do.course.0'],
    [portCourse('[{ after: 1s, status: scheduled }, { after: 1s, status: open }]'), 'do.course.0', 'do.course.1'],
    [portCourse('[{ after: 1s, status: cancelled }, { after: 1s, status: submitted }]'), 'do.course.1'],
    [portCourse('[{ after: 1s, status: submitted, note: 7 }]'), 'do.course.0.note'],
    [portCourse('[{ after: 1s, status: submitted, error: 17 }]'), 'do.course.0'],
    [course('[{ after: 1s, status: completed }]'), 'do.course.0'],
    [course('[{ after: 1s, status: inprogress, note: x }]'), 'do.course.0'],
    [rules('{ id: x, on: fax, do: { fail: unavailable } }'), 'do.fail'],
    [rules('{ id: x, on: fax, do: { drop: true, course: [{ after: 1s, status: success }] } }'), 'do.drop'],
  ],
  'has impossible faults of webhooks': [
    [webhook('{ wire: reset }'), 'do.wire'],
    [webhook('{ sign: badly }'), 'do.sign'],
    [webhook('{ sign: wrong_token }'), 'do.sign'],
    [webhook('{ hold_until: done }'), 'do.hold_until'],
    [webhook('{ body: missing }'), 'do.body'],
    [webhook('{ drop: yes please }'), 'do.drop'],
    [webhook('{ duplicate: 2 }'), 'do.duplicate'],
    [webhook('{ duplicate: { gap: 1s } }'), 'do.duplicate.times'],
    [webhook('{ duplicate: { times: 0 } }'), 'do.duplicate.times'],
    [webhook('{ duplicate: { times: 2, gap: a while } }'), 'do.duplicate.gap'],
    [webhook('{ duplicate: { times: 2, after: 1s } }'), 'do.duplicate.after'],
    [webhook('{ delay: late }'), 'do.delay'],
    [webhook('{ course: [{ after: 1s, status: success }] }'), 'do.course'],
  ],
  'has impossible expectations': [
    [answer('{ arrivals: 101 }'), 'do.arrivals'],
    [webhook('{ receiver: 99 }'), 'do.receiver'],
    [parts('expect: {}'), 'expect'],
    [parts('expect: { retrys: 1 }'), 'expect.retrys'],
    [parts('expect: { retries: { min: 3, max: 2 } }'), 'expect.retries'],
    [parts('expect: { retries: {} }'), 'expect.retries'],
    [parts('expect: { fired: often }'), 'expect.fired'],
    [parts('expect: { fired: [1] }'), 'expect.fired'],
    [parts('expect: { fired: { min: -1 } }'), 'expect.fired.min'],
    [parts('expect: { no_duplicate_fax: false }'), 'expect.no_duplicate_fax'],
    [parts('expect: { rejects_webhook: true }'), 'expect'],
    [parts('expect: { honours_retry_after: true }'), 'expect'],
    [parts('expect: { no_duplicate_fax: true }'), 'expect'],
    [rules('{ id: x, on: sendFax, do: { wire: reset }, expect: { no_duplicate_fax: true } }'), 'expect'],
    [rules('{ id: x, on: webhook, do: { delay: 1s }, expect: { rejects_webhook: true } }'), 'expect'],
    [rules('{ id: x, on: webhook, do: { sign: none }, expect: { retries: 1 } }'), 'expect'],
    [
      rules('{ id: x, on: portOrder, do: { course: [{ after: 1d, status: submitted }] }, expect: { retries: 1 } }'),
      'expect',
    ],
    [on('fax', 'where: { retry: 1 }'), 'where.retry'],
  ],
  'can never do or say anything': [
    [parts('during: {}'), 'during'],
    [
      rules(
        '{ id: x, on: getFax, times: 1, then: a, do: { delay: 1s } }',
        '{ id: y, on: getFax, state: a, then: a, do: { fail: invalid } }',
      ),
      '5 rule y: then',
    ],
    [answer('{ patch: {} }'), 'do.patch'],
    [answer('{ patch: { data: null }, wire: reset }'), 'do'],
    [answer('{ patch: { data: null }, respond: { status: 200 } }'), 'do'],
    [rules('{ id: x, on: resendFax, do: { file: corrupt, fail: unavailable } }'), 'do'],
    [rules('{ id: x, on: resendFax, do: { file: corrupt, rate_limit: { limit: 1, window: 1s } } }'), 'do'],
    [answer('{ wire: { truncate: 1 }, commit: false }'), 'do.commit'],
    [answer('{ delay: 1s, commit: false }'), 'do.commit'],
    [webhook('{ drop: true, sign: none, body: empty }'), 'do'],
    ...['delay: 1s', 'duplicate: { times: 2 }', 'hold_until: fax_completed'].map((other): Row => [
      webhook(`{ drop: true, ${other} }`),
      'do',
    ]),
    [answer('{ patch: "" }'), 'do.patch'],
    [answer('{ patch: { status: 503 } }'), 'do.patch'],
    [webhook('{ duplicate: { times: 1 } }'), 'do.duplicate.times'],
    [answer('{ wire: { dribble: { chunks: 1, over: 1s } } }'), 'do.wire.dribble.chunks'],
    [
      answer('{ respond: { status: 503, headers: { Retry-After: "0" } } }, expect: { honours_retry_after: true }'),
      'expect',
    ],
    ...['-1', "'2026-11-20'", 'soon'].map((value): Row => [
      answer(`{ respond: { status: 503, headers: { Retry-After: ${value} } } }, expect: { honours_retry_after: true }`),
      'expect',
    ]),
  ],
  'uses an id twice': [
    [
      rules('{ id: x, on: getFax, do: { fail: invalid } }', '{ id: x, on: sendFax, do: { fail: invalid } }'),
      '5 rule x: id',
    ],
  ],
  'waits without an answer, or for no time': [
    [answer('{ retry_after: 2s }'), 'do.retry_after'],
    [answer('{ wire: reset, retry_after: 2s }'), 'do.retry_after'],
    [answer('{ fail: unavailable, retry_after: 0s }'), 'do.retry_after'],
    [answer('{ fail: unavailable, retry_after: soon }'), 'do.retry_after'],
  ],
  'has parameters that do not fit': [
    [top('params: [a]'), '3 params'],
    [top('params: { A: 1 }'), '3 params.A'],
    [top('params: { a: null }'), '3 params.a'],
    [top('params: { a: [1] }'), '3 params.a'],
    [top('params: { wait: 2s }'), '3 params.wait'],
    [top('params: { wait: 2s }', `do: { delay: \${wait} }`), '5'],
    [top('params: { wait: 2s }', `do: { delay: "\${wiat}" }`), '3 params.wait', '5 rule x: do.delay'],
    [answer(`{ delay: "\${wait}" }`), 'do.delay'],
    [top('params: { n: 2s }', `do: { delay: "a \${n}" }`), '5 rule x: do.delay'],
    [top('params: { n: 0.5 }', `times: "\${n}", do: { fail: invalid }`), '5 rule x: times'],
    [top('params: { n: "2" }', `times: "\${n}", do: { fail: invalid }`), '5 rule x: times'],
    [top('params: { n: 2 }', `do: { fail: "\${n}" }`), '5 rule x: do.fail'],
    [
      top('params: { n: 2 }', `do: { fail: unavailable, patch: { a: [1, "\${m}"] } }`),
      '3 params.n',
      '5 rule x: do.patch.a.1',
    ],
    [answer(`{ respond: { status: 200, message: "a \${b" } }`), 'do.respond.message'],
  ],
  'extends what is not there': [
    [top('extends: outage'), '3 extends'],
    [top('extends: []'), '3 extends'],
    [top('extends: [7]'), '3 extends.0'],
    [top('extends: [outrage]'), '3 extends.0'],
    [top('extends: [outage, outage(minutes=3)]'), '3 extends.1'],
    [top('extends: ["outage("]'), '3 extends.0'],
    [top('extends: ["outage()"]'), '3 extends.0'],
    [top('extends: ["outage(a=1,a=2)"]'), '3 extends.0'],
    [top('extends: ["outage(a=%)"]'), '3 extends.0'],
    [top('extends: [../outage.yaml]'), '3 extends.0'],
    [top('extends: [/etc/passwd]'), '3 extends.0'],
    [top('extends: [./missing.yaml]'), '3 extends.0'],
    [top('extends: [./a.yaml]'), '3 extends.0'],
  ],
};

/** A fault that stands in such a place: `5 rule y: on` is the part `on` of the rule `y` in line 5, `on` that of `x` in line 4. */
function beginning(place: string): RegExp {
  const [, line = '', part = ''] = /^(\d+) ?(.*)$/.exec(place) ?? ['', '4', `rule x: ${place}`];
  return new RegExp(`^a\\.yaml:${line}: ${part.replace(/[.+*?()[\]^$]/g, '\\$&')}${part === '' ? '' : ' '}`);
}

/** A file whose answer has this header. */
const header = (value: string): string => answer(`{ respond: { status: 200, headers: { X-A: ${value} } } }`);

describe('a number that is sent or compared as text must be the text that stands in the file', () => {
  const unlike = ['2.10', '+12025550123', '007', '12345678901234567890', '0x1F', '1e3', '.inf', '.nan', '-0', '+5'];

  test.each(unlike)('as %s is not', (written) => {
    const fault = `must be in quotes: '${written}' is text, ${written} is the number ${String(Number(written.replace('.inf', 'Infinity')))}`;
    expect(faultsOf(header(written))).toEqual([`a.yaml:4: rule x: do.respond.headers.X-A ${fault}`]);
    expect(faultsOf(parts(`where: { params.a: ${written} }`))).toEqual([`a.yaml:4: rule x: where.params.a ${fault}`]);
    expect(faultsOf(parts(`where: { params.a: { in: [${written}] } }`))).toEqual([
      `a.yaml:4: rule x: where.params.a.in.0 ${fault}`,
    ]);
    expect(faultsOf(top(`params: { a: ${written} }`))).toContain(`a.yaml:3: params.a ${fault}`);
  });

  test.each(['0', '2', '0.5', '-1', '"007"', "'2.10'"])('as %s is', (written) => {
    expect(faultsOf(header(written))).toEqual([]);
    expect(faultsOf(parts(`where: { params.a: { not: ${written} } }`))).toEqual([]);
  });

  test('also where it stands under another name', () => {
    expect(faultsOf(parts('where: { params.a: { gt: &n 2.10 }, params.b: *n }'))).toEqual([
      "a.yaml:4: rule x: where.params.b must be in quotes: '2.10' is text, 2.10 is the number 2.1",
    ]);
  });
});

test('a number that JSON has not, or that loses digits, is refused wherever it stands', () => {
  expect(faultsOf(answer('{ patch: { a: .inf, b: [12345678901234567890] } }'))).toEqual([
    'a.yaml:4: rule x: do.patch.a is no number that JSON has',
    'a.yaml:4: rule x: do.patch.b.0 has more digits than a number keeps; in quotes it is text',
  ]);
  expect(faultsOf(answer('{ patch: { a: 1.50, b: 1e3 } }'))).toEqual([]);
});

describe.each(Object.entries(wrong))('a file is refused that %s', (_what, rows) => {
  test.each(rows)('%j', (source, ...places) => {
    const begins = places.map((place) => expect.stringMatching(beginning(place)));
    expect(faultsOf(source)).toEqual(begins);
  });
});

/** Files that say little, and still have a use. */
test.each([
  [
    'a rule that must not fire, or may',
    parts('expect: { fired: 0 }'),
    parts('times: 2, expect: { fired: { min: 0 } }'),
  ],
  ['a window from the beginning', parts('during: { from: 0s }'), parts('during: { until: 1s }')],
  [
    'a rule that only keeps others away, or goes on to a state',
    rules(
      '{ id: x, on: getFax, times: 1, then: a, do: { delay: 0s } }',
      '{ id: y, on: "*", state: a, then: over, do: { fail: invalid } }',
    ),
  ],
  [
    'a file that is corrupt for a resend without a webhook',
    rules('{ id: x, on: resendFax, do: { file: corrupt, wire: reset, commit: true } }'),
  ],
  [
    'a fax by its number, or a part of it, and what it is when it is made',
    course('[{ after: 1s, status: success }]').replace('do:', "where: { to: '+12025550101', fax.status: queued }, do:"),
    webhook('{ drop: true }').replace('do:', "where: { from: { contains: '0101', not: '+12025550101' } }, do:"),
  ],
  [
    'a chance of 0 that a parameter can raise, and a rule that is switched off',
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

/** Whole sentences, of each sort one. */
test.each([
  [rules('{ id: x, do: { fail: unavailable } }'), 'a.yaml:4: rule x: on is required'],
  [rules('{ on: getFax, do: { fail: unavailable } }'), 'a.yaml:4: rule #1: id is required'],
  [
    webhook('{ duplicate: { times: 2, gap: 36501d } }'),
    'a.yaml:4: rule x: do.duplicate.gap must not be longer than 36500d, got "36501d"',
  ],
  [parts('wher: {}'), 'a.yaml:4: rule x: wher is not known here; the nearest is where'],
  [
    rules('{ id: x, on: getFaxes, do: { fail: unavailable } }'),
    'a.yaml:4: rule x: on must be an operation, a list of them, "*", fax, portOrder, webhook, got "getFaxes"; the nearest is getFax',
  ],
  [
    parts('where: { fax.stauts: failure }'),
    'a.yaml:4: rule x: where.fax.stauts is no field of a fax; the nearest is fax.status',
  ],
  [parts('where: { stauts: failure }'), 'a.yaml:4: rule x: where.stauts is no fact; the nearest is fax.status'],
  [parts('where: { ata_name: x }'), 'a.yaml:4: rule x: where.ata_name is no fact; the nearest is number.ata_name'],
  [
    parts('where: { to: "+12025550123" }'),
    'a.yaml:4: rule x: where.to is known of faxes and webhooks only; of answers it is params.to',
  ],
  [
    answer('{ fail: unavailabel }'),
    'a.yaml:4: rule x: do.fail must be one of unauthorized, not_found, invalid, rate_limited, unavailable, server_error, got "unavailabel"; the nearest is unavailable',
  ],
  [
    answer('{ fail: unavailable, wire: reset }'),
    'a.yaml:4: rule x: do cannot have fail and wire: they exclude each other, since each is an answer of its own',
  ],
  [
    webhook('{ wire: reset }'),
    'a.yaml:4: rule x: do.wire cannot be here: webhook rules have delay, drop, duplicate, hold_until, sign, credentials, patch, body, receiver',
  ],
  [
    course('[{ after: 1s, status: success }, { after: 1s, status: inprogress }]'),
    'a.yaml:4: rule x: do.course.1 comes after success, which is the end',
  ],
  [parts('times: "2"'), "a.yaml:4: rule x: times must be an integer, got the string '2': write it without quotes"],
  [
    rules('{ id: x, on: getFax, do: { fail: invalid } }', '{ id: x, on: sendFax, do: { fail: invalid } }'),
    'a.yaml:5: rule x: id is used by an earlier rule too',
  ],
])('%j is refused with a sentence: %s', (source, sentence) => {
  expect(faultsOf(source)).toEqual([sentence]);
});

describe('all faults are reported at once', () => {
  test('those of form, of meaning, of numbers, of parameters and of ids, in the order of lines', () => {
    const source = file(
      [
        '{ id: x, on: getFax, tiems: 2, do: { delay: soon } }',
        '{ id: y, on: listFaxes, chance: 2, do: { fail: "${none}" } }',
        '{ id: z, on: sendFax, where: { params.to: +12025550101 }, do: { fail: invalid, wire: reset } }',
        '{ id: x, on: sendFax, do: { fail: invalid } }',
      ],
      'params: { wait: 1s }\n',
    );
    expect(faultsOf(source)).toEqual([
      'a.yaml:3: params.wait is used nowhere',
      expect.stringMatching(/^a.yaml:5: rule x: do.delay must be a duration/),
      'a.yaml:5: rule x: tiems is not known here; the nearest is times',
      expect.stringMatching(/^a.yaml:6: rule y: do.fail has an unknown/),
      'a.yaml:6: rule y: chance must be a number from 0 to 1, got 2',
      expect.stringMatching(/^a.yaml:7: rule z: where.params.to must be in quotes/),
      expect.stringMatching(/^a.yaml:7: rule z: do cannot have fail and wire/),
      'a.yaml:8: rule x: id is used by an earlier rule too',
    ]);
  });

  test('but contradictions only of rules whose parts are valid', () => {
    for (const wrong of ['fial: invalid', 'fail: invlid']) {
      expect(faultsOf(answer(`{ ${wrong}, commit: true }`))).toHaveLength(1);
      expect(
        faultsOf(rules(`{ id: x, on: getFax, do: { ${wrong} }, expect: { honours_retry_after: true } }`)),
      ).toHaveLength(1);
    }
    expect(faultsOf(rules('{ id: x, on: getFxa, per: number, do: { drop: true } }'))).toHaveLength(1);
  });

  test('and beyond a hundred they are counted', () => {
    const many = Array.from({ length: 150 }, (_, index) => `{ id: r${index}, on: getFax, do: { fail: invlid } }`);
    const faults = faultsOf(rules(...many));
    expect(faults).toHaveLength(101);
    expect(faults.at(-1)).toBe('and 50 more faults');
  });
});

describe('of many rules', () => {
  const many = (count: number): string =>
    rules(...Array.from({ length: count }, (_, index) => `{ id: r${index}, on: getFax, do: { fail: invalid } }`));

  test('more than 5,000 are refused, and so is a text that is too long, by itself or with what it extends', () => {
    expect(faultsOf(many(5001))).toEqual([
      'a.yaml:3: rules must have at most 5000 rules, got 5001; split the scenario into several',
    ]);
    const tooLong = `# ${' '.repeat(524_288)}`;
    expect(faultsOf(tooLong)).toEqual([
      'a.yaml:1: a scenario must have at most 524288 bytes with all that it extends, got 524290; split it into several',
    ]);
    const extending = `name: a\ndescription: b\nextends: [${'long, '.repeat(5)}long]\n`;
    const long = { file: 'long.yaml', text: `# ${' '.repeat(100_000)}\n${outage}` };
    expect(() => loadScenario('a.yaml', extending, { read: () => long })).toThrow(
      'long.yaml:1: a scenario must have at most 524288 bytes',
    );
  });
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
    [answer('{ fail: 503 }'), 'unavailable'],
    [answer('{ fail: "404" }'), 'not_found'],
    [answer('{ fail: error }'), 'server_error'],
    [course('[{ after: 1s, status: failed }]'), 'failure'],
    [course('[{ after: 1s, status: sent }]'), 'success'],
    [course('[{ after: 1s, status: in_progress }]'), 'inprogress'],
    [webhook('{ hold_until: done }'), 'fax_completed'],
    [webhook('{ sign: badly }'), 'wrong-token'],
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
    expect(faultsOf(parts('constructor: x'))).toEqual(['a.yaml:4: rule x: constructor is not known here']);
  });

  test.each([
    ['fax: { status: success }', 'fax.status as one key, in place of fax: {…}'],
    ['fax: { tags: { case: x } }', 'fax.tags.case as one key, in place of fax: {…}'],
    ['tags: { case: { matches: x } }', 'fax.tags.case as one key, in place of tags: {…}'],
    ['params: { to: { contains: x } }', 'params.to as one key, in place of params: {…}'],
  ])('facts are keys of one level: %s', (where, fact) => {
    expect(faultsOf(parts(`where: { ${where} }`))).toEqual([`a.yaml:4: rule x: where must have ${fact}`]);
  });
});

describe('a number in quotes', () => {
  const quoted = (what: string, text: string): string =>
    `must be ${what}, got the string '${text}': write it without quotes`;

  test.each([
    [parts('every: "3"'), `every ${quoted('an integer', '3')}`],
    [parts('chance: "0.5"'), `chance ${quoted('a number from 0 to 1', '0.5')}`],
    [parts('where: { params.page: { gt: "2" } }'), `where.params.page.gt ${quoted('a number', '2')}`],
    [answer('{ respond: { status: "503" } }'), `do.respond.status ${quoted('a status', '503')}`],
    [
      course('[{ after: 1s, status: failure, error: busy }]'),
      'do.course.0.error must be the id of an error of the service, got "busy"; the nearest is 17 (Busy)',
    ],
    [
      course('[{ after: 1s, status: failure, error: "17" }]'),
      `do.course.0.error ${quoted('the id of an error of the service', '17')}`,
    ],
  ])('%j has a message of its own', (source, fault) => {
    expect(faultsOf(source)).toEqual([`a.yaml:4: rule x: ${fault}`]);
  });
});

test('there are at least a hundred of them, each once', () => {
  const sources = Object.values(wrong).flatMap((rows) => rows.map(([source]) => source));
  expect(new Set(sources).size).toBe(sources.length);
  expect(sources.length).toBeGreaterThanOrEqual(100);
});

test.each([
  ['a picture', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'],
  ['a program', '\u007fELF\u0002\u0001\u0001\0\0\0'],
])('a file that is %s is named, and none of its bytes shown', (_, source) => {
  expect(faultsOf(source)).toEqual(['a.yaml must be YAML or JSON, got other bytes']);
});
