import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { ScenarioLibrary, scenarioFolder } from '../../src/scenarios/library.ts';
import { lintScenario } from '../../src/scenarios/load.ts';
import { operationParameters } from '../../src/scenarios/operation-parameters.generated.ts';
import { faceOf } from '../../src/http/faces/faces.ts';

const warningsOf = (...rules: string[]): readonly string[] =>
  lintScenario('a.yaml', `name: a\ndescription: b\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`).warnings;

const parts = (some: string, effects = '{ fail: unavailable }'): string =>
  `{ id: x, on: getFax, ${some}, do: ${effects} }`;
const on = (listened: string, where: string, effects: string): string =>
  `{ id: x, on: ${listened}, where: ${where}, do: ${effects} }`;
const rules = (x: string, y: string): string[] => [
  `{ id: x, ${x}, do: { fail: invalid } }`,
  `{ id: y, ${y}, do: { fail: invalid } }`,
];

test.each([
  ['a: b: c', 1, 'a value has another key in it: begin that key on a line of its own'],
  ['a: 1\nb: {c: 1', 2, 'the { must have its }'],
  ['a: [1, 2', 1, 'the [ must have its ]'],
  ["a: 'x", 1, 'a text in quotes must end with the same quote'],
  ['a:\n\tb: 1', 2, 'a tab; YAML takes spaces'],
  ['a:\n  b: 1\n  \tc: 1', 3, 'a tab; YAML takes spaces'],
  ['a:\n  - { b: 1,\n\tc: 1 }', 3, 'a tab; YAML takes spaces'],
  ['a: |\n\tb\nc: 1', 2, 'a tab; YAML takes spaces'],
  ['a: @x', 1, 'a text that begins with @ must be in quotes'],
  ['a: b\nfoo\nc: d', 2, 'a line needs a key, a colon and a space, as in `name: value`'],
  ['a: {b c: 1 d: 2}', 1, 'items within braces must have a comma between them'],
  ['rules:\n  - id: x\n   on: y', 3, 'a line must begin in the column of the lines that it belongs to'],
  ['a: "\\q"', 1, '\\q is no escape in double quotes'],
  ['a: "b" c', 1, 'there is more text after the end of the value'],
  ['a: - b', 1, 'a list must begin on the line after its key'],
])('a check of %j says at line %d: %s', (text, line, message) => {
  expect(() => lintScenario('a.yaml', text)).toThrow(`a.yaml:${line}: ${message}`);
});

describe('a check of a file with faults of several kinds', () => {
  const lines = (text: string) => {
    const { faults, warnings } = lintScenario('a.yaml', text);
    return { faults, warnings };
  };

  test('reports faults of a rule beside faults of its parts, and warnings beside both', () => {
    const text = `name: a
description: b
params: { unused: 1 }
rules:
  - { id: a, on: getFax, tiems: 2, where: { params.foo: 1, fax.statuss: x }, do: { commit: true } }
  - { id: a, on: webhook, then: x, during: { until: 1x }, do: { drop: true, delay: 5s, fail: nope }, expect: { bla: 1 } }
  - { id: c, on: getFax, where: { attempt: 3 }, do: { fail: unavailable, respond: { status: 200 }, retry_after: x } }
  - { id: d, on: getFax, do: { fail: unavailable } }
  - { id: e, on: getFax, do: { fail: invalid } }
`;
    const webhookEffects = 'delay, drop, duplicate, hold_until, sign, credentials, patch, body, receiver';
    expect(lines(text)).toEqual({
      faults: [
        'a.yaml:3: params.unused is used nowhere',
        'a.yaml:5: rule a: where.fax.statuss is no field of a fax; the nearest is fax.status',
        'a.yaml:5: rule a: tiems is not known here; the nearest is times',
        'a.yaml:5: rule a: do.commit has no effect without fail, respond or wire',
        expect.stringMatching(/^a.yaml:6: rule a: during.until must be a duration/),
        expect.stringMatching(/^a.yaml:6: rule a: do.fail must be one of/),
        expect.stringMatching(/^a.yaml:6: rule a: expect.bla is not known here/),
        'a.yaml:6: rule a: id is used by an earlier rule too',
        `a.yaml:6: rule a: do.fail cannot be here: webhook rules have ${webhookEffects}`,
        'a.yaml:6: rule a: do cannot have drop and delay: a dropped webhook is never delivered',
        expect.stringMatching(/^a.yaml:7: rule c: do.retry_after must be a duration/),
        expect.stringMatching(/^a.yaml:7: rule c: do cannot have fail and respond/),
        'a.yaml:7: rule c: where.attempt is known of webhooks only',
      ],
      warnings: [
        'a.yaml:5: rule a: where.params.foo is no parameter of getFax',
        'a.yaml:6: rule a: then x has no effect: no rule has a state',
        'a.yaml:9: rule e never fires, since rule d goes before it',
      ],
    });
  });

  test('reports the absence of no part that is there, but faulty', () => {
    const rules = [
      '{ id: a, on: getFax, do: { fail: nope, commit: true, retry_after: 5s }, expect: { honours_retry_after: true } }',
      '{ id: b, on: sendFax, do: { wire: reset, commit: yes! }, expect: { no_duplicate_fax: true } }',
      '{ id: c, on: webhook, do: { sign: never }, expect: { rejects_webhook: true } }',
      '{ id: d, on: fax, do: { course: never } }',
      '{ id: e, on: getFax, state: [1], do: { fail: invalid } }',
      '{ id: f, on: getFax, then: started, do: { fail: invalid } }',
    ];
    const { faults, warnings } = lines(
      `name: a\ndescription: b\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`,
    );
    expect(faults.map((fault) => / rule (\w): (\S+)/.exec(fault)?.slice(1).join(' '))).toEqual([
      ...['a do.fail', 'b do.commit', 'c do.sign', 'd do.course', 'e state'],
    ]);
    expect(warnings).toEqual([]);
  });

  test('goes on after a file that cannot be extended, and after faulty parameters', () => {
    const text = `name: a
description: b
extends: [./nope.yaml]
params: { one: [1] }
rules:
  - { id: changed, times: '\${one}' }
  - { id: x, on: webhook, do: { fail: unavailable } }
`;
    expect(lines(text).faults).toEqual([
      'a.yaml:3: extends.0 ./nope.yaml cannot be extended here: no library is at hand',
      'a.yaml:4: params.one must be a string, a number, true or false, got a list',
      expect.stringMatching(/^a.yaml:7: rule x: do.fail cannot be here/),
    ]);
  });
});

describe('a rule is reported that asks for what a fact never is', () => {
  test.each([
    [on('webhook', '{ event: fax_complted }', '{ drop: true }'), 'event', '; the nearest is fax_completed'],
    [on('webhook', '{ event: completed }', '{ drop: true }'), 'event', '; the nearest is fax_completed'],
    [
      parts('where: { version: { in: [v2, v4] } }'),
      'version',
      'is never v4: it is one of v1, v2, v2.1, v3; the nearest is v1',
    ],
    [parts('where: { version: 2.1 }'), 'version', 'the nearest is v2.1'],
    [parts('where: { fax.status: failed }'), 'fax.status', 'the nearest is failure'],
    [parts('where: { fax.status: sent }'), 'fax.status', 'the nearest is success'],
    [parts('where: { fax.recipients.0.status: { not: callactiv } }'), 'fax.recipients.0.status', 'callactive'],
    [on('webhook', '{ url: "localhost:3000" }', '{ drop: true }'), 'url', 'a part needs { contains: … }'],
    [on('webhook', "{ to: { in: ['5550102'] } }", '{ drop: true }'), 'to', "with its plus: '+5550102'"],
  ])('%j', (rule, fact, message) => {
    expect(warningsOf(rule)).toEqual([expect.stringContaining(`a.yaml:4: rule x: where.${fact} is never`)]);
    expect(`${warningsOf(rule)[0]}\n`).toContain(message);
  });
});

describe('a rule is reported that asks for a part that no number has', () => {
  test.each([
    ["{ contains: 'ext. 17' }", 'never contains ext. 17: a number has digits and a plus'],
    ["{ matches: '^\\+1 202' }", 'never matches ^\\+1 202: a number is compared without spaces, as +12025550101'],
  ])('%s', (condition, message) => {
    const rule = on('webhook', `{ to: ${condition} }`, '{ drop: true }');
    expect(warningsOf(rule)).toEqual([`a.yaml:4: rule x: where.to ${message}`]);
  });

  test.each(["{ contains: '+1 (202) 555' }", "{ contains: '555-01' }", "{ matches: '^\\+1202' }", "'(202) 555-0101'"])(
    'and none of %s',
    (condition) => {
      expect(warningsOf(on('webhook', `{ to: ${condition} }`, '{ drop: true }'))).toEqual([]);
    },
  );
});

describe('a rule is reported that asks for a parameter that its operations do not take', () => {
  test.each([
    ['sendFax', 'params.too', 'sendFax; the nearest is params.to'],
    ['[sendFax, resendFax]', 'params.too', 'sendFax, resendFax; the nearest is params.to'],
    ['listFaxes', 'params.perpage', 'listFaxes; the nearest is params.per_page'],
    ["'*'", 'params.nonsense', 'any operation'],
  ])('%s: %s', (listened, fact, message) => {
    const rule = on(listened, `{ ${fact}: x }`, '{ fail: invalid }');
    expect(warningsOf(rule)).toEqual([`a.yaml:4: rule x: where.${fact} is no parameter of ${message}`]);
  });

  test.each([
    ['sendFax', 'params.to'],
    ['sendFax', 'params.tag.case'],
    ['sendFax', 'params.api_key'],
    ['[sendFax, listFaxes]', 'params.per_page'],
    ['listFaxes', 'params.maxperpage'],
    ["'*'", 'params.thumbnail'],
    ['getFax', 'params.id'],
    ['getPhoneNumber', 'params.number'],
  ])('and none that they take: %s, %s', (listened, fact) => {
    expect(warningsOf(on(listened, `{ ${fact}: x }`, '{ fail: invalid }'))).toEqual([]);
  });

  test('the table has the parameters of all routes', () => {
    for (const { operation, parameters } of [
      ...faceOf('v1').routes,
      ...faceOf('v2').routes,
      ...faceOf('v2.1').routes,
    ]) {
      expect(operationParameters[operation]).toEqual(expect.arrayContaining([...parameters]));
    }
  });
});

describe('a rule is reported that an earlier one hides', () => {
  const hidden = ['a.yaml:5: rule y never fires, since rule x goes before it'];

  test.each([
    ['on: "*"', 'on: sendFax'],
    ['on: [getFax, sendFax]', 'on: sendFax, times: 3'],
    ['on: getFax', 'on: getFax, where: { version: v2 }'],
    ['on: getFax, where: { version: { matches: "^v2" } }', 'on: getFax, where: { version: { matches: "^v2" } }'],
    ['on: getFax', 'on: getFax, during: { from: 1m, until: 2m }'],
    ['on: getFax, per: account', 'on: getFax, per: fax'],
  ])('%s hides %s', (x, y) => {
    expect(warningsOf(...rules(x, y)).filter((warning) => !warning.includes('state'))).toEqual(hidden);
  });

  test('by two of them together', () => {
    expect(
      warningsOf(
        '{ id: x, on: getFax, do: { fail: invalid } }',
        '{ id: z, on: sendFax, do: { fail: invalid } }',
        '{ id: y, on: [getFax, sendFax], do: { fail: invalid } }',
      ),
    ).toEqual(['a.yaml:6: rule y never fires, since rule x goes before it']);
  });

  test.each([
    ['on: getFax, times: 2', 'on: getFax'],
    ['on: getFax, chance: 0.5', 'on: getFax'],
    ['on: getFax, every: 2', 'on: getFax'],
    ['on: getFax, where: { version: v2 }', 'on: getFax'],
    ['on: getFax, where: { version: { matches: "^v2" } }', 'on: getFax, where: { version: { matches: "^v1" } }'],
    ['on: getFax, during: { until: 2m }', 'on: getFax'],
    ['on: getFax, per: fax', 'on: [getFax, listFaxes]'],
    ['on: getFax', 'on: [getFax, sendFax]'],
  ])('%s does not hide %s', (x, y) => {
    expect(warningsOf(...rules(x, y))).toEqual([]);
  });

  test('and not a webhook by a rule for all operations', () => {
    const rule = '{ id: y, on: webhook, do: { drop: true } }';
    expect(warningsOf('{ id: x, on: "*", do: { fail: invalid } }', rule)).toEqual([]);
  });
});

describe('states are reported that nothing leads to', () => {
  test.each([
    [
      ['{ id: x, on: getFax, state: broken, do: { delay: 1s } }'],
      'a.yaml:4: rule x: state broken is never reached; no rule leads to a state',
    ],
    [
      [
        '{ id: x, on: getFax, times: 1, then: dialing, do: { delay: 1s } }',
        '{ id: y, on: getFax, state: dialling, do: { fail: invalid } }',
      ],
      'a.yaml:5: rule y: state dialling is never reached; the nearest is dialing',
    ],
    [
      ['{ id: x, on: getFax, then: over, do: { delay: 1s } }'],
      'a.yaml:4: rule x: then over has no effect: no rule has a state',
    ],
  ])('%j', (list, warning) => {
    expect(warningsOf(...list)).toEqual([warning]);
  });

  test('and none of a long way', () => {
    const way = Array.from(
      { length: 50 },
      (_, nth) =>
        `{ id: r${nth}, on: getFax, ${nth === 0 ? '' : `state: s${nth}, `}times: 1, then: s${nth + 1}, do: { delay: 1s } }`,
    );
    expect(warningsOf(...way.reverse())).toEqual([]);
  });
});

test('no scenario of the library, and no example of the guide, has a warning', async () => {
  const library = new ScenarioLibrary(scenarioFolder);
  for (const name of library.names()) expect([name, (await library.lint(name)).warnings]).toEqual([name, []]);
  const guide = readFileSync('docs/scenarios.md', 'utf8');
  for (const [, text = ''] of guide.matchAll(/^```yaml\n(.*?)^```$/gms)) {
    expect((await library.lintSent(text)).warnings).toEqual([]);
  }
});
