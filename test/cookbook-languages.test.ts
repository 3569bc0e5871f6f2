import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { project } from './support/installed-package.ts';
import { junit, mono, succeeds } from './support/language-tools.ts';
import { launch } from './support/program.ts';

// The official clients are not installed here: a stand-in for each has the methods that its page calls.

const root = new URL('../', import.meta.url).pathname;
const standIns = join(root, 'test/clients/stand-ins');

interface Language {
  /** The set of files that `faxsim init` writes for it. */
  readonly kit: string;
  readonly isThere: boolean;
  readonly compile?: readonly string[];
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files of a project that the page leaves out. */
  readonly files?: Readonly<Record<string, string>>;
  /** The test of a busy line in a file of its own, with a program that gives up after the first call. */
  readonly mistake: {
    readonly from: string;
    readonly to: string;
    readonly changes: readonly (readonly [string, string])[];
  };
  /** The end of the output where that test alone fails. */
  readonly result: RegExp;
}

const languages: Readonly<Record<string, Language>> = {
  ruby: {
    kit: 'minitest',
    isThere: succeeds('ruby', '-e', "require 'minitest'; require 'webrick'"),
    command: [
      'ruby',
      `-I${standIns}`,
      '-Itest',
      '-e',
      "Dir['test/*_test.rb'].sort.each { |file| require './' + file }",
    ],
    mistake: {
      from: 'test/busy_line_test.rb',
      to: 'test/mistake_test.rb',
      changes: [
        ['BusyLineTest', 'MistakeTest'],
        ['BUSY = 17', 'BUSY = 18'],
      ],
    },
    result: /^18 runs, \d+ assertions, 1 failures, 0 errors, 0 skips$/m,
  },
  python: {
    kit: 'pytest',
    isThere: succeeds('python3', '-c', 'import pytest, requests, urllib3'),
    command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-W', 'error'],
    env: { PYTHONPATH: standIns, PYTHONDONTWRITEBYTECODE: '1' },
    mistake: { from: 'test_busy_line.py', to: 'test_mistake.py', changes: [['BUSY = 17', 'BUSY = 18']] },
    result: /^1 failed, 17 passed in /m,
  },
  php: {
    kit: 'phpunit',
    isThere: succeeds('phpunit', '--version') && succeeds('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
    command: ['phpunit', '--do-not-cache-result', '--fail-on-risky', '--fail-on-warning', 'tests'],
    files: { 'vendor/autoload.php': `<?php require_once '${standIns}/Phaxio.php';` },
    mistake: {
      from: 'tests/BusyLineTest.php',
      to: 'tests/MistakeTest.php',
      changes: [
        ['BusyLineTest', 'MistakeTest'],
        ['BUSY = 17', 'BUSY = 18'],
      ],
    },
    result: /^Tests: 18, Assertions: \d+, Failures: 1\.$/m,
  },
  java: {
    kit: 'junit',
    isThere: junit.isThere,
    compile: junit.compile('src/test/java/faxsim/*.java $(find stand-in -name "*.java")'),
    command: junit.command,
    files: partsOf('phaxio.java', 'stand-in'),
    mistake: {
      from: 'src/test/java/faxsim/BusyLineTest.java',
      to: 'src/test/java/faxsim/MistakeTest.java',
      changes: [
        ['BusyLineTest', 'MistakeTest'],
        ['BUSY = 17', 'BUSY = 18'],
      ],
    },
    result: /^\[ +17 tests successful +\]\n\[ +1 tests failed +\]$/m,
  },
  csharp: {
    kit: 'nunit',
    isThere: mono.isThere,
    compile: mono.compile(`*.cs ${standIns}/Phaxio.cs`),
    command: mono.command,
    mistake: {
      from: 'BusyLineTest.cs',
      to: 'MistakeTest.cs',
      changes: [
        ['BusyLineTest', 'MistakeTest'],
        ['Busy = "17"', 'Busy = "18"'],
      ],
    },
    result: /^Tests run: 18, Errors: 0, Failures: 1,/m,
  },
};

/** The files of a stand-in in Java, which has one class in each; a comment before each part names its file. */
function partsOf(standIn: string, folder: string): Record<string, string> {
  const text = readFileSync(join(standIns, standIn), 'utf8');
  const parts = text.matchAll(/^\/\/ (\S+\.java)\n(.*?)(?=^\/\/ \S+\.java$|$(?![\s\S]))/gms);
  return Object.fromEntries([...parts].map(([, name = '', code = '']) => [join(folder, name), code]));
}

/** The code of a page by the file that the first line of each block names. */
async function blocksOf(page: string): Promise<Map<string, string>> {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  const blocks = text.matchAll(/^```\w+\n(?:(<\?php) )?(?:\/\/|#) (\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, php, name = '', code = '']) => [name, php ? `<?php\n${code}` : code]));
}

const headingsOf = async (page: string): Promise<string[]> =>
  [...(await readFile(join(root, 'docs', page), 'utf8')).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);

async function fill(folder: string, files: Iterable<readonly [string, string]>): Promise<void> {
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

function withMistake({ from, to, changes }: Language['mistake'], blocks: Map<string, string>): [string, string] {
  const code = changes.reduce(
    (text, [before, after]) => {
      expect(text).toContain(before);
      return text.replaceAll(before, after);
    },
    blocks.get(from) ?? '',
  );
  return [to, code];
}

describe.each(Object.entries(languages))('the cookbook in %s', (name, language) => {
  const page = `cookbook-${name}.md`;

  test('has the eleven tests of that in JavaScript, in their order', async () => {
    const [, ...headings] = await headingsOf(page);
    expect(headings).toEqual([...(await headingsOf('cookbook.md')), 'The same in v3']);
  });

  (language.isThere ? test : test.skip)('passes, and finds a program that gives up on a busy line', async () => {
    const folder = join(project, `cookbook-${name}`);
    await cp(join(root, 'docs/examples/init', language.kit), folder, { recursive: true });
    const blocks = await blocksOf(page);
    await fill(folder, [...blocks, ...Object.entries(language.files ?? {}), withMistake(language.mistake, blocks)]);
    const [compiler, ...words] = language.compile ?? [];
    if (compiler !== undefined) {
      const { status, stdout, stderr } = spawnSync(compiler, words, { cwd: folder, encoding: 'utf8' });
      expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
    }
    const { stdout, stderr, code } = await launch(['exec', '--', ...language.command], language.env, { cwd: folder })
      .ended;
    expect(stdout + stderr).toMatch(language.result);
    expect(code).toBe(1);
    await rm(folder, { recursive: true });
  });
});
