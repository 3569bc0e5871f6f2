import { basename, delimiter, dirname, isAbsolute, relative } from 'node:path';
import { shellWord } from '../model/shared/words.ts';

/** The used part of `process`. */
interface Process {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
  readonly cwd: () => string;
}

/** The words that run a package's program, by the package manager's name in `npm_config_user_agent`. */
const runWords: Readonly<Record<string, string>> = {
  pnpm: 'pnpm exec',
  // Yarn 1's `yarn faxsim` drops the `--` of `exec` and all options before it.
  'yarn/1.': 'npx',
  yarn: 'yarn',
  bun: 'bunx',
};

/** The command that started this program, quoted for a shell: `npx faxsim`, `pnpm exec faxsim`, `node dist/main.cjs`. */
export function ownCommand(program: Process = process): string {
  const { npm_config_user_agent: agent = '', npm_config_package: packages = '' } = program.env;
  const [, manager = ''] = /^(yarn\/1\.|\w+(?=\/))/.exec(agent) ?? [];
  if (manager === '') return fromPath(program);
  if (manager !== 'npm') return `${runWords[manager] ?? 'npx'} faxsim`;
  return packages === '' ? 'npx faxsim' : `npx --yes --package ${shellWord(packages)} faxsim`;
}

/** The tarball that npx runs this program from; undefined without one. */
export function ownTarball({ env }: Pick<Process, 'env'> = process): string | undefined {
  const { npm_config_package: packages = '' } = env;
  return packages.endsWith('.tgz') ? packages : undefined;
}

function fromPath({ env, argv: [, file = ''], cwd }: Process): string {
  const folders = (env['PATH'] ?? '').split(delimiter);
  if (basename(file) === 'faxsim' && folders.includes(dirname(file))) return 'faxsim';
  const near = relative(cwd(), file);
  const path = shellWord(near.startsWith('..') || isAbsolute(near) ? file : near);
  return basename(file) === 'faxsim' ? path.replace(/^(?![./])/, './') : `node ${path}`;
}
