import { describe, expect, test } from '@jest/globals';
import { ScenarioError, loadScenario } from '../../src/scenarios/load.ts';

const file = (rules: string): string => `name: given\ndescription: a test\nrules:\n${rules}\n`;
const rule = (parts: string): string => file(`  - { id: x, on: getFax, ${parts} }`);

/** The faults of a file, as the user sees them. */
function faultsOf(source: string): readonly string[] {
  try {
    loadScenario('a.yaml', source);
  } catch (error) {
    if (error instanceof ScenarioError) return error.faults;
    throw error;
  }
  return [];
}

const fail = 'do: { fail: unavailable }';

describe('a wrong file is refused with file, line and what is wrong', () => {
  test.each([
    ['', ['a.yaml:1: must be a group of keys']],
    ['name: [', ['a.yaml:1: Flow sequence in block collection must be sufficiently indented and end with a ]']],
    ['name: a\nname: b', ['a.yaml:2: Map keys must be unique']],
    ['name: a\ndescription: b', ['a.yaml:1: rules is required']],
    [
      'name: A b\ndescription: c\nrules: []',
      ['a.yaml:1: name must be of lower-case letters, digits and dashes', 'a.yaml:3: rules must have a rule'],
    ],
    [file('  - { id: x, do: { fail: unavailable } }'), ['a.yaml:4: rules.0.on is required']],
    [file('  - { on: getFax, do: { fail: unavailable } }'), ['a.yaml:4: rules.0.id is required']],
    [file('  - { id: x, on: getFax }'), ['a.yaml:4: rules.0.do is required']],
    [
      file(`  - { id: x, on: getFaxes, ${fail} }`),
      [
        'a.yaml:4: rules.0.on must be an operation, a list of them, "*", fax or webhook; the nearest to getFaxes is getFax',
      ],
    ],
    [
      file(`  - { id: x, on: [getFax, sendfax], ${fail} }`),
      [expect.stringContaining('the nearest to sendfax is sendFax')],
    ],
    [rule(`${fail}, wher: {}`), ['a.yaml:4: rules.0.wher is not known here; the nearest is where']],
    [rule('do: { fial: unavailable }'), ['a.yaml:4: rules.0.do.fial is not known here; the nearest is fail']],
    [
      rule('do: { fail: unavailabel }'),
      [expect.stringMatching(/^a.yaml:4: rules.0.do.fail must be one of unauthorized.*nearest is unavailable$/)],
    ],
    [rule('do: {}'), ['a.yaml:4: rules.0.do must do something']],
    [
      rule('do: { course: [{ after: 1s, status: success }] }'),
      [expect.stringContaining('cannot have course here: answer rules have delay')],
    ],
    [
      file('  - { id: x, on: fax, do: { fail: unavailable } }'),
      [expect.stringContaining('cannot have fail here: fax rules have course')],
    ],
    [file('  - { id: x, on: webhook, do: { wire: reset } }'), [expect.stringContaining('cannot have wire here')]],
    [
      file(`  - { id: x, on: [getFax, fax], ${fail} }`),
      [expect.stringContaining('cannot listen to answers, faxes and webhooks at once')],
    ],
    [
      rule(`where: { param.to: x }, ${fail}`),
      ['a.yaml:4: rules.0.where.param.to is no fact; the nearest is params.NAME'],
    ],
    [rule(`where: { version: { matches: "(" } }, ${fail}`), [expect.stringContaining('rules.0.where.version')]],
    [rule(`where: { version: { less: 1 } }, ${fail}`), [expect.stringContaining('rules.0.where.version')]],
    [rule(`times: 0, ${fail}`), ['a.yaml:4: rules.0.times must be 1 or more']],
    [rule(`times: 1.5, ${fail}`), ['a.yaml:4: rules.0.times must be a whole number']],
    [rule(`after: -1, ${fail}`), ['a.yaml:4: rules.0.after must not be negative']],
    [rule(`every: many, ${fail}`), ['a.yaml:4: rules.0.every must be a whole number']],
    [rule(`chance: 2, ${fail}`), ['a.yaml:4: rules.0.chance must be a number from 0 to 1']],
    [
      rule(`per: customer, ${fail}`),
      [expect.stringContaining('rules.0.per must be one of rule, account, fax, number')],
    ],
    [rule(`during: { form: 1s }, ${fail}`), ['a.yaml:4: rules.0.during.form is not known here; the nearest is from']],
    [
      rule(`during: { until: soon }, ${fail}`),
      ['a.yaml:4: rules.0.during.until must be a duration such as 45m, 2s or 250ms'],
    ],
    [rule('do: { delay: 2 weeks }'), [expect.stringContaining('rules.0.do.delay')]],
    [rule('do: { delay: { min: 1s } }'), [expect.stringContaining('rules.0.do.delay')]],
    [rule('do: { respond: { status: 99 } }'), ['a.yaml:4: rules.0.do.respond.status must be a status from 200 to 599']],
    [rule('do: { respond: { message: x } }'), ['a.yaml:4: rules.0.do.respond.status is required']],
    [rule('do: { wire: rest }'), [expect.stringContaining('rules.0.do.wire')]],
    [rule('do: { wire: { truncate: -1 } }'), [expect.stringContaining('rules.0.do.wire')]],
    [rule('do: { rate_limit: { limit: 0, window: 1s } }'), ['a.yaml:4: rules.0.do.rate_limit.limit must be 1 or more']],
    [rule('do: { rate_limit: { limit: 1 } }'), ['a.yaml:4: rules.0.do.rate_limit.window is required']],
    [rule('do: { delay: { min: 2s, max: 1s } }'), [expect.stringContaining('rules.0.do.delay')]],
    [
      rule('do: { fail: unavailable, wire: reset }'),
      ['a.yaml:4: rules.0.do cannot have fail and wire: each is an answer of its own'],
    ],
    [rule(`during: { from: 2m, until: 1m }, ${fail}`), ['a.yaml:4: rules.0.during must end after it begins']],
    [
      rule('do: { respond: { status: 200, headers: { "a b": c } } }'),
      [expect.stringContaining('is no name of a header')],
    ],
    [rule('do: { file: gone }'), [expect.stringContaining('rules.0.do.file must be one of missing, corrupt')]],
    [file('  - { id: x, on: fax, do: { course: [] } }'), ['a.yaml:4: rules.0.do.course must have a step']],
    [
      file('  - { id: x, on: fax, do: { course: [{ after: 1s, status: failure, error: 999 }] } }'),
      ['a.yaml:4: rules.0.do.course.0.error is no id of an error of the service'],
    ],
    [
      file('  - { id: x, on: fax, do: { course: [{ after: 1s, status: failure }] } }'),
      ['a.yaml:4: rules.0.do.course.0 must have an error when it fails, and else none'],
    ],
    [
      file('  - { id: x, on: fax, do: { course: [{ after: 1s, status: queued }] } }'),
      [expect.stringContaining('rules.0.do.course.0.status')],
    ],
    [
      file('  - { id: x, on: fax, do: { course: [{ status: success }] } }'),
      ['a.yaml:4: rules.0.do.course.0 must have after or on_read'],
    ],
    [
      file('  - { id: x, on: fax, do: { course: [{ after: 1s, on_read: 2, status: success }] } }'),
      ['a.yaml:4: rules.0.do.course.0 must have after or on_read'],
    ],
    [rule('do: { arrivals: 101 }'), ['a.yaml:4: rules.0.do.arrivals must not be above 100']],
    [rule('do: { receiver: 503 }'), [expect.stringContaining('cannot have receiver here')]],
    [rule(`${fail}, expect: {}`), ['a.yaml:4: rules.0.expect must expect something']],
    [
      rule(`${fail}, expect: { retrys: 1 }`),
      [expect.stringContaining('retrys is not known here; the nearest is retries')],
    ],
    [
      rule(`${fail}, expect: { retries: { min: 3, max: 2 } }`),
      ['a.yaml:4: rules.0.expect cannot have retries here: its min is above its max'],
    ],
    [
      rule(`${fail}, expect: { fired: often }`),
      ['a.yaml:4: rules.0.expect.fired must be a whole number, or {min, max}'],
    ],
    [
      rule(`${fail}, expect: { rejects_webhook: true }`),
      ['a.yaml:4: rules.0.expect cannot have rejects_webhook here: the rule is not about webhooks'],
    ],
    [
      rule(`${fail}, expect: { honours_retry_after: true }`),
      ['a.yaml:4: rules.0.expect cannot have honours_retry_after here: nothing that the rule does says Retry-After'],
    ],
    [
      rule(`${fail}, expect: { no_duplicate_fax: true }`),
      [expect.stringContaining('the rule is not about sendFax and resendFax alone')],
    ],
    [
      file('  - { id: x, on: sendFax, do: { wire: reset }, expect: { no_duplicate_fax: true } }'),
      [expect.stringContaining('no fax comes to be without commit: true')],
    ],
    [
      file('  - { id: x, on: webhook, do: { delay: 1s }, expect: { rejects_webhook: true } }'),
      [expect.stringContaining('the rule signs nothing wrongly')],
    ],
    [
      file('  - { id: x, on: webhook, do: { sign: none, drop: true }, expect: { rejects_webhook: true } }'),
      [expect.stringContaining('no application is ever asked')],
    ],
    [
      file('  - { id: x, on: webhook, do: { sign: none }, expect: { retries: 1 } }'),
      [expect.stringContaining('the rule is not about answers')],
    ],
    [
      file('  - { id: x, on: webhook, do: { sign: badly } }'),
      [expect.stringContaining('rules.0.do.sign must be one of none, wrong-token')],
    ],
    [
      file('  - { id: x, on: webhook, do: { hold_until: done } }'),
      [expect.stringContaining('rules.0.do.hold_until must be one of fax_completed')],
    ],
    [
      file(`  - { id: x, on: getFax, ${fail} }\n  - { id: x, on: sendFax, ${fail} }`),
      ['a.yaml:5: the id x is used twice'],
    ],
    [
      file(`  - { id: x, on: "*", ${fail} }\n  - { id: y, on: sendFax, ${fail} }`),
      ['a.yaml:5: the rule y never fires, since x goes before it'],
    ],
  ])('%j', (source, faults) => {
    expect(faultsOf(source)).toEqual(faults);
  });
});

test('JSON is read as well', () => {
  const source = JSON.stringify({ name: 'a', description: 'b', rules: [{ id: 'x', on: '*', do: { wire: 'reset' } }] });
  expect(loadScenario('a.json', source).rules).toMatchObject([{ id: 'x', on: ['*'], do: { wire: 'reset' } }]);
});
