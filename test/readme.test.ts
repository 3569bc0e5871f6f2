import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../src/package/embedded.ts';
import type { RunningSimulator } from '../src/package/embedded.ts';
import { settings } from '../src/model/settings/settings.ts';
import { freePort } from './support/port.ts';
import { launch } from './support/program.ts';

const root = new URL('../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
const commands = blocks.flatMap((block) => block.replaceAll('\\\n', '').trim().split('\n'));
const documented = `http://${settings.host.default}:${settings.port.default}`;

const curls = commands.filter((command) => command.startsWith('curl '));
const npms = commands.filter((command) => command.startsWith('npm '));
const dockers = commands.filter((command) => command.startsWith('docker '));
const faxsims = commands.filter((command) => command.startsWith('npx faxsim '));

let running: RunningSimulator;

beforeAll(async () => {
  running = await startSimulator();
});

afterAll(() => running.close());

/** The answer of the running simulator, or of another one, to a command of the README. */
async function answerTo(command: string, { baseUrl } = running): Promise<unknown> {
  const here = command.replaceAll(documented, baseUrl);
  const { stdout } = await promisify(execFile)('sh', ['-c', `${here} --silent`]);
  return JSON.parse(stdout);
}

test("the README's program receives a webhook and finds it authentic", async () => {
  const port = await freePort();
  const program = /^```python\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  const python = spawn('python3', ['-u', '-c', program.replaceAll('3000', String(port))]);
  const ended = once(python, 'close');
  let output = '';
  python.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(python.stdout, 'data');
  const [token = '', send = ''] = curls.filter((command) => /webhook_token|callback_url/.test(command));
  await answerTo(token);
  await answerTo(send.replaceAll('3000', String(port)));
  await ended;
  expect(output).toBe(`waiting for a webhook on port ${port}\nauthentic\n`);
});

describe("the README's command", () => {
  test.each(curls)('%s is answered as the text says', async (command) => {
    expect(command).toContain(documented);
    expect(await answerTo(command)).toMatchObject(
      command.endsWith('/resend')
        ? { success: false, message: expect.stringContaining('has been deleted') }
        : { success: true, data: expect.anything() },
    );
  });

  test('calls the control API of the container as well, which takes calls from elsewhere with the token alone', async () => {
    const [, controlToken] = dockers.flatMap((command) => /FAXSIM_CONTROL_TOKEN=(\S+)/.exec(command) ?? []);
    const contained = await startSimulator({ controlToken, fixture: 'empty' });
    try {
      const calls = curls.filter((command) => command.includes('/_faxsim/'));
      // No program of this machine sends that header, so the calls count as coming from elsewhere.
      for (const call of calls) {
        const passedOn = `${call} -H 'Via: 1.1 gateway'`;
        expect(await answerTo(passedOn, contained)).toMatchObject({ success: true });
        expect(await answerTo(passedOn.replace(/Bearer \S+"/, 'Bearer other"'), contained)).toMatchObject({
          success: false,
        });
      }
      expect(calls.length).toBeGreaterThan(0);
      expect(readme).toContain(`#token=${controlToken}`);
    } finally {
      await contained.close();
    }
  });

  test('nothing of it makes the lint of requests complain', async () => {
    const { requests } = await running.requests.list({});
    expect(requests.flatMap(({ lint }) => lint)).toEqual([]);
  });

  // These would install all packages again, or need an engine: their parts are tested elsewhere, their form here.
  test.each(npms)('%s calls what package.json has', (command) => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    const calls = command.split(' && ').map((call) => call.replace(/^npm (run )?/, ''));
    expect(calls.filter((call) => call !== 'ci' && !(call in scripts))).toEqual([]);
  });

  test.each(dockers)('%s builds this image, or publishes its port', (command) => {
    const port = settings.port.default;
    const flags = `--rm -p 127.0.0.1:${port}:${port} --add-host host.docker.internal:host-gateway`;
    const run = `docker run ${flags} -e ${settings.controlToken.env}=control-token faxsim`;
    expect(['docker build -t faxsim .', run]).toContain(command);
  });

  test.each(faxsims)('%s shows the fax that fails', async (command) => {
    await answerTo(curls[0] ?? '');
    const { process: shown, output, ended } = launch(command.split(' ').slice(2), { FAXSIM_URL: running.baseUrl });
    shown.stdout.on('data', () => /555 ?555 ?1017/.test(output.stdout) && shown.kill('SIGINT'));
    expect((await ended).stdout).toMatch(/555 ?555 ?1017/);
  });

  test('is of a kind that is tested here', () => {
    expect(commands.length).toBeGreaterThan(0);
    expect([...curls, ...npms, ...dockers, ...faxsims].toSorted()).toEqual(commands.toSorted());
  });
});

test('all that the README links to exists', () => {
  const targets = [...readme.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
  const local = targets.filter((target) => !target.startsWith('http'));
  expect(local.filter((target) => !existsSync(new URL(target, root)))).toEqual([]);
});
