import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
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

/** What a command of the README is answered by the running simulator. */
async function answerTo(command: string): Promise<unknown> {
  const here = command.replaceAll(documented, running.baseUrl);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${here} --silent`]);
  return JSON.parse(stdout);
}

test("the README's program receives a webhook and finds it authentic", async () => {
  const port = await freePort();
  const program = /^```python\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  const python = spawn('python3', ['-u', '-c', saysWhenItListens + program.replaceAll('3000', String(port))]);
  const ended = once(python, 'close');
  let output = '';
  python.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(python.stderr, 'data');
  const [token = '', send = ''] = curls.filter((command) => /webhook_token|callback_url/.test(command));
  await answerTo(token);
  await answerTo(send.replaceAll('3000', String(port)));
  await ended;
  expect(output).toBe('authentic\n');
});

/** Before the program: a connection that finds out would be the one request that the program's server takes. */
const saysWhenItListens = `
import http.server, sys
activate = http.server.HTTPServer.server_activate
def activate_and_say(server):
    activate(server)
    print("listening", file=sys.stderr)
http.server.HTTPServer.server_activate = activate_and_say
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

describe("the README's command", () => {
  test.each(curls)('%s is answered as the text says', async (command) => {
    expect(command).toContain(documented);
    expect(await answerTo(command)).toMatchObject(
      command.endsWith('/resend')
        ? { success: false, message: expect.stringContaining('has been deleted') }
        : { success: true, data: expect.anything() },
    );
  });

  test('nothing of it makes the lint of requests complain', async () => {
    const { requests } = await running.requests.list({});
    expect(requests.flatMap(({ lint }) => lint)).toEqual([]);
  });

  // These would install anew, or need an engine: their parts are tested elsewhere, their form here.
  test.each(npms)('%s calls what package.json has', (command) => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    const calls = command.split(' && ').map((call) => call.replace(/^npm (run )?/, ''));
    expect(calls.filter((call) => call !== 'ci' && !(call in scripts))).toEqual([]);
  });

  test.each(dockers)('%s builds this image, or publishes its port', (command) => {
    const port = settings.port.default;
    const forms = ['docker build -t faxsim .', `docker run --rm -p 127.0.0.1:${port}:${port} faxsim`];
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
