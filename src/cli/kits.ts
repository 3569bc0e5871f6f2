import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownCommand } from './own-command.ts';
import type { PackageCommands } from './package-commands.ts';
import { anything, fileAbove, fileTextAbove, foldersAbove, matchIn, repositoryOf } from './project-files.ts';
import { scriptOf } from './test-runners.ts';
import type { RunnerName } from './test-runners.ts';
import { gitlabKit } from './gitlab-job.ts';
import { githubKit, planAt } from './workflow.ts';

/** The files of a folder of `docs/examples/init`, and the next steps once they are written. */
export interface Kit {
  readonly name: string;
  readonly next: string;
  readonly config?: KitConfig;
  /** Steps that come before `next`, as imperative sentences. */
  readonly before?: readonly string[];
  /** The script "test" for a package.json without one. */
  readonly script?: string | undefined;
  /** Turns the path of a file in the kit into its path below the folder. Default: the same path. */
  readonly rename?: (file: string) => string;
  /** Turns the text of a file in the kit into the text to write. Default: the same text. */
  readonly edit?: (text: string) => string;
}

/** How the configuration of a runner starts one simulator for a whole run. */
export interface KitConfig {
  /** The kit that contains a configuration, for projects without one. */
  readonly name: string;
  /** The names of a project's configuration files. */
  readonly files: RegExp;
  readonly line: string;
  /** The set-up, as the configuration names it; `inOwnSetup` is the line for a project that has a set-up. */
  readonly setup: string;
  readonly inOwnSetup: string;
}

interface Project {
  readonly manifest: string;
  readonly commands: PackageCommands;
  readonly place: (file: string) => string;
}

interface KitSource {
  /** `place` turns the path of a file of the kit into that of the written file. */
  readonly kit: (project: Project) => Kit;
  /** Whether the tests load faxsim as a package of the project. */
  readonly loadsPackage?: boolean;
  /** Why the files must lie at the root of the repository; undefined for a kit whose files lie where a runner looks. */
  readonly atRoot?: string;
}

export type KitName = RunnerName | 'github' | 'gitlab' | 'agent';

export const kits: Readonly<Record<KitName, KitSource>> = {
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
  mocha: {
    kit: ({ commands, place }) => ({
      name: 'mocha',
      next: `${commands.run} mocha ${place('test/fax.test.mjs')}`,
      script: scriptOf('mocha'),
    }),
    loadsPackage: true,
  },
  playwright: {
    kit: ({ commands, place }) => ({
      name: 'playwright',
      next: `${commands.run} playwright test ${place('fax.spec.mjs')}`,
      script: scriptOf('playwright'),
    }),
    loadsPackage: true,
  },
  pytest: { kit: ({ place }) => ({ name: 'pytest', next: underExec(`pytest ${place('test_fax.py')}`) }) },
  unittest: { kit: ({ place }) => ({ name: 'unittest', next: underExec(unittestCommand(place('test_fax.py'))) }) },
  rspec: { kit: ({ place }) => ({ name: 'rspec', next: underExec(`rspec ${place('spec/fax_spec.rb')}`) }) },
  minitest: {
    kit: ({ place }) => ({ name: 'minitest', next: underExec(minitestCommand(place('test/fax_test.rb'))) }),
  },
  phpunit: {
    kit: ({ place }) => ({
      name: 'phpunit',
      next: underExec(`${phpunitCommand()} ${place('tests/FaxTest.php')}`),
    }),
  },
  junit: {
    kit: () => ({
      name: 'junit',
      before: isThere('pom.xml', 'build.gradle', 'build.gradle.kts') ? [] : ['add a pom.xml with junit-jupiter 5'],
      next: underExec(junitCommand()),
    }),
  },
  nunit: {
    kit: () => ({
      name: 'nunit',
      before: hasProjectFile() ? [] : ['add a .csproj with NUnit, NUnit3TestAdapter and Microsoft.NET.Test.Sdk'],
      next: underExec('dotnet test --filter FaxTest'),
    }),
  },
  github: {
    kit: () => githubKit(process.cwd()),
    atRoot: 'GitHub reads the workflows of the root of a repository alone',
  },
  gitlab: { kit: () => gitlabKit(process.cwd()), atRoot: 'GitLab reads the jobs of the root of a repository alone' },
  agent: { kit: () => agentKit(process.cwd()), atRoot: 'assistants look at the root of a repository' },
};

/** The page for coding assistants. It goes into `.claude` if the repository has that folder, else into `.agents`. */
function agentKit(start: string): Kit {
  const home = existsSync(join(repositoryOf(start), '.claude')) ? '.claude' : '.agents';
  const page = `${home}/skills/faxsim/SKILL.md`;
  // A workflow installs PHPUnit by Composer. Without Composer's files, the machine's own PHPUnit is used.
  const test = planAt(start).test.replace('vendor/bin/phpunit', phpunitCommand());
  return {
    name: 'agent',
    next: `commit ${page}; an assistant that reads AGENTS.md alone needs a line there that leads to it`,
    rename: () => page,
    edit: (text) => text.replaceAll('npx faxsim', ownCommand()).replaceAll('npm test', test),
  };
}

/** Wraps a command of another language in `faxsim exec`. */
const underExec = (command: string): string => `${ownCommand()} exec -- ${command}`;

/**
 * Names a test in the working folder by its module. For a test in another folder, discovers the tests of that folder,
 * so that the test can import its neighbour.
 */
function unittestCommand(file: string): string {
  const folder = dirname(file);
  return folder === '.' ? 'python3 -m unittest test_fax' : `python3 -m unittest discover ${folder} test_fax.py`;
}

function minitestCommand(file: string): string {
  if (isThere('bin/rails')) return `bin/rails test ${file}`;
  return `${isThere('Gemfile.lock') ? 'bundle exec ' : ''}ruby -I${dirname(file)} ${file}`;
}

/** Whether one of these files is in the working folder or above it. */
const isThere = (...names: string[]): boolean => names.some((name) => fileAbove(name, process.cwd()) !== undefined);

const hasProjectFile = (): boolean =>
  foldersAbove(process.cwd()).some((folder) => matchIn(folder, [[/\.csproj$/, anything]]) !== undefined);

/** The command of PHPUnit: the one that Composer installs, else the one on the PATH. */
function phpunitCommand(): string {
  if (!isThere('composer.json', 'vendor/bin/phpunit')) return 'phpunit';
  return `vendor/bin/${fileTextAbove('composer.json', process.cwd()).includes('"pestphp/pest"') ? 'pest' : 'phpunit'}`;
}

/** The command of Gradle or Maven for the first test. Prefers the wrapper of the project. */
function junitCommand(): string {
  if (isThere('build.gradle', 'build.gradle.kts') && !isThere('pom.xml'))
    return `${isThere('gradlew') ? './gradlew' : 'gradle'} test --tests faxsim.FaxTest`;
  return `${isThere('mvnw') ? './mvnw' : 'mvn'} test -Dtest=FaxTest`;
}

/** The kit for Jest. ES modules need a flag of Node. A project whose Jest transforms TypeScript gets tests with types. */
function jestKit(manifest: string, command: string): Kit {
  const isModule = /"type"\s*:\s*"module"/.test(manifest);
  // The configuration may be the key `jest` of package.json.
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
  // Babel has its own configuration file. Other transforms are named in that of Jest.
  const hasTransform =
    manifest.includes('"@babel/preset-typescript"') ||
    (/"(?:ts-jest|@swc\/jest)"/.test(manifest) && configFile(config) !== undefined);
  const name = hasTransform ? 'jest-ts' : isModule ? 'jest-esm' : 'jest';
  return { name, next, config, script };
}

/** The folder of the nearest package.json. */
export const projectFolder = (): string =>
  dirname(fileAbove('package.json', process.cwd()) ?? join(process.cwd(), 'package.json'));

/** The project's configuration file of the runner, if any. */
export const configFile = ({ files }: KitConfig): string | undefined =>
  readdirSync(projectFolder()).find((file) => files.test(file));
