import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { startSimulator } from '../src/index.ts';
import type { StartOptions } from '../src/index.ts';
import { writeOwnJson } from '../src/model/shared/json-file.ts';
import { saveBundles } from '../src/lab/bundles/world-bundles.ts';
import { bundleText } from '../src/package/jest/failed-bundle.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

const pipeAt = (path: string): string => {
  execFileSync('mkfifo', [path]);
  return path;
};

describe.each([
  [
    'a named pipe',
    (folder: string) => pipeAt(join(folder, 'given.yaml')),
    'it must be a regular file, got a named pipe',
  ],
  ['a device', () => '/dev/zero', 'it must be a regular file, got a device'],
  ['a directory', (folder: string) => folder, 'it is a directory'],
])('a setting that names %s', (_what, make, reason) => {
  test.each<[string, (path: string) => StartOptions]>([
    ['fixture', (path) => ({ fixture: path })],
    ['scenarios', (path) => ({ scenarios: [path] })],
  ])('ends the start with its reason: %s', async (_setting, optionsFor) => {
    const path = make(await newDirectory());
    await expect(startSimulator({ port: 0, ...optionsFor(path) })).rejects.toThrow(reason);
  });
});

test.each(['ca.pem', 'ca-key.pem'])('an authority whose %s is a named pipe ends the start', async (name) => {
  const httpsCa = await newDirectory();
  pipeAt(join(httpsCa, name));
  await expect(startSimulator({ port: 0, https: ['localhost'], httpsCa })).rejects.toThrow('got a named pipe');
});

describe('a data directory', () => {
  const options = { port: 0, fixture: 'empty', clock: 'manual' } as const;

  test.each(['clock.json', 'clock.json.unfinished'])('with a named pipe for %s still opens', async (name) => {
    const data = await newDirectory();
    await (await startSimulator({ ...options, data })).close();
    rmSync(join(data, 'default', name), { force: true });
    pipeAt(join(data, 'default', name));
    const simulator = await startSimulator({ ...options, data }).catch(() => startSimulator({ ...options, data }));
    await simulator.clock.advance('1h');
    await simulator.close();
  });

  test('replaces a pipe or a link where it writes a draft, and writes nothing behind the link', async () => {
    const [data, elsewhere] = [await newDirectory(), await newDirectory()];
    const folder = join(data, 'default');
    const fixture = 'demo' as const;
    await (await startSimulator({ ...options, fixture, data })).close();
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect(names).toContain('faxes-00001.json');
    const outside = join(elsewhere, 'outside');
    writeFileSync(outside, 'mine');
    for (const [at, name] of names.entries()) {
      const draft = join(folder, `.${name}.tmp`);
      if (at % 2 === 0) pipeAt(draft);
      else symlinkSync(outside, draft);
    }
    const simulator = await startSimulator({ ...options, fixture, data });
    const { fax } = await simulator.simulate.receive({ from: '+12025550101' });
    await simulator.clock.advance('40d');
    await simulator.close();
    const later = await startSimulator({ ...options, fixture, data });
    expect(await later.faxes.show({ id: fax?.id ?? 0 })).toMatchObject({ direction: 'received' });
    await later.close();
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(names.filter((name) => !lstatSync(join(folder, name)).isFile())).toEqual([]);
  });

  test('that refuses the time of a clock answers 503 to its move, and takes the next one', async () => {
    const data = await newDirectory();
    const simulator = await startSimulator({ ...options, data });
    const file = join(data, 'default', 'clock.json');
    rmSync(file, { force: true });
    mkdirSync(join(file, 'in the way'), { recursive: true });
    for (const move of [{ advance: '1h' }, { speed: 0 }, { run_until_idle: '1h' }]) {
      const answer = await fetch(`${simulator.baseUrl}/_faxsim/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(move),
      });
      expect({ status: answer.status, text: await answer.text() }).toEqual({
        status: 503,
        text: expect.stringContaining('The clock has moved, but its time could not be stored: EISDIR'),
      });
    }
    rmSync(file, { recursive: true });
    await simulator.clock.advance('1h');
    await simulator.close();
  });
});

describe('a file that faxsim names in a folder of the user', () => {
  const world = { history: { bundle: () => Promise.resolve({ steps: [] }) } };
  const places: readonly (readonly [string, (folder: string, name: string) => Promise<unknown>])[] = [
    ['a bundle of a sweep', (folder, name) => writeOwnJson(join(folder, name), {})],
    ['a bundle of a failed expectation', (folder) => bundleText(world, { folder, test: 'a test' })],
    [
      'the second bundle of a run',
      (folder, name) =>
        saveBundles(join(folder, name.replace('-2', '')), {
          worlds: { list: () => Promise.resolve([1, 2].map((id) => ({ id: `${id}`, failure: 'no', requests: 1 }))) },
          world: () => world,
        } as never),
    ],
  ];

  test.each(places)('replaces a link or a pipe of its name: %s', async (_what, write) => {
    for (const make of [(path: string) => symlinkSync('outside', path), pipeAt]) {
      const folder = await newDirectory();
      const outside = join(folder, 'outside');
      writeFileSync(outside, 'mine');
      for (let count = 1; count < 9; count++) make(join(folder, `a-test-${count}.json.gz`));
      await write(folder, 'a-test-2.json.gz');
      expect(readFileSync(outside, 'utf8')).toBe('mine');
      const written = readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isFile());
      expect(written.filter((name) => /-\d\.json\.gz$/.test(name))).toHaveLength(1);
    }
  });
});
