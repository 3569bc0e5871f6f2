import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import { makeFolder } from '../model/shared/folders.ts';
import { nearestOrAll, shellWord } from '../model/shared/words.ts';
import { packageFilesBelow, packageRoot } from '../model/shared/package-root.ts';
import type { RunCommand } from './invocation.ts';
import { ownCommand, ownTarball } from './own-command.ts';
import { tarballAt } from './own-tarball.ts';
import { howToNameTests, packageCommandsAt } from './package-commands.ts';
import type { PackageCommands } from './package-commands.ts';
import { fileAbove, fileTextAbove, repositoryOf, unlessRefused } from './project-files.ts';
import { hasSpecs, homeOf, runnerSigns, runnersAbove, scriptOf } from './test-runners.ts';
import type { RunnerName } from './test-runners.ts';
import { githubKit, hasTests } from './workflow.ts';

/** A set of files, as a folder of `docs/examples/init` has them, and what to do once they are there. */
interface Kit {
  readonly name: string;
  readonly next: string;
  readonly config?: KitConfig;
  /** Steps before that, as imperative sentences. */
  readonly before?: readonly string[];
  /** The command that `npm test` runs in a project that has none. */
  readonly script?: string | undefined;
  /** Turns the text of a file of the kit into that of the written one. */
  readonly edit?: (text: string) => string;
}

/** How a runner starts one simulator for a whole run. */
interface KitConfig {
  /** The set of files with the configuration of a project that has none. */
  readonly name: string;
  /** The files in which a project has one, and the line that it then needs. */
  readonly files: RegExp;
  readonly line: string;
  /** The set-up, as a configuration names it, and how a set-up of the project's own calls it. */
  readonly setup: string;
  readonly inOwnSetup: string;
}

interface Project {
  readonly manifest: string;
  readonly commands: PackageCommands;
  readonly place: (file: string) => string;
}

interface Runner {
  /** `place` turns the path of a file of the kit into that of the written file. */
  readonly kit: (project: Project) => Kit;
  /** Whether its tests load faxsim as a package of the project. */
  readonly loadsPackage?: boolean;
}

const runners: Readonly<Record<RunnerName | 'github', Runner>> = {
  jest: {
    kit: ({ manifest, commands, place }) => jestKit(manifest, `${commands.run} jest ${place('fax.test')}`),
    loadsPackage: true,
  },
  vitest: {
    kit: ({ commands, place }) => ({
      name: fileAbove('tsconfig.json', process.cwd()) ? 'vitest-ts' : 'vitest',
      next: `${commands.run} vitest run ${place('fax.test')}`,
      script: scriptOf('vitest'),
      config: {
        name: 'vitest-config',
        files: /^vite(?:st)?\.config\.\w+$/,
        line: "test: { globalSetup: 'faxsim/vitest-setup' }",
        setup: 'faxsim/vitest-setup',
        inOwnSetup: "'faxsim/vitest-setup' to the list globalSetup in",
      },
    }),
    loadsPackage: true,
  },
  node: {
    kit: ({ commands, place }) => ({
      name: 'node',
      next: `${commands.node} --test ${place('fax.test.mjs')}`,
      script: scriptOf('node'),
    }),
    loadsPackage: true,
  },
  pytest: { kit: ({ place }) => ({ name: 'pytest', next: `${ownCommand()} exec -- pytest ${place('test_fax.py')}` }) },
  rspec: {
    kit: ({ place }) => ({ name: 'rspec', next: `${ownCommand()} exec -- rspec ${place('spec/fax_spec.rb')}` }),
  },
  github: { kit: () => githubKit(process.cwd()) },
};

const names = [...Object.keys(runnerSigns), 'github'];

/** A kit with the folder for its files. */
interface PlacedKit extends Kit {
  readonly loadsPackage: boolean;
  readonly place: (file: string) => string;
}

/** `faxsim init pytest` writes a set-up and a first test; without a name, those of the runner of the project. */
export const init: RunCommand = async ({ words, options: { dir } }) => {
  const chosen = words.length === 0 ? [onlyRunner(dir)] : words.map(runnerNamed);
  assertApart(chosen, dir);
  const kits = chosen.map((name) => placedKit(name, dir));
  const next = kits.flatMap(nextSteps);
  const written = await writeFiles(kits.flatMap(filesOf));
  const before = kits.some(({ loadsPackage }) => loadsPackage) && !hasPackage() ? [howToInstall()] : [];
  const lines = [...written.map((file) => `wrote ${file}`), ...before, ...next];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
};

function runnerNamed(word: string): RunnerName | 'github' {
  if (names.includes(word)) return word as RunnerName | 'github';
  throw new CliError(`there is no runner ${JSON.stringify(word)}${nearestOrAll(word, names)}`);
}

/** Throws a CliError for runners of JavaScript in one folder: each of them takes the tests of the others. */
function assertApart(chosen: readonly (RunnerName | 'github')[], dir: string | undefined): void {
  const home = (name: RunnerName): string => dir ?? homeOf(name, process.cwd());
  const ours = chosen.filter((name) => name !== 'github').filter((name) => runners[name].loadsPackage === true);
  const second = ours.find((name, at) => ours.findIndex((one) => home(one) === home(name)) < at);
  const first = ours.find((name) => second !== undefined && home(name) === home(second));
  if (first === undefined || second === undefined) return;
  const example = `as in faxsim init ${second} --dir test/${second}`;
  throw new CliError(
    `${first} and ${second} take each other's tests: give each a folder that the other leaves, ${example}`,
  );
}

/** The files of a kit, placed where the runner looks for tests, unless a folder was named. */
function placedKit(name: RunnerName | 'github', dir: string | undefined): PlacedKit {
  if (name === 'github' && dir !== undefined)
    throw new CliError('GitHub reads the workflows of the root of a repository alone: leave --dir out');
  const home = dir ?? (name === 'github' ? repositoryOf(process.cwd()) : homeOf(name, process.cwd()));
  const isSpec = name !== 'github' && hasSpecs(name, process.cwd());
  const named = (file: string): string => (isSpec ? file.replace(/\.test\b/, '.spec') : file);
  const place = (file: string): string =>
    relative('', resolve(home, named(dir === undefined ? file : file.replace(/^spec\//, ''))));
  const { kit, loadsPackage = false } = runners[name];
  const manifest = fileTextAbove('package.json', dir ?? process.cwd());
  const commands = packageCommandsAt(dir ?? process.cwd());
  return { ...kit({ manifest, commands, place: (file) => shellWord(place(file)) }), loadsPackage, place };
}

/** Jest needs a flag of Node for ES modules; a project whose Jest has a transform of TypeScript gets types. */
function jestKit(manifest: string, command: string): Kit {
  const isModule = /"type"\s*:\s*"module"/.test(manifest);
  // A package.json has the configuration below the key `jest`.
  const files = /"jest"\s*:\s*\{/.test(manifest) ? /^package\.json$/ : /^jest\.config\.\w+$/;
  const config = {
    name: isModule ? 'jest-config-esm' : 'jest-config',
    files,
    line: files.test('package.json') ? '"globalSetup": "faxsim/jest-setup"' : "globalSetup: 'faxsim/jest-setup'",
    setup: 'faxsim/jest-setup',
    inOwnSetup: `await ${isModule ? "(await import('faxsim/jest-setup')).default" : "require('faxsim/jest-setup')"}() to the globalSetup of`,
  };
  const script = isModule ? 'NODE_OPTIONS=--experimental-vm-modules jest' : scriptOf('jest');
  const next = isModule ? `NODE_OPTIONS=--experimental-vm-modules ${command}` : command;
  // Babel has a configuration of its own; the configuration of Jest names other transforms.
  const hasTransform =
    manifest.includes('"@babel/preset-typescript"') ||
    (/"(?:ts-jest|@swc\/jest)"/.test(manifest) && configFile(config) !== undefined);
  const name = hasTransform ? 'jest-ts' : isModule ? 'jest-esm' : 'jest';
  return { name, next, config, script };
}

function howToInstall(): string {
  const tarball = ownTarball() ?? tarballAt(process.cwd());
  const copy = ownTarball() === undefined ? `copy the tarball into ${dirname(tarball)}, then ` : '';
  const { add } = packageCommandsAt(process.cwd());
  return `faxsim is no package of this project: ${copy}${add} ${shellWord(tarball)}`;
}

const hasPackage = (): boolean =>
  unlessRefused(() => createRequire(join(process.cwd(), 'fax.test.js')).resolve('faxsim'), '') !== '';

/** The one runner of the project. Throws a CliError where there is none, or more than one. */
function onlyRunner(dir: string | undefined): RunnerName {
  const { found, folder } = runnersAbove(dir ?? process.cwd());
  const [runner, other] = found;
  if (runner === undefined)
    throw new CliError(`no test runner is found here: name one of ${names.join(', ')}, as in faxsim init jest`);
  if (other !== undefined) {
    const example = `as in faxsim init ${runner}, or faxsim init ${found.join(' ')}`;
    throw new CliError(`${folder} has ${found.join(' and ')}: name one or more, ${example}`);
  }
  return runner;
}

/** A file of the package, and its path in the project. */
interface KitFile {
  readonly to: string;
  readonly text: () => string;
}

function filesOf({ name, place, config, edit }: PlacedKit): KitFile[] {
  const files = filesBelow(name, place, edit);
  return config === undefined || configFile(config) !== undefined
    ? files
    : [...files, ...filesBelow(config.name, (file) => relative('', join(projectFolder(), file)))];
}

function filesBelow(name: string, place: (file: string) => string, edit = (text: string) => text): KitFile[] {
  const home = new URL(`docs/examples/init/${name}/`, packageRoot);
  return packageFilesBelow(home).map((file) => ({
    to: place(file),
    text: () => edit(readFileSync(new URL(file, home), 'utf8')),
  }));
}

/** The folder of the nearest package.json. */
const projectFolder = (): string =>
  dirname(fileAbove('package.json', process.cwd()) ?? join(process.cwd(), 'package.json'));

/** The file of the project that configures the runner; undefined: there is none. */
const configFile = ({ files }: KitConfig): string | undefined =>
  readdirSync(projectFolder()).find((file) => files.test(file));

/** Call it before the files are written: the configuration may be one of them. */
function nextSteps({ next, before = [], config, script }: PlacedKit): string[] {
  const add = config === undefined ? [] : setupSteps(config);
  return [...add, ...before, ...(script === undefined ? [] : testsStep(script)), next].map((step) => `next: ${step}`);
}

/** The step that names the tests in a package.json without them. */
function testsStep(script: string): string[] {
  const manifest = fileTextAbove('package.json', process.cwd());
  return manifest === '' || hasTests(manifest) ? [] : [howToNameTests(packageCommandsAt(process.cwd()), script)];
}

/** The step that adds the set-up to the configuration of a project, if it has one without it. */
function setupSteps(config: KitConfig): string[] {
  const file = configFile(config);
  if (file === undefined) return []; // init writes one
  const text = fileTextAbove(file, projectFolder());
  if (text.includes(config.setup)) return [];
  const place = file === 'package.json' ? '"jest" in package.json' : file;
  const what = /\bglobalSetup\b/.test(text) ? config.inOwnSetup : `${config.line} to`;
  return [`add ${what} ${place}: one simulator then serves the whole run`];
}

/** Writes all files, or none: a CliError names the file that is there already, that two runners need, or that cannot be written. */
async function writeFiles(files: readonly KitFile[]): Promise<readonly string[]> {
  const paths = files.map(({ to }) => to);
  const twice = paths.find((path, at) => paths.indexOf(path) < at);
  if (twice !== undefined) throw new CliError(`both runners need ${twice}: give one another folder with --dir`);
  const there = paths.filter((path) => unlessRefused(() => lstatSync(path), undefined)); // finds a link that leads nowhere, too
  if (there.length > 0)
    throw new CliError(`${there.join(' and ')} ${there.length > 1 ? 'are' : 'is'} there already; nothing is written`);
  for (const [at, { to, text }] of files.entries()) {
    try {
      await makeFolder(dirname(to));
      writeFileSync(to, text(), { flag: 'wx' });
    } catch (error) {
      for (const written of paths.slice(0, at)) rmSync(written, { force: true });
      throw new CliError(`cannot write ${to}: ${reasonOf(error)}`, { exitCode: 1 });
    }
  }
  return paths;
}
