import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { CliError, fileReasonOf } from '../model/shared/errors.ts';
import { makeFolder } from '../model/shared/folders.ts';
import { nearestText, shellWord } from '../model/shared/words.ts';
import { packageFilesBelow, packageRoot } from '../model/shared/package-root.ts';
import { fitLines } from './columns.ts';
import { widthOf } from './output-width.ts';
import type { RunCommand } from './invocation.ts';
import { ownTarball } from './own-command.ts';
import { tarballAt } from './own-tarball.ts';
import { howToNameTests, packageCommandsAt } from './package-commands.ts';
import { configFile, kits, projectFolder } from './kits.ts';
import type { Kit, KitConfig, KitName } from './kits.ts';
import { fileTextAbove, repositoryOf, unlessRefused } from './project-files.ts';
import { hasSpecs, homeOf, runnerSigns, runnersAbove } from './test-runners.ts';
import type { RunnerName } from './test-runners.ts';
import { hasTests } from './workflow.ts';

const names = Object.keys(kits);

/** A kit, and the folder for its files. */
interface PlacedKit extends Kit {
  readonly loadsPackage: boolean;
  readonly place: (file: string) => string;
}

/** `faxsim init pytest` writes a set-up and a first test. Without a name, it takes the test runner that the project has. */
export const init: RunCommand = async ({ words, options: { dir } }) => {
  const chosen = words.length === 0 ? [onlyRunner(dir)] : words.map(kitNamed);
  assertApart(chosen, dir);
  const placed = chosen.map((name) => placedKit(name, dir));
  const next = placed.flatMap(nextSteps);
  const written = await writeFiles(placed.flatMap(filesOf));
  const before = placed.some(({ loadsPackage }) => loadsPackage) && !hasPackage() ? [howToInstall()] : [];
  const lines = [...written.map((file) => `wrote ${file}`), ...before, ...next];
  process.stdout.write(fitLines(`${lines.join('\n')}\n`, widthOf()));
  return 0;
};

function kitNamed(word: string): KitName {
  if (names.includes(word)) return word as KitName;
  throw new CliError(
    `there is no runner ${JSON.stringify(word)}${nearestText(word, names) || `; known are ${names.join(', ')}`}`,
  );
}

/** Throws a CliError for several JavaScript runners in one folder: each would run the tests of the others. */
function assertApart(chosen: readonly KitName[], dir: string | undefined): void {
  const home = (name: RunnerName): string => dir ?? homeOf(name, process.cwd());
  const ours = chosen.filter(isRunner).filter((name) => kits[name].loadsPackage === true);
  const second = ours.find((name, at) => ours.findIndex((one) => home(one) === home(name)) < at);
  const first = ours.find((name) => second !== undefined && home(name) === home(second));
  if (first === undefined || second === undefined) return;
  const example = `as in faxsim init ${second} --dir test/${second}`;
  throw new CliError(
    `${first} and ${second} take each other's tests: give each a folder that the other leaves, ${example}`,
  );
}

const isRunner = (name: KitName): name is RunnerName => name in runnerSigns;

/** The folders in which runners look for tests without configuration. */
const usualHome = /^(?:spec|tests?|src\/test\/java)\//;

/** The kit with its files in the named folder, else where the runner looks for tests. */
function placedKit(name: KitName, dir: string | undefined): PlacedKit {
  const { kit, loadsPackage = false, atRoot } = kits[name];
  if (atRoot !== undefined && dir !== undefined) throw new CliError(`${atRoot}: leave --dir out`);
  const home = dir ?? (isRunner(name) ? homeOf(name, process.cwd()) : repositoryOf(process.cwd()));
  const isSpec = isRunner(name) && hasSpecs(name, process.cwd());
  const isFolderKnown = dir !== undefined || (isRunner(name) && home !== '');
  const place = (file: string): string => {
    const path = isFolderKnown ? file.replace(usualHome, '') : file;
    return relative('', resolve(home, isSpec ? path.replace(/\.test\b/, '.spec') : path));
  };
  const manifest = fileTextAbove('package.json', dir ?? process.cwd());
  const commands = packageCommandsAt(dir ?? process.cwd());
  return { ...kit({ manifest, commands, place: (file) => shellWord(place(file)) }), loadsPackage, place };
}

function howToInstall(): string {
  const tarball = ownTarball() ?? tarballAt(process.cwd());
  const copy = ownTarball() === undefined ? `copy the tarball into ${dirname(tarball)}, then ` : '';
  const { add } = packageCommandsAt(process.cwd());
  return `faxsim is no package of this project: ${copy}${add} ${shellWord(tarball)}`;
}

const hasPackage = (): boolean =>
  unlessRefused(() => createRequire(join(process.cwd(), 'fax.test.js')).resolve('faxsim'), '') !== '';

/** The test runner of the project. Throws a CliError if it has none, or several. */
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

function filesOf({ name, place, rename = (file) => file, config, edit }: PlacedKit): KitFile[] {
  const files = filesBelow(name, (file) => place(rename(file)), edit);
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

/** The next steps for the user. Must be called before the files are written, because the configuration may be one of them. */
function nextSteps({ next, before = [], config, script }: PlacedKit): string[] {
  const add = config === undefined ? [] : setupSteps(config);
  return [...add, ...before, ...(script === undefined ? [] : testsStep(script)), next].map((step) => `next: ${step}`);
}

/** The advice to add a script "test" to a package.json without one. */
function testsStep(script: string): string[] {
  const manifest = fileTextAbove('package.json', process.cwd());
  return manifest === '' || hasTests(manifest) ? [] : [howToNameTests(packageCommandsAt(process.cwd()), script)];
}

/** The advice to add faxsim's set-up to the project's own configuration, if the configuration lacks it. */
function setupSteps(config: KitConfig): string[] {
  const file = configFile(config);
  if (file === undefined) return []; // init writes one
  const text = fileTextAbove(file, projectFolder());
  if (text.includes(config.setup)) return [];
  const place = file === 'package.json' ? '"jest" in package.json' : file;
  const what = /\bglobalSetup\b/.test(text) ? config.inOwnSetup : `${config.line} to`;
  return [`add ${what} ${place}: one simulator then serves the whole run`];
}

/** Writes all files or none. Throws a CliError that names a file which exists, is needed by two runners, or cannot be written. */
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
      throw new CliError(`cannot write ${to}: ${fileReasonOf(error)}`, { exitCode: 1 });
    }
  }
  return paths;
}
