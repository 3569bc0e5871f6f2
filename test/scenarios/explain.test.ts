import { describe, expect, test } from '@jest/globals';
import { explainScenario } from '../../src/cli/scenarios.ts';
import { ScenarioEngine } from '../../src/scenarios/engine.ts';
import { explain } from '../../src/scenarios/explain.ts';
import { subjectFromFacts } from '../../src/scenarios/subject-from-facts.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import { manualClock } from '../support/clock.ts';

const load = (...rules: string[]) =>
  loadScenario('a.yaml', `name: given\ndescription: a test\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`);

/** The explanation of a rule, or of several. */
const told = (rules: string | string[], call: string): string =>
  explainScenario(load(...[rules].flat()), 7, call.split(' '))
    .map(({ rule, fires, why }) => `${rule} ${fires ? 'fires' : 'not'}: ${why}`)
    .join('; ');

const rule = (parts: string): string => `{ id: x, on: getFax, ${parts}, do: { fail: invalid, commit: true } }`;

describe('of a rule is explained', () => {
  test.each([
    ['what it does', rule('per: fax'), 'getFax', 'x fires: fail, commit; as given/x#1'],
    ['what it listens to', rule('per: fax'), 'listFaxes', 'x not: listens to getFax'],
    [
      'which fact is another',
      rule('where: { version: v2.1, fax.status: failure }'),
      'getFax version=v2.1 fax.status=success',
      'x not: fax.status is "success", but must be "failure"',
    ],
    [
      'which fact is not there',
      rule('where: { version: v1 }'),
      'getFax',
      'x not: version is not given, but must be "v1": add version=v1',
    ],
    [
      'how facts compare',
      rule('where: { params.a: { in: [1, b], not: 2, matches: "^1", contains: "1" } }'),
      'getFax params.a=3',
      'x not: params.a is "3", but must be one of 1, "b" and not be 2 and match ^1 and contain "1"',
    ],
    [
      'how numbers compare',
      rule('where: { params.a: { gt: 1, lt: 3, exists: true } }'),
      'getFax params.a=3',
      'x not: params.a is "3", but must be above 1 and be below 3 and be there',
    ],
    [
      'that headers have no case',
      rule('where: { headers.X-A: b }'),
      'getFax headers.x-a=b',
      'x fires: fail, commit; as given/x#1',
    ],
    ['that it skips one', rule('after: 1'), 'getFax', 'x not: skips the first match, and this is number 1'],
    ['how many it skips', rule('after: 2'), 'getFax count=2', 'x not: skips the first 2 matches, and this is number 2'],
    [
      'which of them it takes',
      rule('every: 3'),
      'getFax count=2',
      'x not: fires on every 3rd match, and this is number 2',
    ],
    ['that it takes the third', rule('every: 3'), 'getFax count=3', 'x fires: fail, commit; as given/x#1'],
    ...(
      [
        [11, 'th'],
        [12, 'th'],
        [21, 'st'],
        [22, 'nd'],
        [23, 'rd'],
        [111, 'th'],
      ] as const
    ).map(([n, ending]): [string, string, string, string] => [
      `that ${n} is the ${n}${ending}`,
      rule(`every: ${n}`),
      'getFax',
      `x not: fires on every ${n}${ending} match, and this is number 1`,
    ]),
    ['that it is used up', rule('times: 2'), 'getFax count=3', 'x not: is used up: it has fired 2 times, of 2'],
    [
      'that others are counted by themselves',
      rule('times: 1, per: fax'),
      'getFax fax.id=1',
      'x fires: fail, commit; as given/x#1',
    ],
    [
      'that there is nothing to count by',
      '{ id: x, on: "*", per: number, do: { fail: invalid } }',
      'listFaxes',
      'x not: counts for each number, and here is none',
    ],
    [
      'what chance drew',
      rule('chance: 0.0001'),
      'getFax',
      expect.stringMatching(/^x not: chance drew 0\.\d{3}, which is not below 0\.0001$/),
    ],
    [
      'when it is on',
      rule('during: { from: 90s, until: 1h }'),
      'getFax at=1m',
      'x not: is on from 90s until 1h, and the scenario has been on for 1m',
    ],
    [
      'that its quota lasts',
      '{ id: x, on: "*", do: { rate_limit: { limit: 2, window: 1s } } }',
      'getFax count=2',
      'x not: its quota is not used up',
    ],
    [
      'that its quota does not',
      '{ id: x, on: "*", do: { rate_limit: { limit: 2, window: 1s } } }',
      'getFax count=3',
      'x fires: rate_limit; as given/x#1',
    ],
    [
      'recipient of the webhook',
      '{ id: x, on: webhook, where: { attempt: 1, to: "+12025550101" }, do: { hold_until: fax_completed } }',
      'webhook attempt=1 to=+12025550102 to=+12025550101',
      'x fires: hold_until; as given/x#1',
    ],
  ])('%s', (_what, rules, call, expected) => {
    expect(told(rules, call)).toEqual(expected);
  });

  test('in which state it waits, and who goes before it', () => {
    const rules = [
      '{ id: first, on: getFax, times: 1, then: broken, do: { delay: 1s } }',
      '{ id: second, on: getFax, state: broken, do: { fail: invalid } }',
      '{ id: third, on: getFax, chance: 1, do: { delay: 1s } }',
    ];
    expect(told(rules, 'getFax')).toBe(
      'first fires: delay; as given/first#1; ' +
        'second not: wants the state broken, and the scenario is in none; third not: would fire, but given/first goes before it',
    );
    expect(told(rules, 'getFax count=2')).toBe(
      'first not: is used up: it has fired 1 time, of 1; ' +
        'second fires: fail; as given/second#1; third not: would fire, but given/second goes before it',
    );
  });
});

test('an explanation changes nothing of what is on', () => {
  const engine = new ScenarioEngine({ clock: manualClock(0), seed: 7 });
  engine.switchOn(
    load(
      '{ id: x, on: getFax, times: 1, then: done, do: { fail: invalid } }',
      '{ id: y, on: sendFax, state: done, do: { fail: invalid } }',
    ),
  );
  const subject = subjectFromFacts('getFax', []);
  const before = explain(engine, subject);
  expect(explain(engine, subject)).toEqual(before);
  expect(engine.report()).toMatchObject([{ fired: 0 }, { fired: 0 }]);
  expect(engine.ask(subject)?.label).toBe('given/x#1');
  expect(explain(engine, subject)).toMatchObject([{ fires: false }, { fires: false }]);
});

test('an explanation is what then happens, whatever is asked', () => {
  const engine = new ScenarioEngine({ clock: manualClock(0), seed: 7 });
  engine.switchOn(
    load(
      '{ id: a, on: getFax, chance: 0.3, do: { fail: invalid } }',
      '{ id: b, on: "*", every: 3, do: { delay: 1s } }',
    ),
  );
  for (let call = 0; call < 100; call++) {
    const subject = subjectFromFacts(call % 2 === 0 ? 'getFax' : 'listFaxes', []);
    const [fires] = explain(engine, subject).filter((one) => one.fires);
    const fired = engine.ask(subject)?.label;
    expect(fires && `${fires.scenario}/${fires.rule}`).toBe(fired?.replace(/#.*/, ''));
  }
});

test.each([
  ['', 'OPERATION is missing: OPERATION FACT=VALUE … [count=N] [at=DURATION]'],
  ['getFaxes', 'there is no operation getFaxes; the nearest is getFax'],
  ['getFax version', 'version must be FACT=VALUE: OPERATION FACT=VALUE … [count=N] [at=DURATION]'],
  ['getFax vresion=v2', 'vresion is no fact; the nearest is version'],
  ['getFax event=x', 'event is known of webhooks only'],
  ['getFax count=0', 'count must be an integer from 1 to 10000, got "0"'],
  ['getFax at=soon', 'at must be a duration such as 60s or 5m, got "soon"'],
])('a call with a wrong description is refused: %p', (call, message) => {
  expect(() =>
    explainScenario(
      load(rule('per: fax')),
      7,
      call.split(' ').filter((word) => word !== ''),
    ),
  ).toThrow(message);
});
