import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CliError, reasonOf } from '../model/shared/errors.ts';
import { nearestOrAll } from '../model/shared/words.ts';
import { packageFilesBelow, packageRoot } from '../model/shared/package-root.ts';
import type { RunCommand } from './invocation.ts';

/** A set of files, as a folder of `docs/examples/init` has them, and what to do once they are there. */
interface Kit {
  readonly name: string;
  readonly next: string;
}

interface Runner {
  /** The files that show its use: a pattern of their names, and one of their content. */
  readonly signs: readonly (readonly [file: RegExp, content: RegExp])[];
  readonly kit: (manifest: string) => Kit;
  /** Whether its tests load faxsim as a package of the project. */
  readonly loadsPackage?: boolean;
}

const anything = /^/;
/** The name among the dependencies or the keys of a package.json, or as the program of a script. */
const named = (name: string): RegExp => new RegExp(`"${name}"\\s*:|:\\s*"(?:[^"]*[\\s/])?${name}["\\s]`);

const runners: Readonly<Record<string, Runner>> = {
  jest: {
    signs: [
      [/^package\.json$/, named('jest')],
      [/^jest\.config\.\w+$/, anything],
    ],
    kit: jestKit,
    loadsPackage: true,
  },
  vitest: {
    signs: [
      [/^package\.json$/, named('vitest')],
      [/^vitest\.config\.\w+$/, anything],
    ],
    kit: () => ({ name: fileAbove('tsconfig.json') ? 'vitest-ts' : 'vitest', next: 'npx vitest run fax.test' }),
    loadsPackage: true,
  },
  node: {
    signs: [[/^package\.json$/, /:\s*"[^"]*\bnode\s[^"]*--test\b/]],
    kit: () => ({ name: 'node', next: 'node --test fax.test.mjs' }),
    loadsPackage: true,
  },
  pytest: {
    signs: [
      [/^(?:pytest\.ini|conftest\.py)$/, anything],
      [/^(?:pyproject\.toml|setup\.cfg|tox\.ini|Pipfile|requirements\S*\.txt)$/, /\bpytest\b/],
    ],
    kit: () => ({ name: 'pytest', next: 'npx faxsim exec -- pytest test_fax.py' }),
  },
  rspec: {
    signs: [
      [/^\.rspec$/, anything],
      [/^(?:Gemfile|.*\.gemspec)$/, /\brspec\b/],
    ],
    kit: () => ({ name: 'rspec', next: 'npx faxsim exec -- rspec spec/fax_spec.rb' }),
  },
  github: { signs: [], kit: githubKit },
};

const names = Object.keys(runners);

/** `faxsim init pytest` writes a set-up and a first test; without a name, those of the runner of the project. */
export const init: RunCommand = ({ words: [word] }) => {
  const name = word ?? onlyRunner();
  const runner = Object.hasOwn(runners, name) ? runners[name] : undefined;
  if (runner === undefined)
    throw new CliError(`there is no runner ${JSON.stringify(name)}${nearestOrAll(name, names)}`);
  const kit = runner.kit(textOf(fileAbove('package.json')));
  const written = writeKit(kit.name);
  const before = runner.loadsPackage === true && !hasPackage() ? [howToInstall] : [];
  const lines = [...written.map((file) => `wrote ${file}`), ...before, `next: ${kit.next}`];
  process.stdout.write(`${lines.join('\n')}\n`);
  return Promise.resolve(0);
};

/** With ES modules, Jest needs a flag of Node; with a transform of TypeScript, types are welcome. */
function jestKit(manifest: string): Kit {
  const command = 'npx jest fax.test';
  if (/"(?:ts-jest|@swc\/jest|@babel\/preset-typescript)"/.test(manifest)) return { name: 'jest-ts', next: command };
  return /"type"\s*:\s*"module"/.test(manifest)
    ? { name: 'jest-esm', next: `NODE_OPTIONS=--experimental-vm-modules ${command}` }
    : { name: 'jest', next: command };
}

/** A workflow that installs as the project's runner does; npm installs where none or several are found. */
function githubKit(): Kit {
  const [runner, ...others] = runnersAbove().found;
  const isOther = runner !== undefined && runners[runner]?.loadsPackage !== true && others.length === 0;
  const next = 'write your fork of faxsim for your-name/faxsim, as `faxsim docs ci` explains, and commit the file';
  return { name: isOther ? `github-${runner}` : 'github', next };
}

const howToInstall = 'faxsim is no package of this project: npm install --save-dev PATH/TO/faxsim-0.1.0.tgz';

const hasPackage = (): boolean =>
  unlessRefused(() => createRequire(join(process.cwd(), 'fax.test.js')).resolve('faxsim'), '') !== '';

/** The one runner of the project. Throws a CliError where there is none, or more than one. */
function onlyRunner(): string {
  const { found, folder } = runnersAbove();
  const [runner, other] = found;
  const example = `as in faxsim init ${runner ?? 'jest'}`;
  if (runner === undefined)
    throw new CliError(`no test runner is found here: name one of ${names.join(', ')}, ${example}`);
  if (other !== undefined) throw new CliError(`${folder} has ${found.join(' and ')}: name one, ${example}`);
  return runner;
}

/** The runners that the nearest folder shows, from this one upwards. */
function runnersAbove(): { readonly folder: string; readonly found: readonly string[] } {
  for (const folder of foldersAbove()) {
    const files = unlessRefused(() => readdirSync(folder), []);
    const found = names.filter((name) =>
      runners[name]?.signs.some(([file, content]) =>
        files.some((path) => file.test(path) && content.test(textOf(join(folder, path)))),
      ),
    );
    if (found.length > 0) return { folder, found };
  }
  return { folder: process.cwd(), found: [] };
}

/** This folder and those above it, up to the root of the repository. */
function foldersAbove(): readonly string[] {
  const folders = [process.cwd()];
  for (;;) {
    const folder = folders.at(-1) ?? '';
    const above = dirname(folder);
    if (above === folder || existsSync(join(folder, '.git'))) return folders;
    folders.push(above);
  }
}

const fileAbove = (name: string): string | undefined =>
  foldersAbove()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** The content of a file; empty for one that cannot be read. */
const textOf = (path = ''): string => unlessRefused(() => readFileSync(path, 'utf8'), '');

/** The value; another one where the read throws, as it does for a file that is missing or belongs to another user. */
function unlessRefused<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Writes all files of a kit, or none: a CliError names the file that is there already, or cannot be written. */
function writeKit(name: string): readonly string[] {
  const home = new URL(`docs/examples/init/${name}/`, packageRoot);
  const files = packageFilesBelow(home);
  const there = files.filter((file) => unlessRefused(() => lstatSync(file), undefined)); // also a link that leads nowhere
  if (there.length > 0)
    throw new CliError(`${there.join(' and ')} ${there.length > 1 ? 'are' : 'is'} there already; nothing is written`);
  for (const [at, file] of files.entries()) {
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, readFileSync(new URL(file, home)), { flag: 'wx' });
    } catch (error) {
      for (const written of files.slice(0, at)) rmSync(written, { force: true });
      throw new CliError(`cannot write ${file}: ${reasonOf(error)}`, { exitCode: 1 });
    }
  }
  return files;
}
