import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';

const jest = new URL('../node_modules/jest/bin/jest.js', import.meta.url).pathname;

/** Runs test files one after the other in sandboxes of one Jest, in the project that has faxsim installed. */
async function run(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(project, 'jest-sandbox', name);
  await mkdir(folder, { recursive: true }); // a second attempt finds it
  const imported = "const { ControlError, openSimulator, startSimulator } = require('faxsim');\n";
  for (const [file, code] of Object.entries(files)) await writeFile(join(folder, `${file}.test.js`), imported + code);
  const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
  const args = [jest, '--runInBand', '--testTimeout=60000', '--rootDir', folder];
  const result = promisify(execFile)(process.execPath, args, { cwd: folder, env });
  return (await result.catch((error: unknown) => error as { stderr: string })).stderr;
}

/** One run for all files that need no process of their own: Jest takes longer to start than they do. */
const together = {
  outside: `test('a', async () => {
      const simulator = await startSimulator({ fixture: 'empty' });
      await simulator.close();
      const loaded = Object.keys(require.cache).filter((path) => path.endsWith('.cjs')).map((path) => path.split('/').at(-1));
      expect(loaded).toContain('entry.cjs');
      expect(loaded).not.toContain('simulator.cjs');
    });`,
  objects: `test('a', async () => {
      const seen = [];
      const startTime = new Date('2026-01-31T09:00:00Z');
      const simulator = await startSimulator({ fixture: 'empty', clock: 0, startTime, onRequest: (request) => seen.push(request) });
      const world = await simulator.world({ fixture: 'empty', start_time: startTime });
      expect(await world.faxes.list()).toStrictEqual({ faxes: [], total: 0, ...(await world.faxes.list()) });
      expect((await simulator.clock.show()).now).toMatch(/^2026-01-31T09:00:00/);
      expect(simulator.credentials).toBeInstanceOf(Object);
      expect(simulator.verdicts()).toBeInstanceOf(Object);
      const failure = await world.faxes.show({ id: 404 }).catch((error) => error);
      expect(failure).toBeInstanceOf(ControlError);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).toMatchObject({ status: 404 });
      const { id } = await world.faxes.create({ status: 'success' });
      expect(Buffer.from(await world.faxes.file({ id })).toString()).toMatch(/^%PDF/);
      const text = new Blob(['a page'], { type: 'text/plain' });
      expect((await world.simulate.receive({ file: text })).fax).toMatchObject({ direction: 'received' });
      await fetch(simulator.baseUrl + '/v2/faxes');
      expect(seen).toStrictEqual([{ method: 'GET', path: '/v2/faxes', status: 401, durationMs: expect.any(Number) }]);
      const control = new AbortController();
      for await (const event of world.events({ signal: control.signal })) {
        expect(event).toStrictEqual({ id: expect.any(String), kind: 'open' });
        control.abort();
      }
      const wrong = await startSimulator({ fixtures: 'empty' }).catch((error) => error);
      expect(wrong).toBeInstanceOf(Error);
      expect(wrong.message).toContain('the nearest is fixtureSize');
      const taken = await startSimulator({ port: simulator.port }).catch((error) => error);
      expect(taken).toMatchObject({ code: 'EADDRINUSE' });
      await simulator.close();
      await expect(world.clock.show()).rejects.toThrow('The simulator is closed');
    });`,
  timers: `test('a', async () => {
      jest.useFakeTimers();
      const simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
      const world = await simulator.world({ fixture: 'empty', clock: 'manual' });
      await world.faxes.create({ status: 'queued' });
      await world.settle({ quiet: '20ms' });
      expect((await world.faxes.list()).faxes[0].status).toBe('success');
      await simulator.close();
    });`,
};
let output = '';
beforeAll(async () => {
  output = await run('together', together);
});

test('Jest keeps the simulator for all files of a process, outside of the modules of a file', () => {
  expect(output).toContain('PASS ./outside.test.js');
});

test('a later file uses parts of the simulator that no file before it has loaded', async () => {
  const file = (use: string) => `test('a', async () => {
    const simulator = await startSimulator({ fixture: 'empty' });
    ${use}
    await simulator.close();
  });`;
  const source = JSON.stringify({
    name: 'slow',
    description: 'Slow.',
    rules: [{ id: 'a', on: 'getFax', where: { 'fax.tags.case': { matches: 'a+' } }, do: { delay: '2s' } }],
  });
  const later = await run('later', {
    first: file(`// ${'Jest runs the larger file first. '.repeat(50)}`),
    second:
      file(`expect(await simulator.scenarios.lint({ source: ${JSON.stringify(source)} })).toMatchObject({ faults: [] });
    const document = await fetch(simulator.baseUrl + '/_faxsim/openapi/v2.1.json');
    expect(document.status).toBe(200);`),
  });
  expect(later).toContain('2 passed');
  expect(later).not.toContain('torn down');
});

test('the answers and errors of a simulator are objects of the sandbox', () => {
  expect(output).toContain('PASS ./objects.test.js');
});

test('fake timers of a test leave the simulator its own', () => {
  expect(output).toContain('PASS ./timers.test.js');
});
