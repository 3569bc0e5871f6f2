import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ControlError, connect } from '../../src/control/client/connect.ts';
import type { OwnWorld } from '../../src/control/client/connect.ts';
import { freePort } from '../support/port.ts';
import { start } from '../support/program.ts';
import type { StartedProgram } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const token = 'control-token';
const examples = new URL('../../docs/examples/scale/', import.meta.url);

interface Balancer {
  readonly command: string;
  readonly file: string;
  /** Arguments with which it runs in the foreground, from a directory of its own. */
  readonly args: (file: string, directory: string) => readonly string[];
}

const balancers: readonly Balancer[] = [
  {
    command: 'nginx',
    file: 'nginx.conf',
    args: (file, directory) => ['-p', directory, '-c', file, '-g', 'daemon off;'],
  },
  { command: 'haproxy', file: 'haproxy.cfg', args: (file) => ['-db', '-f', file] },
];

const isInstalled = ({ command }: Balancer): boolean => spawnSync(command, ['-v']).status === 0;

async function answers(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => undefined))) await new Promise(setImmediate);
}

const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');
const [flags = '', ...sameFlags] = [...page.matchAll(/^npx faxsim --port \d+ (.*) &$/gm)].map(
  ([, words = '']) => words,
);

/** Starts a process as docs/scale.md does. */
const startProcess = (port = '0') => start(['--port', port, '--fixture', 'empty', ...flags.split(' ')]);

test('docs/scale.md starts the processes and the balancer of the examples', async () => {
  const nginx = await readFile(new URL('nginx.conf', examples), 'utf8');
  const started = [...page.matchAll(/^npx faxsim --port (\d+) /gm)].map(([, port]) => `127.0.0.1:${port}`);
  expect([...nginx.matchAll(/server (\S+) max_fails/g)].map(([, address]) => address)).toEqual(started);
  expect(sameFlags).toEqual([flags, flags]);
  expect(page).toContain(`nginx -c "$PWD/docs/examples/scale/nginx.conf" -g 'daemon off;' &`);
});

const makeDirectory = temporaryDirectories();

describe.each(balancers)('$command before three processes', (balancer) => {
  if (!isInstalled(balancer)) {
    test.skip(`${balancer.command} is not installed`, () => undefined);
    return;
  }

  let processes: StartedProgram[] = [];
  let child: ChildProcess;
  let baseUrl: string;

  beforeAll(async () => {
    processes = await Promise.all([startProcess(), startProcess(), startProcess()]);
    const [port, directory] = [String(await freePort()), await makeDirectory()];
    const ports = ['8330', '8331', '8332', '8333'];
    const actual = [port, ...processes.map((one) => new URL(one.baseUrl).port)];
    const text = await readFile(new URL(balancer.file, examples), 'utf8');
    const file = join(directory, balancer.file);
    await writeFile(
      file,
      text.replaceAll(/\b833[0-3]\b/g, (old) => actual[ports.indexOf(old)] ?? old),
    );
    child = spawn(balancer.command, balancer.args(file, directory), { cwd: directory, stdio: 'ignore' });
    baseUrl = `http://127.0.0.1:${port}`;
    await answers(`${baseUrl}/_faxsim/livez`);
  });
  afterAll(async () => {
    child.kill();
    await once(child, 'close');
    await Promise.all(processes.map((one) => one.stop()));
  });

  const names = Array.from({ length: 20 }, (_, index) => `suite-${index}`);
  const open = (id: string): Promise<OwnWorld> =>
    connect({ baseUrl, token }).world({ id, fixture: 'empty', clock: 'manual', seed: Number(id.replace(/\D/g, '')) });

  async function send(world: OwnWorld, count: number): Promise<void> {
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    for (let sent = 0; sent < count; sent++) {
      const body = new URLSearchParams({ to: '+12025550123', content_url: `https://${world.id}.example` });
      const { status } = await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
      expect(status).toBe(200);
    }
  }

  const show = (world: OwnWorld) => world.worlds.show();
  let worlds: OwnWorld[] = [];

  test('the worlds of twenty suites live side by side, spread over all processes', async () => {
    worlds = await Promise.all(names.map(open));
    await Promise.all(worlds.map((world, index) => send(world, 1 + (index % 3))));
    await Promise.all(worlds.map((world) => world.clock.advance('1h')));
    const shown = await Promise.all(worlds.map(show));
    expect(shown.map(({ faxes }) => faxes)).toEqual(names.map((_, index) => 1 + (index % 3)));
    expect(shown.map(({ base_url }) => base_url)).toEqual(names.map((name) => `${baseUrl}/w/${name}`));
    expect(new Set(shown.map(({ process }) => process)).size).toBe(3);
    const waited = await Promise.all(worlds.map((world) => world.requests.wait({ timeout: '1m' })));
    expect(waited.map(({ request }) => request?.operation)).toEqual(names.map(() => 'sendFax'));
  });

  test('the calls of docs/scale.md are answered', async () => {
    const calls = [...page.matchAll(/^curl .*$/gm)].map(([call]) =>
      call.replace('http://127.0.0.1:8330', baseUrl).replace('suite-7', 'of-the-page'),
    );
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      const { stdout } = await promisify(execFile)('sh', ['-c', `${call} -sS --fail-with-body`]);
      expect(JSON.parse(stdout)).toMatchObject({ success: true });
    }
  });

  test('a world that is asked for again is the same', async () => {
    const again = await Promise.all(names.map(open));
    const shown = await Promise.all(again.map(show));
    expect(shown.map(({ faxes }) => faxes)).toEqual(names.map((_, index) => 1 + (index % 3)));
  });

  test('when a process is killed, only its worlds go, and can be made again', async () => {
    const shown = await Promise.all(worlds.map(show));
    const killed = shown[0]!.process;
    const isLost = ({ process }: { process: string }) => process === killed;
    const at = processes.findIndex(({ process }) => killed.endsWith(`:${process.pid}`));
    await processes[at]!.stop('SIGKILL');
    const lost = worlds.filter((_, index) => isLost(shown[index]!));
    for (const world of lost) await expect(show(world)).rejects.toThrow(ControlError);
    processes[at] = await startProcess(new URL(processes[at]!.baseUrl).port);
    for (const world of lost) await expect(show(world)).rejects.toMatchObject({ status: 421 });

    const after = await Promise.all(names.map(async (name) => show(await open(name))));
    expect(after.map(({ faxes }) => faxes)).toEqual(shown.map((one) => (isLost(one) ? 0 : one.faxes)));
    await Promise.all(worlds.map((world) => world.close()));
    const left = await Promise.all(processes.map((one) => connect({ baseUrl: one.baseUrl, token }).worlds.list()));
    expect(left.map((list) => list.length)).toEqual([1, 1, 1]);
  });
});
