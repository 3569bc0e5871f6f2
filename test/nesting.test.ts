import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonAt } from '../src/cli/control-args.ts';
import { faultOfShape } from '../src/http/body.ts';
import { startSimulator } from '../src/index.ts';
import { isTooDeep, levelsMax } from '../src/model/shared/objects.ts';
import { loadScenario } from '../src/scenarios/load.ts';
import { tooDeepAt } from '../src/model/shared/yaml-document.ts';
import { openSimulator } from './support/simulator.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const limit = 'must be nested at most 100 levels deep, but is deeper: put lists and groups side by side';

const listsIn = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const groupsIn = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const valueIn = (levels: number): unknown => JSON.parse(listsIn(levels));

test.each([
  [levelsMax, false],
  [levelsMax + 1, true],
  [100_000, true],
])('of %d levels, it is %p that they are too many, in JSON values as in YAML', (levels, isOver) => {
  expect(isTooDeep(valueIn(levels))).toBe(isOver);
  for (const text of [listsIn(levels), groupsIn(levels), `${'- '.repeat(levels)}x`, `${'? '.repeat(levels)}x`]) {
    expect(tooDeepAt(text) !== undefined).toBe(isOver);
  }
});

test('JSON says before it is parsed what it says afterwards', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat({ max: 2 * levelsMax }), (inner, levels) => {
      const text = `${'["\\\\[\\"[",'.repeat(levels)}${inner}${']'.repeat(levels)}`;
      expect(faultOfShape(text, Infinity)).toBe(isTooDeep(JSON.parse(text)) ? 'too deep' : undefined);
    }),
  );
});

test('YAML says what its JSON says of how deep it is', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.nat({ max: 2 * levelsMax }), (inner, levels) => {
      const text = '['.repeat(levels) + inner + ']'.repeat(levels);
      expect(tooDeepAt(text) !== undefined).toBe(isTooDeep(JSON.parse(text)));
    }),
  );
});

describe('a value that nests too deep is refused in the form of the called version, and the message names the limit', () => {
  const { live, anyone } = openSimulator({ limits: { bodyBytesMax: 1_000_000 } });
  const refusal = { success: false, message: `The body ${limit}` };
  const depths = [101, 4000, 10_000, 100_000];
  const calls: readonly (readonly [method: 'post' | 'put' | 'get', path: string])[] = [
    ['post', '/v2.1/faxes'],
    ['post', '/v2/faxes'],
    ['post', '/v1/send'],
    ['get', '/v2.1/faxes'],
    ['put', '/_faxsim/records/faxes/1'],
    ['post', '/_faxsim/import'],
    ['post', '/w/default/_faxsim/worlds'],
  ];

  test.each(calls)('%s %s', async (method, path) => {
    for (const levels of depths) {
      for (const value of [listsIn(levels), groupsIn(levels)]) {
        const sent = anyone[method](path).set('Content-Type', 'application/json').send(`{"tag":${value}}`);
        expect(await sent.expect(400).then(({ body }) => body)).toEqual(refusal);
      }
    }
  });

  test('a list in place of the parameters', async () => {
    const sent = live.post('/v2.1/faxes').set('Content-Type', 'application/json').send(listsIn(100_000));
    expect((await sent.expect(400)).body).toEqual(refusal);
  });

  test('names of a form', async () => {
    const { body } = await live
      .post('/v2.1/faxes')
      .send(`a${'[b]'.repeat(10_000)}=1`)
      .expect(400);
    expect(body.message).toBe('a: parameters nest one level deep, as in tag[NAME]');
    await live.get(`/v2.1/faxes?a${'[b]'.repeat(1000)}=1`).expect(400);
  });

  test('a scenario that is sent', async () => {
    const source = (text: string) => anyone.post('/_faxsim/scenarios').send({ source: text });
    const flow = await source(`name: x\nrules: ${listsIn(5000)}`).expect(422);
    expect(flow.body.message).toBe(`source:2: the file ${limit}`);
    const block = await source(`name: x\nrules:\n  ${'- '.repeat(5000)}x`).expect(422);
    expect(block.body.message).toBe(`source:3: the file ${limit}`);
  });
});

test('a hundred levels in a parameter that no operation reads are refused as in a form', async () => {
  const { live } = openSimulator();
  const body = `{"unknown":${listsIn(levelsMax - 1)}}`;
  const refused = await live.get('/v2.1/faxes').set('Content-Type', 'application/json').send(body).expect(400);
  expect(refused.body).toMatchObject({ message: 'unknown: parameters nest one level deep, as in tag[NAME]' });
});

test('a scenario is refused whose aliases make it too deep', () => {
  const nested = (inner: string): string => '['.repeat(40) + inner + ']'.repeat(40);
  const chain = [`a: &a ${nested('1')}`, `b: &b ${nested('*a')}`, `c: &c ${nested('*b')}`];
  expect(() => loadScenario('a.yaml', chain.join('\n'))).toThrow(`a.yaml:1: what its aliases make of it ${limit}`);
});

describe('files that nest too deep are refused', () => {
  const written = async (text: string): Promise<string> => {
    const file = join(await newDirectory(), 'file');
    writeFileSync(file, text);
    return file;
  };

  test('as what a command is given', async () => {
    const file = await written(listsIn(10_000));
    await expect(jsonAt(file)).rejects.toThrow(`${JSON.stringify(file)} ${limit}`);
  });

  test('as scenarios of a start', async () => {
    const file = `${await written('')}.yaml`;
    writeFileSync(file, listsIn(10_000));
    await expect(startSimulator({ scenarios: [file] })).rejects.toThrow(`${file}:1: the file ${limit}`);
  });
});

test.each([101, 100_000])('a program that embeds the simulator is refused %d levels as well', async (levels) => {
  const running = await startSimulator({ fixture: 'empty' });
  try {
    const put = running.records.put({ collection: 'faxes', key: '1', tags: valueIn(levels) });
    await expect(put).rejects.toThrow(`What the call is given ${limit}`);
  } finally {
    await running.close();
  }
});
