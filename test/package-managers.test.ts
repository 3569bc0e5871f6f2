import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { installedMain, project, tarball } from './support/installed-package.ts';
import { launch, start } from './support/program.ts';
import type { Ended } from './support/program.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
// Installed by `npm --prefix tools ci`, which .ci/run does.
const tool = (path: string): string => join(root, 'tools/node_modules', path);
const yarn = tool('@yarnpkg/cli-dist/bin/yarn.js');
const pnpm = tool('pnpm/bin/pnpm.cjs');
const newDirectory = temporaryDirectories();

/** A project that has faxsim as a package manager installs it. No registry is asked: sharp is that of this checkout. */
interface Installation {
  readonly install: (folder: string) => Promise<void>;
  readonly ending: string;
  /** The words before the arguments of node, and before those of faxsim. */
  readonly node: readonly string[];
  readonly faxsim: (folder: string) => readonly string[];
  readonly needs: string;
  /** The words by which a workflow starts faxsim. */
  readonly inWorkflow: string;
}

const sharp = `link:${root}node_modules/sharp`;
const manifest = { name: 'app', private: true, dependencies: { faxsim: `file:${tarball}` } };

async function installWith(program: string, args: readonly string[], folder: string): Promise<void> {
  const { code, stdout, stderr } = await launch(args, { HOME: folder }, { main: program, cwd: folder }).ended;
  if (code !== 0) throw new Error(`${program} ends with exit code ${code}: ${stdout}${stderr}`);
}

const installations: Readonly<Record<string, Installation>> = {
  npm: {
    install: (folder) => cp(join(project, 'node_modules'), join(folder, 'node_modules'), { recursive: true }),
    ending: '',
    node: [],
    faxsim: (folder) => [join(folder, 'node_modules/faxsim/dist/main.cjs')],
    needs: installedMain,
    inWorkflow: 'npx faxsim',
  },
  pnpm: {
    install: async (folder) => {
      const overridden = { ...manifest, pnpm: { overrides: { sharp } } };
      await writeFile(join(folder, 'package.json'), JSON.stringify(overridden));
      await installWith(pnpm, ['install', '--offline', '--ignore-scripts', '--store-dir', './store'], folder);
    },
    ending: '',
    node: [],
    faxsim: (folder) => [join(folder, 'node_modules/faxsim/dist/main.cjs')],
    needs: pnpm,
    inWorkflow: 'pnpm exec faxsim',
  },
  "Yarn with Plug'n'Play": {
    install: async (folder) => {
      const settings = {
        enableNetwork: false,
        enableTelemetry: false,
        globalFolder: join(folder, '../yarn'),
        // sharp and its packages lie in node_modules, as native code lies outside the zips of Yarn.
        pnpIgnorePatterns: [`${'../'.repeat(20)}${root.slice(1)}node_modules/**`, `${root}node_modules/**`],
      };
      await writeFile(join(folder, '.yarnrc.yml'), JSON.stringify(settings));
      await writeFile(join(folder, 'yarn.lock'), '');
      await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, resolutions: { sharp } }));
      await installWith(yarn, ['install'], folder);
    },
    ending: '.zip',
    node: [yarn, 'node'],
    faxsim: () => [yarn, 'faxsim'],
    needs: yarn,
    inWorkflow: 'yarn faxsim',
  },
};

/** Sends a fax, waits for its end, and says how it ended; fails where a fault of a sweep hits. */
const program = `
  const { connect } = require('faxsim/client');
  const { PHAXIO_BASE_URL: url, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;
  const headers = { authorization: 'Basic ' + btoa(key + ':' + secret) };
  const body = new FormData();
  body.append('to', '+12025550123');
  body.append('file', new Blob(['<p>text</p>'], { type: 'text/html' }), 'page.html');
  const signal = AbortSignal.timeout(3000);
  void fetch(url + '/v2.1/faxes', { method: 'POST', headers, body, signal }).then(async (sent) => {
    const { data } = await sent.json();
    const world = connect({ baseUrl: url });
    await world.clock.advance('1h');
    const { pages } = await world.faxes.show({ id: data.id });
    console.log('pages: ' + pages);
  }).catch(() => process.exit(1));`;

const library = `
  import { startSimulator } from 'faxsim';
  import { connect } from 'faxsim/client';
  const simulator = await startSimulator();
  const { faxes } = await connect({ baseUrl: simulator.baseUrl }).worlds.show();
  await simulator.close();
  console.log('faxes: ' + faxes);`;

const ends = (code: number, stdout: string | RegExp): unknown =>
  expect.objectContaining({ code, stdout: expect.stringMatching(stdout), stderr: '' });

describe.each(Object.entries(installations))('installed by %s', (_name, installation) => {
  const { install, node, faxsim, ending, needs, inWorkflow } = installation;
  const unlessMissing = existsSync(needs) ? test : test.skip;
  let folder = '';
  const run = ([main = '', ...args]: readonly string[]): Promise<Ended> =>
    launch(args, { HOME: folder }, { main, cwd: folder }).ended;
  const runFaxsim = (...args: readonly string[]): Promise<Ended> => run([...faxsim(folder), ...args]);

  beforeAll(async () => {
    folder = join(await newDirectory(), 'app');
    await mkdir(folder);
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    if (existsSync(needs)) await install(folder);
    await writeFile(join(folder, 'program.cjs'), program);
    await writeFile(join(folder, 'library.mjs'), library);
  });

  unlessMissing('it lies where the package manager puts it', async () => {
    const where = await run([...node, '-p', "require.resolve('faxsim')"]);
    expect(where).toEqual(ends(0, new RegExp(`${ending.replace('.', '\\.')}/(?:.*/)?node_modules/faxsim/dist/index`)));
  });

  unlessMissing('start answers, and ends well', async () => {
    const [main = '', ...before] = faxsim(folder);
    const args = [...before, 'start', '--port', '0', '--fixture', 'empty'];
    const started = await start(args, { HOME: folder }, { main, cwd: folder });
    expect((await fetch(`${started.baseUrl}/_faxsim/ui/`)).status).toBe(200);
    expect((await started.stop()).stderr).toBe('');
  });

  unlessMissing('exec runs a program that sends a document, and uses the client', async () => {
    const ended = await runFaxsim('exec', '--fixture', 'empty', '--', process.execPath, 'program.cjs');
    expect(ended).toEqual(ends(0, /^pages: 1\n$/));
  });

  unlessMissing('sweep runs a copy of the directory with its packages', async () => {
    const only = ['--fixture', 'empty', '--copy', '--only', 'send-fax-error'];
    const ended = await runFaxsim('sweep', ...only, '--', process.execPath, 'program.cjs');
    expect(ended).toEqual(ends(0, /^0 wrong, 0 broken, 1 degraded.* 1 run in /m));
  });

  unlessMissing('init writes its files into the working directory', async () => {
    const ended = await runFaxsim('init', 'github');
    expect(ended).toEqual(ends(0, /^wrote \.github\/workflows\/faxsim\.yml\n/));
    const workflow = await readFile(join(folder, '.github/workflows/faxsim.yml'), 'utf8');
    expect(workflow).toContain(`- run: ${inWorkflow} exec --fixture empty `);
  });

  unlessMissing('the library starts a simulator, and the client finds it', async () => {
    expect(await run([...node, 'library.mjs'])).toEqual(ends(0, /^faxes: 250\n$/));
  });
});
