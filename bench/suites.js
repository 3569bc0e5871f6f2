import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './servers.js';

const run = promisify(execFile);
const packages = `${root}bench/node_modules/`;

/** Each test sends a fax, reads it and lists all. */
const tests = `
for (let number = 1; number <= 5; number++) {
  test('fax ' + number + ' is sent, read and listed', async () => {
    const call = await openService();
    const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
    const { data } = await call('/v2.1/faxes', { method: 'POST', body });
    expect((await call('/v2.1/faxes/' + data.id)).data.id).toBe(data.id);
    expect((await call('/v2.1/faxes')).data.length).toBeGreaterThan(0);
  });
}
`;

const sent = "{ success: true, message: 'Fax queued for sending', data: { id: 1 } }";
const one = "{ success: true, message: 'Metadata for fax', data: { id: 1, status: 'queued' } }";
const listed = "{ success: true, message: 'Retrieved faxes', data: [{ id: 1, status: 'queued' }] }";
const calling = `
const callAt = (base, pair) => async (path, init) => {
  const response = await fetch(base + path, { headers: { authorization: 'Basic ' + btoa(pair) }, ...init });
  return response.json();
};`;
const faxsimWorld = `
const openService = async () => {
  const world = await simulator.world({ fixture: 'empty', clock: 'manual' });
  return callAt(world.baseUrl, world.credentials.live.key + ':' + world.credentials.live.secret);
};`;

/** The ways in which a test gets the service: what a file imports, and its function \`openService\`. */
export const ways = {
  none: {
    code: `
      const answers = { '/v2.1/faxes/1': ${one}, '/v2.1/faxes': ${listed} };
      const openService = async () => async (path, init) => init?.method === 'POST' ? ${sent} : answers[path];`,
  },
  nock: {
    imports: [['nock', 'nock']],
    code: `
      afterEach(() => nock.cleanAll());
      const openService = async () => {
        nock('http://fax.test').post('/v2.1/faxes').reply(200, ${sent});
        nock('http://fax.test').get('/v2.1/faxes/1').reply(200, ${one}).get('/v2.1/faxes').reply(200, ${listed});
        return callAt('http://fax.test', 'key:secret');
      };`,
  },
  msw: {
    imports: [
      ['{ http, HttpResponse }', 'msw'],
      ['{ setupServer }', 'msw/node'],
    ],
    code: `
      const server = setupServer(
        http.post('http://fax.test/v2.1/faxes', () => HttpResponse.json(${sent})),
        http.get('http://fax.test/v2.1/faxes/1', () => HttpResponse.json(${one})),
        http.get('http://fax.test/v2.1/faxes', () => HttpResponse.json(${listed})),
      );
      beforeAll(() => server.listen());
      afterEach(() => server.resetHandlers());
      afterAll(() => server.close());
      const openService = async () => callAt('http://fax.test', 'key:secret');`,
  },
  express: {
    imports: [['express', 'express']],
    code: `
      const app = express();
      app.post('/v2.1/faxes', express.urlencoded(), (request, response) => response.json(${sent}));
      app.get('/v2.1/faxes/1', (request, response) => response.json(${one}));
      app.get('/v2.1/faxes', (request, response) => response.json(${listed}));
      let server;
      beforeAll(() => new Promise((resolve) => { server = app.listen(0, '127.0.0.1', resolve); }));
      afterAll(() => new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); }));
      const openService = async () => callAt('http://127.0.0.1:' + server.address().port, 'key:secret');`,
  },
  'faxsim in each file': {
    imports: [['{ startSimulator }', 'faxsim']],
    code: `
      let simulator;
      beforeAll(async () => { simulator = await startSimulator(); });
      afterAll(() => simulator.close());
      ${faxsimWorld}`,
  },
  'faxsim for the run': {
    imports: [['{ openSimulator }', 'faxsim']],
    code: `
      let simulator;
      beforeAll(async () => { simulator = await openSimulator(); });
      afterAll(() => simulator.close());
      ${faxsimWorld}`,
    globalSetup: true,
  },
};

export const runners = {
  jest: {
    program: 'jest/bin/jest.js',
    args: ['--ci'],
    ending: 'test.js',
    imports: ([names, from]) => `const ${names} = require('${from}');`,
    config: (setup) => [
      'jest.config.js',
      `module.exports = { testEnvironment: 'node'${setup ? ", globalSetup: 'faxsim/jest-setup'" : ''} };`,
    ],
  },
  vitest: {
    program: 'vitest/vitest.mjs',
    args: ['run'],
    ending: 'test.mjs',
    imports: ([names, from]) => `import ${names} from '${from}';`,
    config: (setup) => [
      'vitest.config.mjs',
      `export default { test: { globals: true${setup ? ", globalSetup: ['faxsim/vitest-setup']" : ''} } };`,
    ],
  },
};

/** A folder with the packages of `bench` and the packed faxsim, as npm would install them. */
export function writeModules(folder) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'faxsim'), { recursive: true });
  for (const name of readdirSync(packages)) {
    if (!name.startsWith('.')) symlinkSync(packages + name, join(modules, name));
  }
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse(execFileSync('npm', packing, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }));
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', join(modules, 'faxsim'), '--strip-components=1']);
  for (const name of ['sharp', '@img']) {
    if (!existsSync(join(modules, name))) symlinkSync(`${root}node_modules/${name}`, join(modules, name));
  }
}

/** Writes a suite into a folder below the packages. Returns a function that runs it. */
export function writeSuite(parent, { runner, way, files }) {
  const { program, args, ending, imports, config } = runners[runner];
  const { imports: from = [], code, globalSetup = false } = ways[way];
  const folder = join(parent, `${runner} ${way}`.replaceAll(' ', '-'));
  mkdirSync(folder, { recursive: true });
  const text = [...from.map(imports), calling, code, tests].join('\n');
  for (let file = 1; file <= files; file++) writeFileSync(join(folder, `fax-${file}.${ending}`), text);
  const [name, content] = config(globalSetup);
  writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'package.json'), '{}');
  return () =>
    run(process.execPath, [join(parent, 'node_modules', program), ...args], { cwd: folder, env: environment });
}

/** Without the variables that name a simulator or change a runner. */
const environment = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' };
