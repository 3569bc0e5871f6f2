import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../src/embedded.ts';
import type { RunningSimulator } from '../src/embedded.ts';
import { settings } from '../src/settings/settings.ts';

const root = new URL('../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
const commands = blocks.flatMap((block) => block.replaceAll('\\\n', '').trim().split('\n'));
const documented = `http://${settings.host.default}:${settings.port.default}`;

const curls = commands.filter((command) => command.startsWith('curl '));
const npms = commands.filter((command) => command.startsWith('npm '));
const dockers = commands.filter((command) => command.startsWith('docker '));

let running: RunningSimulator;

beforeAll(async () => {
  running = await startSimulator();
});

afterAll(() => running.close());

describe("the README's command", () => {
  test.each(curls)('%s is answered with success', async (command) => {
    expect(command).toContain(documented);
    const here = command.replaceAll(documented, running.baseUrl);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${here} --silent --fail`]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: expect.anything() });
  });

  // These would install anew, or need an engine: their parts are tested elsewhere, their form here.
  test.each(npms)('%s calls what package.json has', (command) => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    const calls = command.split(' && ').map((call) => call.replace(/^npm (run )?/, ''));
    expect(calls.filter((call) => call !== 'ci' && !(call in scripts))).toEqual([]);
  });

  test.each(dockers)('%s builds this image, or publishes its port', (command) => {
    const port = settings.port.default;
    const forms = ['docker build -t faxsim .', `docker run --rm -p ${port}:${port} faxsim`];
    expect(forms).toContain(command);
  });

  test('is of a kind that is tested here', () => {
    expect(commands.length).toBeGreaterThan(0);
    expect([...curls, ...npms, ...dockers].toSorted()).toEqual(commands.toSorted());
  });
});

test('all that the README links to exists', () => {
  const targets = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
  const local = targets.filter((target) => !target.startsWith('http'));
  expect(local.filter((target) => !existsSync(new URL(target, root)))).toEqual([]);
});
