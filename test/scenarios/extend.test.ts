import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { scenarioList } from '../../src/model/settings/lists.ts';
import { holds } from '../../src/scenarios/fact-tests.ts';
import { ScenarioLibrary } from '../../src/scenarios/library.ts';
import { ScenarioError } from '../../src/scenarios/errors.ts';
import { scenarioNameOf, readReference, writeReference } from '../../src/scenarios/params.ts';

const noNumber = 'the parameter number must be a number or a part of one, such as +12025550123';

const files: Readonly<Record<string, string>> = {
  'base.yaml': `
name: base
description: Two rules, and a parameter.
params: { calls: 3 }
rules:
  - { id: one, on: getFax, times: '\${calls}', do: { fail: unavailable } }
  - { id: two, on: listFaxes, do: { fail: invalid } }
`,
  'other.yaml': `
name: other
description: One rule of its own, and one of another.
rules:
  - { id: two, on: listFaxes, chance: 0.5, do: { delay: 1s } }
  - { id: three, on: sendFax, do: { fail: invalid } }
`,
  'night.yaml': `
name: night
description: Busy lines of numbers and of patterns, and one of another.
params: { number: '', reason: none }
extends: ['base(calls=1)', 'lines(number=\${number})']
rules: [{ id: three, on: sendFax, do: { respond: { status: 503, message: '\${reason}' } } }]
`,
  'lines.yaml': `
name: lines
description: Faxes to some numbers fail.
params: { number: '' }
rules:
  - { id: busy, on: sendFax, where: { params.to: { contains: '\${number}' } }, do: { fail: invalid } }
`,
  'patterns.yaml': `
name: patterns
description: Faxes to numbers of a pattern fail.
params: { number: '' }
rules:
  - { id: busy, on: sendFax, where: { params.to: { matches: '\${number}' } }, do: { fail: invalid } }
`,
  'both.yaml': `
name: both
description: Both, with something changed.
extends: [base, other]
params: { calls: 4 }
rules:
  - { id: four, on: resendFax, times: '\${calls}', do: { file: missing } }
  - { id: two, every: 2 }
`,
  'more.yaml': `
name: more
description: Parameters are handed on.
extends: ['base(calls=\${n})']
params: { n: 9 }
`,
  'round.yaml': `
name: round
description: It leads back to itself.
extends: [about]
`,
  'about.yaml': `
name: about
description: By way of another.
extends:
  - base
  - round
`,
  'faulty.yaml': `
name: faulty
description: What it extends does not go with what it says.
extends: [base]
rules:
  - id: one
    on: listFaxes
    per: fax
  - { id: five, on: getFax }
`,
  'expecting.yaml': `
name: expecting
description: A lost fax.
rules:
  - id: lost
    on: sendFax
    times: 1
    do: { commit: true, wire: reset }
    expect: { no_duplicate_fax: true }
`,
  'patient.yaml': `
name: patient
description: What is inherited does not go with what is new.
extends: [expecting]
rules:
  - id: lost
    do: { delay: 1s, fail: unavailable }
`,
  'impatient.yaml': `
name: impatient
description: A third file changes it again.
extends: [patient]
rules: [{ id: lost, every: 2 }]
`,
  'dropping.yaml': `
name: dropping
description: What is inherited is dropped.
extends: [expecting]
rules:
  - { id: lost, do: { fail: unavailable }, expect: null, times: null }
`,
  'headless.yaml': `
name: headless
description: A part that a rule must have is dropped.
extends: [dropping]
rules:
  - id: lost
    do: null
`,
  'literal.yaml': `
name: literal
description: Types are kept, and what is escaped stays.
params: { status: 418, good: true, tea: pot }
rules:
  - id: x
    on: getFax
    do: { respond: { status: '\${status}', body: { good: '\${good}', text: 'a \${tea} of \${status} \$\${tea}' } } }
`,
};

let folder = '';
let library: ScenarioLibrary;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faxsim-extend-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text.trimStart());
  library = new ScenarioLibrary(folder);
});
afterAll(() => rm(folder, { recursive: true }));

async function faultsOf(named: string): Promise<readonly string[]> {
  const error: unknown = await library.open(named).catch((fault: unknown) => fault);
  if (!(error instanceof ScenarioError)) throw new Error('nothing is wrong');
  return error.faults.map((fault) => fault.replaceAll(`${folder}/`, ''));
}

describe('a scenario that extends others', () => {
  test('has their rules first, merged by id with the later part winning, and then its own', async () => {
    expect(await library.find('both')).toMatchObject({
      name: 'both',
      description: 'Both, with something changed.',
      rules: [
        { id: 'one', on: ['getFax'], times: 3 },
        { id: 'two', on: ['listFaxes'], chance: 0.5, every: 2, do: { delay: 1000 } },
        { id: 'three', on: ['sendFax'] },
        { id: 'four', times: 4 },
      ],
    });
  });

  test('hands parameters on', async () => {
    expect((await library.find('more')).rules).toMatchObject([{ times: 9 }, { id: 'two' }]);
    expect((await library.find('more(n=5)')).rules[0]).toMatchObject({ times: 5 });
  });

  test('is refused when it leads back to itself, with the line that says so', async () => {
    expect(await faultsOf('round')).toEqual(['about.yaml:5: extends.1 round leads back to round.yaml']);
  });

  test('gets its faults with the line of the file that has them', async () => {
    expect(await faultsOf('faulty')).toEqual([
      'faulty.yaml:7: rule one: per cannot be fax: none is named by listFaxes',
      'faulty.yaml:8: rule five: do is required',
    ]);
  });

  test('gets its own line, and that of the inherited part, where the two contradict', async () => {
    const fault =
      'rule lost: expect cannot have no_duplicate_fax here: no fax is created without commit: true; this part is inherited from expecting.yaml:8';
    expect(await faultsOf('patient')).toEqual([`patient.yaml:5: ${fault}`]);
    expect(await faultsOf('impatient')).toEqual([`impatient.yaml:4: ${fault}`]);
  });

  test('drops an inherited part with null, for good, and nothing that a rule must have', async () => {
    const [rule] = (await library.find('dropping')).rules;
    expect(rule).toMatchObject({ id: 'lost', on: ['sendFax'], times: Infinity, do: { fail: 'unavailable' } });
    expect(rule?.expect).toBeUndefined();
    expect(await faultsOf('headless')).toEqual(['headless.yaml:6: rule lost: do is required']);
  });

  test('can be a file beside which others are, and nowhere else', async () => {
    const write = (name: string, base: string) =>
      writeFile(join(folder, name), `name: mine\ndescription: A file.\nextends: ['${base}']\n`);
    await write('mine.yaml', './other.yaml');
    expect((await library.open(join(folder, 'mine.yaml'))).rules).toMatchObject([{ id: 'two' }, { id: 'three' }]);
    for (const base of ['../other.yaml', `${folder}/other.yaml`, './a/b.yaml', './..']) {
      await write('wrong.yaml', base);
      const [fault = ''] = await faultsOf(join(folder, 'wrong.yaml'));
      expect(fault).toMatch(/^wrong\.yaml:3: extends\.0 |there is no scenario/);
    }
    await write('missing.yaml', './none.yaml');
    expect(await faultsOf(join(folder, 'missing.yaml'))).toEqual([
      expect.stringMatching(
        /^missing\.yaml:3: extends\.0 none\.yaml cannot be read: there is no such file or directory/,
      ),
    ]);
  });
});

describe('parameters', () => {
  test('keep their type where they are all of a value, and are text within one', async () => {
    expect((await library.find('literal')).rules[0]?.do).toEqual({
      respond: {
        status: 418,
        headers: {},
        message: undefined,
        body: { good: true, text: 'a pot of 418 ${tea}' },
      },
    });
    const given = await library.find('literal(status=500,good=false,tea=a%2C b)');
    expect(given.name).toBe('literal(good=false,status=500,tea=a%2C%20b)');
    expect(given.rules[0]?.do.respond).toMatchObject({
      status: 500,
      body: { good: false, text: 'a a, b of 500 ${tea}' },
    });
  });

  test.each([
    ['literal(good=yes)', 'the parameter good must be true or false, got yes'],
    ['literal(status=)', 'the parameter status must be a number, got nothing'],
    ['literal(status=0500)', 'the parameter status must be a number, got 0500; written plainly it is 500'],
    ['literal(statis=1)', 'literal has no parameter statis; the nearest is status'],
    ['other(a=1)', 'other has no parameter a; it has none'],
    ['base(calls=1,calls=2)', 'base(calls=1,calls=2) gives calls twice'],
    ['lines(number=abc)', `${noNumber}, got abc`],
    ['lines(number=555-CALL)', `${noNumber}, got 555-CALL`],
    ['lines(number=)', `${noNumber}, got nothing; leave it out for every number`],
    ['base()', 'base() must be a name, or NAME(PARAM=VALUE,…)'],
  ])('are refused when they are wrong: %s', async (named, fault) => {
    expect(await faultsOf(named)).toEqual([fault]);
  });

  test.each([
    ['lines(number=555 01)', '555 01'],
    ['lines(number=001 202 555 0123)', '+12025550123'],
    ['patterns(number=%5E[+]1900)', '+19005550123'],
  ])('may be a number, a part of one, or a pattern where a rule compares with one: %s', async (named, number) => {
    const { where } = (await library.find(named)).rules[0]!;
    expect(holds(where.get('params.to')!, number)).toBe(true);
  });

  test('pass an empty number on to an extended file, but no other text', async () => {
    expect((await library.find('night')).rules.map(({ id }) => id)).toEqual(['one', 'two', 'busy', 'three']);
    expect(await faultsOf('night(number=abc)')).toEqual([
      expect.stringMatching(
        /night\.yaml:4: extends\.1 the parameter number must be a number .*, got abc; with number=abc$/,
      ),
    ]);
  });

  test('can be given to a file, which is known by its name from then on', async () => {
    const own = new ScenarioLibrary(folder);
    await writeFile(join(folder, 'opened.yaml'), (files['base.yaml'] ?? '').replace('name: base', 'name: opened-base'));
    expect(await own.open(`${join(folder, 'opened.yaml')}(calls=2)`)).toMatchObject({ name: 'opened-base(calls=2)' });
    expect((await own.find('opened-base')).rules[0]).toMatchObject({ times: 3 });
    expect((await own.find('opened-base(calls=7)')).rules[0]).toMatchObject({ times: 7 });
  });
});

describe('the name of a scenario with parameters', () => {
  const params = fc.uniqueArray(
    fc.tuple(
      fc.stringMatching(/^[a-z][a-z0-9_-]{0,5}$/),
      fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
    ),
    { minLength: 1, maxLength: 4, selector: ([key]) => key },
  );

  test('is written in a way that is read as the same, and that headers and lists can have', () => {
    fc.assert(
      fc.property(params, (pairs) => {
        const reference = { name: 'busy-line', values: new Map(pairs) };
        const text = writeReference(reference);
        expect(text).toMatch(/^[!-~]+$/);
        expect(readReference(text)).toEqual(reference);
        expect(scenarioNameOf(text)).toBe(text);
        expect(scenarioList.read(`outage,${text}, slow-p99`)).toEqual(['outage', text, 'slow-p99']);
      }),
    );
  });

  test('does not depend on their order', () => {
    expect(scenarioNameOf('busy-line(wait=5s, number=+12025550101)')).toBe('busy-line(number=+12025550101,wait=5s)');
  });
});
