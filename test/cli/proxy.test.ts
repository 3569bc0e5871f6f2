import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { exceptionsFor, proxyVariable } from '../../src/cli/proxy.ts';
import { startSimulator } from '../../src/package/embedded.ts';
import type { RunningSimulator } from '../../src/package/embedded.ts';
import { installedMain, project } from '../support/installed-package.ts';
import { portOf } from '../support/port.ts';
import { launch, run } from '../support/program.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const nodeOf = (version: string): string =>
  new URL(`../../tools/node_modules/${version}/bin/node`, import.meta.url).pathname;

let simulator: RunningSimulator;
let asked: string[] = [];
const proxy = createServer((request, response) => {
  asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
  response.writeHead(502).end();
}).on('connect', (request, socket) => {
  asked.push(`CONNECT ${request.url ?? ''}`);
  socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
});
let proxied: Record<string, string> = {};

beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', clock: 'manual' });
  const url = `http://127.0.0.1:${await portOf(proxy)}`;
  // Node 22 warns that its proxies are experimental.
  const quiet = { NODE_NO_WARNINGS: '1' };
  proxied = { ...quiet, HTTP_PROXY: url, HTTPS_PROXY: url, http_proxy: url, NODE_USE_ENV_PROXY: '1' };
});
afterAll(async () => {
  await simulator.close();
  proxy.close();
  proxy.closeAllConnections();
});
beforeEach(() => {
  asked = [];
});

const commands: readonly (readonly [command: string, code: number])[] = [
  ['clock show', 0],
  ['requests list', 0],
  ['reset', 0],
  ['receive README.md from=+12025550199 to=+12025550123', 0],
  ['wait', 0],
  ['healthcheck', 0],
  ['doctor', 1], // the variables stand in the way of other programs
];

describe.each(['node22', 'node24'])('with %s, which takes proxies from the environment,', (version) => {
  const node = nodeOf(version);
  const unlessMissing = existsSync(node) ? test : test.skip;
  const runOn = (args: readonly string[], main = installedMain) =>
    launch(
      args,
      { ...proxied, FAXSIM_URL: simulator.baseUrl },
      { node, main, cwd: join(project, 'node_modules/faxsim') },
    ).ended;

  unlessMissing('the proxy gets the calls of fetch', async () => {
    await runOn([`fetch('${simulator.baseUrl}').catch(() => undefined)`], '-e');
    expect(asked).toHaveLength(1);
  });

  unlessMissing.each(commands)('%s calls this machine itself', async (command, code) => {
    const ended = await runOn(command.split(' '));
    expect(ended).toMatchObject({ code, stderr: '' });
    expect(asked).toEqual([]);
  });

  unlessMissing('verify calls this machine itself', async () => {
    const { live } = simulator.credentials;
    const keys = ['--key', live.key, '--secret', live.secret];
    const { stdout, stderr } = await runOn(['verify', '--against', simulator.baseUrl, ...keys, 'v2.1']);
    expect(stderr).toBe('');
    expect(stdout).toContain('v2.1');
    expect(asked).toEqual([]);
  });

  unlessMissing('replay calls its own simulator itself', async () => {
    const bundle = join(await newDirectory(), 'bundle.json');
    expect(await runOn(['bundle', bundle])).toMatchObject({ code: 0 });
    expect(await runOn(['replay', bundle])).toMatchObject({ stderr: '' });
    expect(asked).toEqual([]);
  });

  unlessMissing('connect() calls this machine itself, and follows its events', async () => {
    const script = `
      const { connect } = require('faxsim/client');
      const world = connect({ baseUrl: process.env.FAXSIM_URL });
      (async () => {
        const events = world.events()[Symbol.asyncIterator]();
        await events.next();
        await events.return();
        console.log((await world.worlds.show()).id);
      })();`;
    expect(await runOn([script], '-e')).toEqual({ code: 0, stdout: 'default\n', stderr: '' });
    expect(asked).toEqual([]);
  });
});

test('exec tells its program to call this machine without a proxy, and keeps its other exceptions', async () => {
  const script = 'console.log(process.env.NO_PROXY, process.env.no_proxy)';
  const ended = await run(['exec', '--fixture', 'empty', '--', process.execPath, '-e', script], {
    NO_PROXY: 'corp.example',
    HTTP_PROXY: 'http://proxy.example:3128',
  });
  const list = 'corp.example,127.0.0.1,localhost,::1';
  expect(ended).toEqual({ code: 0, stdout: `${list} ${list}\n`, stderr: '' });
});

test('doctor names the variable that leads calls of other programs through a proxy', async () => {
  const env = { http_proxy: 'http://user:secret@proxy.example:3128', FAXSIM_URL: simulator.baseUrl };
  const stopped = await run(['doctor'], env);
  expect(stopped).toMatchObject({ code: 1, stderr: '' });
  expect(stopped.stdout).toContain('!!  proxy: http_proxy sends calls to 127.0.0.1 through proxy.example:3128\n');
  expect(stopped.stdout).toContain('set NO_PROXY and no_proxy to 127.0.0.1,localhost,::1');
  const excepted = await run(['doctor'], { ...env, NO_PROXY: 'localhost, 127.0.0.1' });
  expect(excepted.code).toBe(0);
  expect(excepted.stdout).toContain('ok  proxy: http_proxy names proxy.example:3128, but NO_PROXY excepts 127.0.0.1\n');
});

test.each([
  ['http://127.0.0.1:1', { HTTP_PROXY: 'http://p:1' }, { name: 'HTTP_PROXY', proxy: 'p:1', isExcepted: false }],
  ['https://127.0.0.1:1', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://127.0.0.1:1', { ALL_PROXY: 'p:1', no_proxy: '*' }, { name: 'ALL_PROXY', proxy: 'p:1', isExcepted: true }],
  ['http://[::1]:1', { http_proxy: 'p:1', NO_PROXY: '::1' }, { name: 'http_proxy', proxy: 'p:1', isExcepted: true }],
  ['http://a.b.c', { http_proxy: 'p:1', NO_PROXY: '.b.c' }, { name: 'http_proxy', proxy: 'p:1', isExcepted: true }],
  ['http://ab.c', { http_proxy: 'p:1', NO_PROXY: 'b.c' }, { name: 'http_proxy', proxy: 'p:1', isExcepted: false }],
  [
    'http://localhost',
    { http_proxy: 'p:1', NO_PROXY: 'localhost', no_proxy: 'x' },
    { name: 'http_proxy', proxy: 'p:1', isExcepted: false },
  ],
  ['http://localhost', { http_proxy: '' }, undefined],
])('the proxy for %s with %j is %j', (url, env, variable) => {
  expect(proxyVariable(new URL(url), env)).toEqual(variable);
});

test('a program has the host of its simulator among its exceptions, each once', () => {
  const list = '::1,127.0.0.1,localhost,faxsim.local';
  expect(exceptionsFor('http://faxsim.local:8329', { no_proxy: '::1' })).toEqual({ NO_PROXY: list, no_proxy: list });
});
