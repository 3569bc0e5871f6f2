import { resolve } from 'node:path';
import { anything, foldersAbove, matchIn } from './project-files.ts';
import type { Sign } from './project-files.ts';
import { withoutFinalSlashes } from '../model/shared/urls.ts';

interface RunnerSigns {
  readonly language: Language;
  /** The files that show that a project uses the runner. */
  readonly signs: readonly Sign[];
  /** The files that configure where the runner looks for tests. The first group of a pattern is the folder. */
  readonly homes?: readonly Sign[];
  /** A runner of the same language that wins over this one if both have signs. */
  readonly before?: string;
}

export type Language = 'javascript' | 'python' | 'ruby' | 'php' | 'java' | 'dotnet';

/** The pattern of a name among the dependencies, keys or scripts of a package.json. */
const named = {
  jest: /"jest"\s*:|:\s*"(?:[^"]*[\s/])?jest["\s]/,
  vitest: /"vitest"\s*:|:\s*"(?:[^"]*[\s/])?vitest["\s]/,
  mocha: /"mocha"\s*:|:\s*"(?:[^"]*[\s/])?mocha["\s]/,
};

const runnerConfig = /^(?:package\.json|(?:jest|vitest|vite)\.config\.\w+)$/;
const jestFiles = /^(?:package\.json|jest\.config\.\w+)$/;
/** Matches the folders of a glob in `testMatch`, up to its first star. */
const jestGlob = /\btestMatch["']?\s*:\s*\[\s*["'`](?:<rootDir>\/)?(?:\.\/)?((?:[^"'`*{</]*\/)+)[^"'`*{</]*[*{]/;
const vitestGlob = /\btest\s*:\s*\{[^{}]*?\binclude\s*:\s*\[\s*["'`](?:\.\/)?((?:[^"'`*{</]*\/)+)[^"'`*{</]*[*{]/;

const mochaGlob = /\bspec["']?\s*:\s*(?:[[-]\s*)?["'`]?(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*)\/\*/;

/** The test runners of other projects, by name. */
export const runnerSigns = {
  jest: {
    language: 'javascript',
    signs: [
      [/^package\.json$/, named.jest],
      [/^jest\.config\.\w+$/, anything],
    ],
    homes: [
      [jestFiles, /\broots["']?\s*:\s*\[[^\][]*?["'`](?:<rootDir>\/?)?(?:\.\/)?([^"'`]*(?:test|spec)[^"'`]*)["'`]/],
      [jestFiles, /\broots["']?\s*:\s*\[\s*["'`](?:<rootDir>\/?)?(?:\.\/)?([^"'`]*)["'`]/],
      [jestFiles, jestGlob],
    ],
  },
  vitest: {
    language: 'javascript',
    signs: [
      [/^package\.json$/, named.vitest],
      [/^vitest\.config\.\w+$/, anything],
    ],
    homes: [
      [/^vite(?:st)?\.config\.\w+$/, /\btest\s*:\s*\{[^{}]*?\bdir\s*:\s*["'`](?:\.\/)?([^"'`]+)["'`]/],
      [/^vite(?:st)?\.config\.\w+$/, vitestGlob],
    ],
  },
  node: { language: 'javascript', signs: [[/^package\.json$/, /:\s*"(?=([^"]*?\bnode\s))\1[^"]*--test\b/]] },
  pytest: {
    language: 'python',
    signs: [
      [/^(?:pytest\.ini|conftest\.py)$/, anything],
      [/^(?:pyproject\.toml|setup\.cfg|tox\.ini|Pipfile|requirements\S*\.txt)$/, /\bpytest\b/],
    ],
    homes: [[/^(?:pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini)$/, /^testpaths\s*=\s*(?:\[\s*)?["']?([\w./-]+)/m]],
  },
  rspec: {
    language: 'ruby',
    signs: [
      [/^\.rspec$/, anything],
      [/^(?:Gemfile|.*\.gemspec)$/, /\brspec\b/],
      [/^spec\/faxsim_context\.rb$/, anything],
    ],
  },
  mocha: {
    language: 'javascript',
    signs: [
      [/^package\.json$/, named.mocha],
      [/^\.mocharc\.\w+$/, anything],
    ],
    homes: [[/^(?:\.mocharc\.\w+|package\.json)$/, mochaGlob]],
  },
  playwright: {
    language: 'javascript',
    signs: [
      [/^package\.json$/, /"@playwright\/test"\s*:/],
      [/^playwright\.config\.\w+$/, anything],
    ],
    homes: [[/^playwright\.config\.\w+$/, /\btestDir["']?\s*:\s*["'`](?:\.\/)?([^"'`]+)["'`]/]],
  },
  unittest: {
    language: 'python',
    signs: [
      [/^(?:test_\w+|tests?|\w+_test)\.py$/, /\bunittest\b/],
      [/^(?:pyproject\.toml|setup\.(?:py|cfg)|requirements\S*\.txt|Pipfile|manage\.py)$/, anything],
    ],
    before: 'pytest',
  },
  minitest: {
    language: 'ruby',
    signs: [
      [/^(?:Gemfile|Gemfile\.lock|.*\.gemspec)$/, /\b(?:minitest|rails)\b/],
      [/^Rakefile$/, /\bRake::TestTask|\bMinitest\b/],
      [/^test\/faxsim_case\.rb$/, anything],
    ],
    before: 'rspec',
  },
  phpunit: {
    language: 'php',
    signs: [
      [/^composer\.json$/, /"(?:phpunit\/phpunit|pestphp\/pest|symfony\/phpunit-bridge)"/],
      [/^phpunit\.(?:dist\.)?xml(?:\.dist)?$/, anything],
      [/^tests\/FaxsimWorld\.php$/, anything],
    ],
    homes: [
      [
        /^phpunit\.(?:dist\.)?xml(?:\.dist)?$/,
        /<directory[^>]*>\s*(?:\.\/)?([\w./-]*(?:Feature|Integration)[\w./-]*)\s*</,
      ],
      [/^phpunit\.(?:dist\.)?xml(?:\.dist)?$/, /<directory[^>]*>\s*(?:\.\/)?([\w./-]+)\s*</],
    ],
  },
  junit: {
    language: 'java',
    signs: [
      [
        /^(?:pom\.xml|build\.gradle(?:\.kts)?)$/,
        /\bjunit-(?:jupiter|bom)|useJUnitPlatform|spring-boot-starter-test|quarkus-junit/,
      ],
      [/^src\/test\/java\/faxsim\/FaxsimWorld\.java$/, anything],
    ],
  },
  nunit: {
    language: 'dotnet',
    signs: [
      [/\.csproj$/, /\bInclude="NUnit"/i],
      [/^FaxsimTest\.cs$/, anything],
    ],
  },
} as const satisfies Readonly<Record<string, RunnerSigns>>;

export type RunnerName = keyof typeof runnerSigns;

const names = Object.keys(runnerSigns) as RunnerName[];

/** Commands for the script "test" of a package.json, by JavaScript runner. */
const scripts: Partial<Record<RunnerName, string>> = {
  jest: 'jest',
  vitest: 'vitest run',
  node: 'node --test',
  mocha: 'mocha',
  playwright: 'playwright test',
};

export const languageOf = (name: RunnerName): Language => runnerSigns[name].language;

/** The script "test" for a JavaScript runner; undefined for runners of other languages. */
export const scriptOf = (name: RunnerName): string | undefined => scripts[name];

/** The nearest folder with signs of test runners, from `start` upwards, and these runners. */
export function runnersAbove(start: string): { readonly folder: string; readonly found: readonly RunnerName[] } {
  for (const folder of foldersAbove(start)) {
    const shown = names.filter((name) => matchIn(folder, runnerSigns[name].signs) !== undefined);
    const found = shown.filter((name) => {
      const { before }: RunnerSigns = runnerSigns[name];
      return !shown.some((other) => other === before);
    });
    if (found.length > 0) return { folder, found };
  }
  return { folder: start, found: [] };
}

/** The folder below `start` in which a runner looks for tests. Empty for `start` itself, and if no file says it. */
export function homeOf(name: RunnerName, start: string): string {
  const { homes = [] }: RunnerSigns = runnerSigns[name];
  const home = withoutFinalSlashes(matchIn(start, homes)?.[1] ?? '');
  const isBelow = resolve(start, home).startsWith(`${resolve(start)}/`);
  return isBelow ? home : '';
}

/** Whether the configuration of a runner accepts only tests named `.spec`. */
export function hasSpecs(name: RunnerName, start: string): boolean {
  const patterns: readonly Sign[] = [[runnerConfig, /\b(?:testMatch|testRegex|include)["']?\s*:\s*(\[[^\]]*|["'`].*)/]];
  const value = name === 'jest' || name === 'vitest' ? matchIn(start, patterns)?.[1] : undefined;
  return (
    value !== undefined &&
    /\bspec\b/.test(value) &&
    !value.split('\n').some((line) => /\btest\b/.test(line.slice(line.lastIndexOf('/') + 1)))
  );
}
