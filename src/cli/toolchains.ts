import { anything, foldersAbove, matchIn } from './project-files.ts';
import type { Sign } from './project-files.ts';
import type { Language } from './test-runners.ts';

/** How projects of a language install their packages and run their tests in continuous integration. */
export interface Toolchain {
  /** Files that show that a project uses it. */
  readonly signs: readonly Sign[];
  /** The GitHub action that installs the language, with its inputs. Not needed if GitHub's machines have the language. */
  readonly action?: { readonly uses: string; readonly with: Readonly<Record<string, string>> };
  readonly language: Language;
  /** Debian's packages of the language, for an image of Node; undefined if Debian has none. */
  readonly debian?: readonly string[];
  readonly install: readonly string[];
  /** Words before a test runner: `poetry run`. */
  readonly run?: string;
  /** Commands of test runners with the files that show them, by precedence. */
  readonly tests: readonly (readonly [command: string, ...signs: Sign[]])[];
}

const pythonTests: Toolchain['tests'] = [
  ['pytest', [/^(?:pytest\.ini|conftest\.py)$/, anything]],
  ['pytest', [/^(?:pyproject\.toml|setup\.cfg|tox\.ini|Pipfile|requirements\S*\.txt)$/, /\bpytest\b/]],
  ['python -m unittest', [/./, anything]],
];
const python = {
  language: 'python',
  action: { uses: 'actions/setup-python@v5', with: { 'python-version': "'3.x'" } },
  debian: ['python3-pip', 'python-is-python3'],
  tests: pythonTests,
} as const;

const java = {
  language: 'java',
  action: { uses: 'actions/setup-java@v4', with: { distribution: 'temurin', 'java-version': '21' } },
} as const;

const phpOfDebian = ['composer', 'php-cli', 'php-curl', 'php-mbstring', 'php-xml'];

/**
 * The languages other than JavaScript, with an entry for each way to install. A lockfile comes before the list that it was made
 * from.
 */
const toolchains: readonly Toolchain[] = [
  { signs: [[/^uv\.lock$/, anything]], ...python, install: ['pip install uv', 'uv sync'], run: 'uv run' },
  {
    signs: [[/^poetry\.lock$/, anything]],
    ...python,
    install: ['pip install poetry', 'poetry install'],
    run: 'poetry run',
  },
  {
    signs: [[/^Pipfile\.lock$/, anything]],
    ...python,
    install: ['pip install pipenv', 'pipenv sync --dev'],
    run: 'pipenv run',
  },
  { signs: [[/^requirements\.txt$/, anything]], ...python, install: ['pip install -r requirements.txt'] },
  { signs: [[/^(?:pyproject\.toml|setup\.(?:cfg|py))$/, anything]], ...python, install: ['pip install pytest .'] },
  { signs: [[/^(?:pytest|tox)\.ini$|^conftest\.py$/, anything]], ...python, install: ['pip install pytest'] },
  { signs: [[/^test_\w+\.py$/, anything]], ...python, install: [] },
  {
    signs: [[/^(?:Gemfile|\.rspec|.*\.gemspec)$/, anything]],
    language: 'ruby',
    debian: ['ruby-dev', 'bundler', 'build-essential'],
    action: { uses: 'ruby/setup-ruby@v1', with: { 'bundler-cache': 'true' } },
    install: [],
    run: 'bundle exec',
    tests: [
      ['rspec', [/^\.rspec$/, anything], [/^(?:Gemfile|.*\.gemspec)$/, /\brspec\b/]],
      ['rake test', [/./, anything]],
    ],
  },
  {
    signs: [[/^composer\.json$/, anything]],
    language: 'php',
    debian: phpOfDebian,
    install: ['composer install --no-interaction'],
    tests: [
      ['composer test', [/^composer\.json$/, /"scripts"\s*:\s*\{[^{}]*"test"\s*:/]],
      ['vendor/bin/pest', [/^composer\.json$/, /"pestphp\/pest"/]],
      ['vendor/bin/phpunit', [/./, anything]],
    ],
  },
  {
    signs: [[/^pom\.xml$/, anything]],
    ...java,
    debian: ['default-jdk-headless', 'maven'],
    install: [],
    tests: [
      ['./mvnw --batch-mode test', [/^mvnw$/, anything]],
      ['mvn --batch-mode test', [/./, anything]],
    ],
  },
  {
    signs: [[/^(?:build|settings)\.gradle(?:\.kts)?$/, anything]],
    ...java,
    debian: ['default-jdk-headless', 'gradle'],
    install: [],
    tests: [
      ['./gradlew test', [/^gradlew$/, anything]],
      ['gradle test', [/./, anything]],
    ],
  },
  {
    signs: [
      [/\.(?:sln|slnx|csproj|fsproj)$/, anything],
      [/^FaxsimTest\.cs$/, anything],
    ],
    language: 'dotnet',
    action: { uses: 'actions/setup-dotnet@v4', with: { 'dotnet-version': '8.x' } },
    install: ['dotnet restore'],
    tests: [['dotnet test', [/./, anything]]],
  },
  // Projects that show only a test runner.
  {
    signs: [[/^src\/test\/java\/faxsim\/FaxsimWorld\.java$/, anything]],
    ...java,
    debian: ['default-jdk-headless', 'maven'],
    install: [],
    tests: [['mvn --batch-mode test', [/./, anything]]],
  },
  {
    signs: [
      [/^Rakefile$/, anything],
      [/^(?:test\/faxsim_case|spec\/faxsim_context)\.rb$/, anything],
    ],
    language: 'ruby',
    action: { uses: 'ruby/setup-ruby@v1', with: { 'ruby-version': "'3.4'" } },
    debian: ['ruby'],
    install: ['gem install minitest rspec rake'],
    tests: [
      ['rake test', [/^Rakefile$/, anything]],
      ['rspec', [/^spec\/faxsim_context\.rb$/, anything]],
      [`ruby -Itest -e 'Dir["./test/*_test.rb"].each { require _1 }'`, [/./, anything]],
    ],
  },
  {
    signs: [
      [/^phpunit\.(?:dist\.)?xml(?:\.dist)?$/, anything],
      [/^tests\/FaxsimWorld\.php$/, anything],
    ],
    language: 'php',
    debian: phpOfDebian,
    install: ['composer require --dev --no-interaction phpunit/phpunit'],
    tests: [
      ['vendor/bin/phpunit', [/^phpunit\.(?:dist\.)?xml(?:\.dist)?$/, anything]],
      ['vendor/bin/phpunit tests', [/./, anything]],
    ],
  },
];

/** A toolchain, and the command of the project's tests. */
export interface FoundToolchain extends Toolchain {
  readonly test: string;
}

/** The toolchain of the nearest folder that shows one, from `start` upwards, if any. */
export function toolchainAbove(start: string): FoundToolchain | undefined {
  for (const folder of foldersAbove(start)) {
    const found = toolchains.find(({ signs }) => matchIn(folder, signs) !== undefined);
    if (found === undefined) continue;
    const [command = ''] = found.tests.find(([, ...signs]) => matchIn(folder, signs) !== undefined) ?? [];
    return { ...found, test: found.run === undefined ? command : `${found.run} ${command}` };
  }
  return undefined;
}
