import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { settingNames, settings } from '../src/model/settings/settings.ts';
import { stagesOf, textsOf } from './support/image/dockerfile.ts';
import { run, start } from './support/program.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url);

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8');
}

const stages = stagesOf(read('Dockerfile'));
const [build, image] = stages;

test('the image is built in two stages, and the second has node and sharp, without npm and development dependencies', () => {
  const bases = stages.map(({ base, name }) => [base, name]);
  expect(bases).toEqual([
    ['${NODE_IMAGE}', 'build'],
    ['${ALPINE_IMAGE}', ''],
  ]);
  expect(textsOf('RUN', build).at(-1)).toContain('npm prune --omit=dev --ignore-scripts ');
  expect(textsOf('RUN', build).at(-1)).toMatch(/&& node scripts\/image-notices\.js >> dist\/THIRD-PARTY-NOTICES\.txt$/);
  const steps = textsOf('RUN', image).join('\n');
  expect(steps).toContain('apk add --no-cache libstdc++ tini &&');
  expect(steps).not.toMatch(/\bnpm\b/);
  expect(textsOf('COPY', image)).toContain('--from=build /usr/local/bin/node /usr/local/bin/');
});

test('both stages have the same release of Alpine, by its version', () => {
  const [, node = '', alpine = ''] =
    /^ARG NODE_IMAGE=node:24-alpine(3\.\d+)\S*\nARG ALPINE_IMAGE=alpine:(3\.\d+)/m.exec(read('Dockerfile')) ?? [];
  expect(node).toMatch(/^3\./);
  expect(alpine).toBe(node);
});

test('the labels say which package, version and revision the image has', () => {
  const { name, version, description, license } = JSON.parse(read('package.json'));
  const [text = ''] = textsOf('LABEL', image);
  const labels = [...text.matchAll(/org\.opencontainers\.image\.([\w.]+)="(.*?)"/g)].map(([, key, value]) => [
    key,
    value,
  ]);
  expect(Object.fromEntries(labels)).toEqual({
    title: name,
    description,
    licenses: license,
    version: '${VERSION}',
    revision: '${REVISION}',
    created: '${CREATED}',
    'base.name': '${ALPINE_IMAGE}',
  });
  const defaults = [`VERSION=${version}`, 'REVISION=unknown', 'CREATED=1970-01-01T00:00:00Z'];
  expect(textsOf('ARG', image)).toEqual(['ALPINE_IMAGE', ...defaults]);
});

test('the image runs as a user that is not root, and any user may write to its volumes', () => {
  expect(textsOf('USER', image)).toEqual(['1000']); // a name would not show Kubernetes that it is not root
  expect(textsOf('RUN', image).join('\n')).toContain('mkdir -m 777 /data /authority');
});

test('the program is the first process, gets signals, and needs no arguments', () => {
  const [entrypoint = ''] = textsOf('ENTRYPOINT', image);
  expect(JSON.parse(entrypoint)).toEqual(['tini', '--', 'node', 'dist/main.cjs']);
  expect(textsOf('CMD', image)).toEqual([]);
});

describe('the health check', () => {
  const [instruction = ''] = textsOf('HEALTHCHECK', image);
  const [, flags = '', command = ''] = /^(.*?)\s+CMD\s+(.*)$/.exec(instruction) ?? [];
  const newDirectory = temporaryDirectories();

  /** Its exit code, as the shell of the image runs it. */
  async function health(environment: Readonly<Record<string, string>>): Promise<number | null> {
    const env = { PATH: await pathWithWget(), ...environment };
    const child = spawn('/bin/sh', ['-c', command], { env, stdio: 'ignore' });
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  }

  /** Where there is no wget, one that knows the flags of this check stands in for it. */
  async function pathWithWget(): Promise<string> {
    const path = process.env['PATH'] ?? '';
    if (spawnSync('wget', ['--help']).error === undefined) return path;
    const folder = await newDirectory();
    const program = `fetch(process.argv.at(-1)).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))`;
    writeFileSync(join(folder, 'stand-in.mjs'), program);
    const script = `#!/bin/sh\nexec "${process.execPath}" "${folder}/stand-in.mjs" "$@"\n`;
    writeFileSync(join(folder, 'wget'), script, { mode: 0o755 });
    return `${folder}:${path}`;
  }

  test('is often at the start and seldom afterwards, and starts no node', () => {
    expect(flags).toBe('--interval=15s --timeout=3s --start-period=30s --start-interval=1s');
    expect(command).not.toContain('node');
  });

  test.each([
    ['a port that a flag gave', []],
    ['every address, as in the image', ['--host', '0.0.0.0']],
    ['HTTPS too', ['--https', 'localhost', '--https-port', '0']],
  ])('knows a server that listens on %s, and when it is gone', async (_what, flagsOfStart) => {
    const file = join(await newDirectory(), 'url');
    const environment = { FAXSIM_URL_FILE: file };
    const program = await start(['--port', '0', '--fixture', 'empty', ...flagsOfStart], environment);
    try {
      expect(await readFile(file, 'utf8')).toBe(`${program.baseUrl}\n`);
      expect(await health(environment)).toBe(0);
      // A proxy of the container's environment is not asked.
      expect(await health({ ...environment, http_proxy: 'http://127.0.0.1:1' })).toBe(0);
      expect(await run(['healthcheck'], environment)).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await program.stop();
    }
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, program.baseUrl); // as a server leaves it that was killed
    expect(await health(environment)).not.toBe(0);
  });

  test('says that a server is ill which answers with an error', async () => {
    const server = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const file = join(await newDirectory(), 'url');
    writeFileSync(file, `http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
    expect(await health({ FAXSIM_URL_FILE: file })).not.toBe(0);
    server.close();
  });

  test('asks the port of the settings where no file can be written, and the server says why', async () => {
    const environment = { FAXSIM_URL_FILE: join(await newDirectory(), 'missing', 'url') };
    const program = await start(['--port', '0', '--fixture', 'empty'], environment);
    const { port } = new URL(program.baseUrl);
    try {
      expect(await health({ ...environment, FAXSIM_PORT: port })).toBe(0);
      expect(program.output.stderr).toMatch(
        /^faxsim: --url-file: cannot write ".*url": there is no such file or directory\n$/,
      );
    } finally {
      await program.stop();
    }
    expect(await health({ ...environment, FAXSIM_PORT: port })).not.toBe(0);
  });
});

test('the image listens on all addresses at the documented ports, and keeps its data where a volume is mounted', () => {
  expect(textsOf('EXPOSE', image)).toEqual([`${settings.port.default} ${settings.httpsPort.default}`]);
  expect(textsOf('ENV', image)).toContain(
    'FAXSIM_HOST=0.0.0.0 FAXSIM_DATA_MOUNT=/data FAXSIM_URL_FILE=/dev/shm/faxsim-url',
  );
});

test('every variable that the image sets is one of the settings', () => {
  const known = settingNames.map((name) => settings[name].env);
  const set = textsOf('ENV', image).flatMap((text) => [...text.matchAll(/FAXSIM_\w+/g)].map(([name]) => name));
  expect(known).toEqual(expect.arrayContaining(set));
});
