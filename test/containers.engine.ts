import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { defaultCredentials } from '../src/model/domain/account.ts';

const root = new URL('../', import.meta.url).pathname;
const bases = [...readFileSync(`${root}Dockerfile`, 'utf8').matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(
  ([, name = '']) => name,
);
/** Of the image, of the project of Compose, and the start of the names of volumes. */
const name = `faxsim-test-${process.pid}`;
const minute = 60_000;

const works = (...args: string[]): boolean => spawnSync('docker', args, { timeout: minute }).status === 0;

const isAvailable = (image: string): boolean => works('image', 'inspect', image) || works('pull', image);

/** Why no container can be run here; undefined where they can. */
function obstacle(): string | undefined {
  if (!works('info')) return 'no Docker engine answers';
  const missing = bases.find((base) => !isAvailable(base));
  return missing && `${missing} cannot be had`;
}

function run(args: readonly string[], input = ''): Promise<{ stdout: string; stderr: string }> {
  const running = promisify(execFile)('docker', args, { cwd: root, maxBuffer: 2 ** 26 });
  running.child.stdin?.end(input);
  return running;
}

const docker = async (args: readonly string[], input?: string): Promise<string> =>
  (await run(args, input)).stdout.trim();

const listed = async (...args: string[]): Promise<string[]> =>
  (await docker(args)).split('\n').filter((line) => line !== '');

interface Container {
  readonly id: string;
  readonly baseUrl: string;
}

/** Runs the image until it is healthy. */
async function started(...options: readonly string[]): Promise<Container> {
  const id = await docker(['run', '--detach', '--publish', '127.0.0.1::8329', ...options, name]);
  const health = (): Promise<string> => docker(['inspect', '--format', '{{.State.Health.Status}}', id]);
  for (let state = 'starting'; state !== 'healthy'; state = await health()) {
    if (state === 'unhealthy') throw new Error(`The container is unhealthy: ${(await run(['logs', id])).stderr}`);
    await pause(200);
  }
  return { id, baseUrl: `http://${await docker(['port', id, '8329/tcp'])}` };
}

/** The exit code. */
async function ended({ id }: Container): Promise<string> {
  await docker(['stop', id]);
  const code = await docker(['inspect', '--format', '{{.State.ExitCode}}', id]);
  await docker(['rm', id]);
  return code;
}

const { key, secret } = defaultCredentials.live;
const authorization = `Basic ${btoa(`${key}:${secret}`)}`;

const why = obstacle();
/** Other people's packages: `npm --prefix tools ci` installs them, which .ci/run does. */
const tools = `${root}tools/node_modules`;
/** It forwards ports of this machine by an image of its own. */
const hasTestcontainers =
  why === undefined && existsSync(`${tools}/testcontainers`) && isAvailable('testcontainers/sshd:1.3.0');
const hasCompose = why === undefined && works('compose', 'version');
// Jest does not say why.
if (why !== undefined) process.stderr.write(`The containers are not tried: ${why}.\n`);

(why === undefined ? describe : describe.skip)('in a container', () => {
  beforeAll(() => docker(['build', '--tag', name, '--build-arg', 'REVISION=abc', '.']), 10 * minute);

  afterAll(async () => {
    const containers = await listed('ps', '--all', '--quiet', '--filter', `ancestor=${name}`);
    if (containers.length > 0) await docker(['rm', '--force', ...containers]);
    const volumes = await listed('volume', 'ls', '--quiet', '--filter', `name=${name}`);
    if (volumes.length > 0) await docker(['volume', 'rm', ...volumes]);
    await docker(['image', 'rm', '--force', name]);
  }, minute);

  test(
    'the image becomes healthy, needs neither root nor a disk to write on, and ends when told',
    async () => {
      const container = await started('--read-only');
      expect(await docker(['exec', container.id, 'id', '-u'])).toBe('1000');
      expect((await fetch(`${container.baseUrl}/v2.1/public/countries`)).status).toBe(200);
      expect(await ended(container)).toBe('0');
    },
    2 * minute,
  );

  test('the labels say which revision the image was built from', async () => {
    const labels = JSON.parse(await docker(['inspect', '--format', '{{json .Config.Labels}}', name]));
    const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    expect(labels).toMatchObject({
      'org.opencontainers.image.title': 'faxsim',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': 'abc',
    });
  });

  test('the SBOM names the node, the sharp and the bundled packages of the image', async () => {
    const inside = (...command: string[]) => docker(['run', '--rm', '--entrypoint', ...command]);
    const { components } = JSON.parse(await inside('cat', name, 'sbom.cdx.json')) as {
      components: { name: string; version: string }[];
    };
    const versions = Object.fromEntries(components.map((part) => [part.name, part.version]));
    const script = 'console.log(process.versions.node, require("./node_modules/sharp/package.json").version)';
    expect(`${versions['node']} ${versions['sharp']}`).toBe(await inside('node', name, '-e', script));
    expect(await inside('cat', name, 'dist/THIRD-PARTY-NOTICES.txt')).toContain(
      `\nexpress ${versions['express']}: MIT\n`,
    );
  });

  test.each(['node', '4242:4242'])(
    'a volume keeps the data of the user %s',
    async (user) => {
      const volume = `${name}-${user.replace(':', '-')}`;
      const options = ['--user', user, '--volume', `${volume}:/data`, '--env', 'FAXSIM_FIXTURE=empty'];
      const faxes = async ({ baseUrl }: Container, init: RequestInit = {}) => {
        const answer = await fetch(`${baseUrl}/v2.1/faxes`, { ...init, headers: { authorization } });
        return JSON.parse(await answer.text());
      };
      const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
      const first = await started(...options);
      const sent = await faxes(first, { method: 'POST', body });
      expect(await ended(first)).toBe('0');
      const second = await started(...options);
      expect(await faxes(second)).toMatchObject({ data: [{ id: sent.data.id }] });
      await ended(second);
    },
    2 * minute,
  );

  (hasCompose ? test : test.skip)(
    'the Compose file leads the service’s name to the simulator, and webhooks to the application',
    async () => {
      const { services, ...rest } = parse(readFileSync(`${root}docs/examples/compose.yaml`, 'utf8'));
      // The port may be in use here, and the image is there already.
      const faxsim = { ...services.faxsim, build: undefined, image: name, ports: [] };
      const file = JSON.stringify({ ...rest, services: { ...services, faxsim } });
      const compose = (...args: string[]): Promise<string> =>
        docker(['compose', '--project-name', name, '--file', '-', ...args], file);
      try {
        const output = await compose('up', '--no-color', '--exit-code-from', 'app');
        expect(output).toContain('Fax queued for sending');
        expect(output).toContain('Told at /fax-sent');
      } finally {
        await compose('down', '--volumes');
      }
    },
    2 * minute,
  );

  (hasTestcontainers ? test : test.skip)(
    'the guide’s example for Testcontainers passes, with a webhook to this machine',
    async () => {
      const guide = readFileSync(`${root}docs/testing.md`, 'utf8');
      const [, example = ''] = /^```js\n\/\/ container\.test\.mjs\n(.*?)^```$/ms.exec(guide) ?? [];
      // Within the package, so that it finds itself by its name.
      const file = `${root}dist/container-${process.pid}.test.mjs`;
      await writeFile(file, example.replace("FaxsimContainer('faxsim')", `FaxsimContainer('${name}')`));
      const env = { PATH: process.env['PATH'], DOCKER_HOST: process.env['DOCKER_HOST'], NODE_PATH: tools };
      try {
        const { stdout } = await promisify(execFile)(process.execPath, ['--test', file], { env });
        expect(stdout).toMatch(/pass 1\n/);
      } finally {
        await rm(file);
      }
    },
    5 * minute,
  );
});
