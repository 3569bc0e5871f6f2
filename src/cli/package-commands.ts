import { shellWord } from '../model/shared/words.ts';
import { anything, fileTextAbove, foldersAbove, matchIn } from './project-files.ts';
import type { Sign } from './project-files.ts';

/** The commands of a JavaScript project's package manager, as its users type them. */
export interface PackageCommands {
  readonly name: ManagerName;
  /** Words that run a package's program: `npx`. */
  readonly run: string;
  /** Words that run a program whose arguments contain `--`, as those of `faxsim exec` do. */
  readonly forward: string;
  /** Words that run a file with the packages of the project: `node`. */
  readonly node: string;
  /** Words that install a tarball, before its path: `npm install --save-dev`. */
  readonly add: string;
  /** The command that runs the script "test" of package.json. */
  readonly test: string;
  /** Installation on a machine that has only Node: the package manager, then the packages of the lockfile. */
  readonly install: readonly string[];
}

type ManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun';

interface Manager {
  /** Files that show its use. The first group of a pattern is the version of the lockfile's format. */
  readonly signs: readonly Sign[];
  readonly commands: (project: Project) => Omit<PackageCommands, 'name'>;
}

interface Project {
  readonly hasLockfile: boolean;
  /** The first group of the sign found; empty without a group. */
  readonly form: string;
  /** The version in `packageManager` of package.json, such as 9.15.0; else empty. */
  readonly version: string;
}

/** The versions of pnpm that read earlier lockfiles, by lockfile format. */
const pnpmOf: Readonly<Record<string, string>> = { '5': '7', '6': '8' };
const yarnOf: Readonly<Record<string, string>> = { '4': '2', '5': '3', '6': '3' };

/** The package managers by precedence of their lockfiles. That of npm comes last, because it is often created by mistake. */
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

/** Whether the project uses Yarn 1. Later versions write metadata into the lockfile. */
const isClassic = ({ hasLockfile, form, version }: Project): boolean =>
  version === '' ? hasLockfile && form === '' : version.startsWith('1.');

/** Yarn 1, which GitHub's machines have. Its `yarn PROGRAM` drops the first `--` and all options before it. */
const classicYarn = ({ hasLockfile }: Project): Omit<PackageCommands, 'name'> => ({
  run: 'yarn',
  forward: 'npx',
  node: 'node',
  add: 'yarn add --dev',
  test: 'yarn test',
  install: [hasLockfile ? 'yarn install --frozen-lockfile' : 'yarn install'],
});

/** Later versions of Yarn. With Plug'n'Play, without node_modules, only programs started by Yarn find the packages. */
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
 * The commands of a project's package manager: the one that package.json names, else that of the nearest lockfile, else the one
 * that started this program, else npm.
 */
export function packageCommandsAt(start: string, agent = process.env['npm_config_user_agent'] ?? ''): PackageCommands {
  const { named, version } = namedManager(fileTextAbove('package.json', start));
  const locked = lockfileAbove(start, named === undefined ? names : [named]);
  const name = named ?? locked?.name ?? managerNamed(agent) ?? 'npm';
  return { name, ...managers[name].commands({ hasLockfile: locked !== undefined, form: locked?.form ?? '', version }) };
}

/** The package manager that a package.json names, with its version; empty if it names none. */
function namedManager(manifest: string): { readonly named: ManagerName | undefined; readonly version: string } {
  const [, word = '', version = ''] = /"packageManager"\s*:\s*"(\w+)@([\w.-]+)/.exec(manifest) ?? [];
  const named = managerNamed(word);
  return { named, version: named === undefined ? '' : version };
}

/** The package manager whose name begins the text. */
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

/** The command or the words that add the script "test" to package.json. */
export function howToNameTests({ name }: PackageCommands, script: string): string {
  if (name === 'npm' || name === 'pnpm') return `${name} pkg set ${shellWord(`scripts.test=${script}`)}`;
  return `add ${JSON.stringify({ test: script }).slice(1, -1).replace(':', ': ')} to "scripts" in package.json`;
}
