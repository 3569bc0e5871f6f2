import { shellWord } from '../model/shared/words.ts';
import { anything, fileTextAbove, foldersAbove, matchIn } from './project-files.ts';
import type { Sign } from './project-files.ts';

/** The commands of the package manager of a JavaScript project, as its users type them. */
export interface PackageCommands {
  readonly name: ManagerName;
  /** Words before a program of a package: `npx`. */
  readonly run: string;
  /** Words before a program of a package that takes a `--` of its own, as `faxsim exec` does. */
  readonly forward: string;
  /** Program that runs files with the packages of the project: `node`. */
  readonly node: string;
  /** Words before the path of a tarball: `npm install --save-dev`. */
  readonly add: string;
  /** Runs the script "test" of package.json. */
  readonly test: string;
  /** Steps of a machine with nothing but Node: the manager itself, then the packages that the lockfile names. */
  readonly install: readonly string[];
}

type ManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun';

interface Manager {
  /** Files that show its use. The first group of a pattern is the version of the form of a lockfile. */
  readonly signs: readonly Sign[];
  readonly commands: (project: Project) => Omit<PackageCommands, 'name'>;
}

interface Project {
  readonly hasLockfile: boolean;
  /** First group of the sign that was found; empty without one. */
  readonly form: string;
  /** Version that `packageManager` of package.json names: 9.15.0; empty without one. */
  readonly version: string;
}

/** Versions that read the lockfiles of an earlier form, by the form. */
const pnpmOf: Readonly<Record<string, string>> = { '5': '7', '6': '8' };
const yarnOf: Readonly<Record<string, string>> = { '4': '2', '5': '3', '6': '3' };

/** The package managers, in the order of their lockfiles: one of another manager goes before that of npm, which comes by mistake. */
const managers: Readonly<Record<ManagerName, Manager>> = {
  pnpm: {
    signs: [
      [/^pnpm-lock\.yaml$/, /^lockfileVersion: '?(\d+)/m],
      [/^pnpm-lock\.yaml$/, anything],
    ],
    commands: ({ hasLockfile, form, version }) => ({
      run: 'pnpm exec',
      forward: 'pnpm exec',
      node: 'node',
      add: 'pnpm add --save-dev',
      test: 'pnpm test',
      install: [
        `npm install --global pnpm@${version || (pnpmOf[form] ?? '10')}`,
        hasLockfile ? 'pnpm install --frozen-lockfile' : 'pnpm install',
      ],
    }),
  },
  yarn: {
    signs: [
      [/^yarn\.lock$/, /^__metadata:\s+version: (\d+)/m],
      [/^yarn\.lock$/, anything],
    ],
    commands: (project) => (isClassic(project) ? classicYarn(project) : modernYarn(project)),
  },
  bun: {
    signs: [[/^bun\.lockb?$/, anything]],
    commands: ({ hasLockfile, version }) => ({
      run: 'bunx',
      forward: 'bunx',
      node: 'node',
      add: 'bun add --dev',
      test: 'bun run test',
      install: [
        `npm install --global bun@${version || 'latest'}`,
        hasLockfile ? 'bun install --frozen-lockfile' : 'bun install',
      ],
    }),
  },
  npm: {
    signs: [[/^(?:package-lock|npm-shrinkwrap)\.json$/, anything]],
    commands: ({ hasLockfile }) => ({
      run: 'npx',
      forward: 'npx',
      node: 'node',
      add: 'npm install --save-dev',
      test: 'npm test',
      install: [hasLockfile ? 'npm ci' : 'npm install'],
    }),
  },
};

const names = Object.keys(managers) as ManagerName[];

/** A lockfile without metadata, and a first version: later ones write another form. */
const isClassic = ({ hasLockfile, form, version }: Project): boolean =>
  version === '' ? hasLockfile && form === '' : version.startsWith('1.');

/** The machines of GitHub have it. Its `yarn PROGRAM` drops the first `--` and all options before that. */
const classicYarn = ({ hasLockfile }: Project): Omit<PackageCommands, 'name'> => ({
  run: 'yarn',
  forward: 'npx',
  node: 'node',
  add: 'yarn add --dev',
  test: 'yarn test',
  install: [hasLockfile ? 'yarn install --frozen-lockfile' : 'yarn install'],
});

/** With Plug'n'Play, which has no node_modules, only programs that Yarn starts find the packages. */
const modernYarn = ({ hasLockfile, form, version }: Project): Omit<PackageCommands, 'name'> => ({
  run: 'yarn',
  forward: 'yarn',
  node: 'yarn node',
  add: 'yarn add --dev',
  test: 'yarn test',
  install: [
    `npm install --global @yarnpkg/cli-dist@${version || (yarnOf[form] ?? '4')}`,
    hasLockfile ? 'yarn install --immutable' : 'yarn install',
  ],
});

/**
 * The commands for a project: of the manager that its package.json names, else of the nearest lockfile, else of the manager that
 * started this program, else of npm.
 */
export function packageCommandsAt(start: string, agent = process.env['npm_config_user_agent'] ?? ''): PackageCommands {
  const { named, version } = namedManager(fileTextAbove('package.json', start));
  const locked = lockfileAbove(start, named === undefined ? names : [named]);
  const name = named ?? locked?.name ?? managerNamed(agent) ?? 'npm';
  return { name, ...managers[name].commands({ hasLockfile: locked !== undefined, form: locked?.form ?? '', version }) };
}

/** The manager that a package.json names, with its version; empty without one. */
function namedManager(manifest: string): { readonly named: ManagerName | undefined; readonly version: string } {
  const [, word = '', version = ''] = /"packageManager"\s*:\s*"(\w+)@([\w.-]+)/.exec(manifest) ?? [];
  const named = managerNamed(word);
  return { named, version: named === undefined ? '' : version };
}

/** The manager with whose name a text begins. */
const managerNamed = (text: string): ManagerName | undefined => names.find((name) => /^\w*/.exec(text)?.[0] === name);

interface Lockfile {
  readonly name: ManagerName;
  readonly form: string;
}

/** The nearest lockfile of one of these managers. */
function lockfileAbove(start: string, candidates: readonly ManagerName[]): Lockfile | undefined {
  for (const folder of foldersAbove(start)) {
    for (const name of candidates) {
      const match = matchIn(folder, managers[name].signs);
      if (match !== undefined) return { name, form: match[1] ?? '' };
    }
  }
  return undefined;
}

/** The command or the words that set the script "test" of package.json. */
export function howToNameTests({ name }: PackageCommands, script: string): string {
  if (name === 'npm' || name === 'pnpm') return `${name} pkg set ${shellWord(`scripts.test=${script}`)}`;
  return `add ${JSON.stringify({ test: script }).slice(1, -1).replace(':', ': ')} to "scripts" in package.json`;
}
