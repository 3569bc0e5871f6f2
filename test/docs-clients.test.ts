import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { startSimulator } from '../src/index.ts';
import type { RunningSimulator } from '../src/index.ts';
import { settingNames, settings } from '../src/model/settings/settings.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const root = new URL('../', import.meta.url);
const page = (name: string): string => readFileSync(new URL(`docs/${name}`, root), 'utf8');
const blocks = (name: string, language: string): string[] =>
  [...page(name).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);

const variables = new Set<string>(settingNames.flatMap((name) => settings[name].env ?? []));
variables.add('FAXSIM_URL'); // which tells clients and commands where faxsim is
const unknownVariables = (text: string): string[] =>
  [...text.matchAll(/FAXSIM_[A-Z_]+/g)].map(([name]) => name).filter((name) => !variables.has(name));

describe('docs/clients.md', () => {
  let running: RunningSimulator;
  beforeAll(async () => {
    running = await startSimulator();
  });
  afterAll(() => running.close());

  const snippets = blocks('clients.md', 'js');

  test('has a snippet for each Node client', () => {
    expect(snippets.map((snippet) => /require\('(.*?)'\)/.exec(snippet)?.[1] ?? 'fetch')).toEqual([
      'fetch',
      'fetch',
      'phaxio-official',
      'phaxio',
      '@sinch/fax',
    ]);
  });

  test.each(blocks('clients.md', 'sh').filter((block) => block.startsWith('curl ')))(
    '%s reaches the simulator',
    async (command) => {
      const here = command.replaceAll('http://127.0.0.1:8329', running.baseUrl);
      const { stdout } = await promisify(execFile)('sh', ['-c', `${here.trim()} --silent --fail`]);
      const isSend = command.includes(' -F ');
      const data: unknown = isSend ? { id: expect.any(Number) } : expect.any(Array);
      const v3 = isSend ? { id: expect.any(String) } : { faxes: expect.any(Array) };
      expect(JSON.parse(stdout)).toMatchObject(command.includes('/v3/') ? v3 : { success: true, data });
    },
  );

  test.each(snippets)('%s reaches the simulator', async (snippet) => {
    const here = snippet.replaceAll('http://127.0.0.1:8329', running.baseUrl);
    expect(here).toContain(running.baseUrl);
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-deprecation', '-e', here], {
      cwd: root.pathname,
    });
    expect(stdout).toMatch(/^25\n$|success: true|^\d+\n$|^[\dA-Z]{26}\n$/);
  });
});

interface Service {
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly extra_hosts?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: { readonly default: { readonly aliases: readonly string[] } };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

describe('the compose file', () => {
  const { services } = parse(page('examples/compose.yaml')) as { services: Record<'faxsim' | 'app', Service> };

  test('waits for a healthy simulator, and leads the service’s name to it with a certificate for that name', () => {
    expect(services.app.depends_on).toEqual({ faxsim: { condition: 'service_healthy' } });
    const [alias = ''] = services.faxsim.networks?.default.aliases ?? [];
    expect(services.faxsim.environment?.['FAXSIM_HTTPS']?.split(',')).toContain(alias);
    expect(readFileSync(new URL('Dockerfile', root), 'utf8')).toContain('HEALTHCHECK');
  });

  test('leads webhooks to the application, and could to one on the machine itself', () => {
    for (const name of ['FAXSIM_SEND_CALLBACK_URL', 'FAXSIM_RECEIVE_CALLBACK_URL']) {
      const { hostname, port } = new URL(services.faxsim.environment?.[name] ?? '');
      expect(hostname).toBe('app');
      expect(services.app.command?.join('\n')).toContain(`server.listen(${port},`);
    }
    expect(services.faxsim.extra_hosts).toEqual(['host.docker.internal:host-gateway']);
  });

  test('publishes the port that faxsim listens on, and mounts the folder of its authority', () => {
    const { ports, volumes, environment } = services.faxsim;
    expect(ports).toEqual([`127.0.0.1:${settings.port.default}:${settings.port.default}`]);
    expect(volumes).toEqual([`authority:${environment?.['FAXSIM_HTTPS_CA']}`]);
    expect(services.app.environment?.['NODE_EXTRA_CA_CERTS']).toBe(`${environment?.['FAXSIM_HTTPS_CA']}/ca.pem`);
  });

  test('gives values that the settings take', () => {
    for (const [variable, value] of Object.entries(services.faxsim.environment ?? {})) {
      const name = settingNames.find((candidate) => settings[candidate].env === variable);
      expect({ variable, value: name && settings[name].kind.read(value) }).not.toEqual({ variable, value: undefined });
    }
  });
});

test.each(['compose.yaml', 'demo.yaml'])('the tokens of %s are long enough to be hidden in the journal', (name) => {
  const { services } = parse(page(`examples/${name}`)) as { services: Record<'faxsim', Service> };
  const tokens = Object.entries(services.faxsim.environment ?? {}).filter(([variable]) => variable.endsWith('_TOKEN'));
  expect(tokens.length).toBeGreaterThan(0);
  for (const [, token] of tokens) expect(token.length).toBeGreaterThanOrEqual(16);
});

test('the file of a demo environment has the records, the scenario, the data and the console that it names', async () => {
  const { services, configs, volumes } = parse(page('examples/demo.yaml')) as {
    services: Record<'faxsim', Service & { configs: readonly { source: string; target: string }[] }>;
    configs: Readonly<Record<string, { content: string }>>;
    volumes: object;
  };
  const { faxsim } = services;
  expect(unknownVariables(page('examples/demo.yaml'))).toEqual([]);
  expect(faxsim.volumes).toEqual([`${Object.keys(volumes)[0]}:/data`]);
  expect(faxsim.ports).toEqual([`127.0.0.1:${settings.port.default}:${settings.port.default}`]);
  const folder = await newDirectory();
  for (const { source, target } of faxsim.configs) {
    const content = configs[source]?.content ?? '';
    expect(content).not.toContain('$');
    await mkdir(dirname(join(folder, target)), { recursive: true });
    await writeFile(join(folder, target), content);
  }
  const { FAXSIM_FIXTURE: fixture = '', FAXSIM_SCENARIOS_DIR: scenariosDir = '', ...more } = faxsim.environment ?? {};
  await using running = await startSimulator({
    data: join(folder, 'data'),
    fixture: join(folder, fixture),
    scenariosDir: join(folder, scenariosDir),
    scenarios: more['FAXSIM_SCENARIOS'],
    clock: 0,
  });
  expect((await running.faxes.list()).total).toBe(2);
  const { key, secret } = running.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const body = new URLSearchParams({ to: '+13125550174', content_url: 'https://example.com' });
  await fetch(`${running.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
  expect((await running.scenarios.list()).map(({ warnings }) => warnings)).toEqual([[]]);
  await running.clock.runUntilIdle();
  expect((await running.faxes.list({ error: 17 })).total).toBe(2);
  const [, consolePath = ''] =
    /127\.0\.0\.1:8329(\/\S+?)#token=local-control-token/.exec(page('examples/demo.yaml')) ?? [];
  expect((await fetch(running.baseUrl + consolePath)).status).toBe(200);
});

test('the job of docs/ci.md with a container waits until faxsim answers', async () => {
  const [, wait = ''] = /^ +- run: (curl .*)$/m.exec(page('ci.md')) ?? [];
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  const waiting = promisify(execFile)('sh', ['-c', wait.replace(':8329', `:${port}`)]);
  // The first attempt of curl says that it is refused.
  await once(waiting.child.stderr!, 'data');
  await using running = await startSimulator({ port, fixture: 'empty', controlToken: 'ci-control-token' });
  expect(running.port).toBe(port);
  expect(JSON.parse((await waiting).stdout)).toMatchObject({ status: 'ok' });
});

test.each(['docker.md', 'ci.md'])('docs/%s names settings that there are, and has YAML that can be read', (name) => {
  expect(unknownVariables(page(name))).toEqual([]);
  for (const block of blocks(name, 'yaml')) expect(parse(block)).toEqual(expect.any(Object));
});
