import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { startSimulator } from '../src/index.ts';
import type { StartOptions } from '../src/index.ts';
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
  ['a directory', (folder: string) => folder, 'EISDIR'],
])('a setting that names %s', (_what, make, reason) => {
  test.each<[string, (path: string) => StartOptions]>([
    ['fixture', (path) => ({ fixture: path })],
    ['scenarios', (path) => ({ scenarios: [path] })],
    ['overrides', (path) => ({ overrides: path })],
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
