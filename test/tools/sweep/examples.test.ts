import { spawnSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { run } from '../../support/program.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const examples = new URL('../../../examples/', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

interface Example {
  readonly folder: string;
  readonly command: readonly string[];
  /** Succeeds where the language is installed with all that the example needs. */
  readonly probe: readonly string[];
  /** The bugs of its authors, as the faults that find them, with their operation where others do not. */
  readonly bugs: Readonly<Record<string, readonly string[]>>;
}

const all: readonly (readonly [string, Example])[] = [
  [
    'a queue in Node',
    {
      folder: 'node-queue',
      command: ['node', '--test'],
      probe: ['node', '--version'],
      bugs: {
        'sends a fax again after an answer was lost': ['lost-answer', 'late-error', 'cut-off', 'garbage'],
        'ignores Retry-After': ['rate-limited'],
        'takes a failed fax for a sent one': ['busy', 'unreachable'],
        'waits for a stuck fax without an end': ['stuck'],
        'waits for an answer without an end': ['unanswered', 'hang'],
      },
    },
  ],
  [
    'a webhook receiver in Python',
    {
      folder: 'python-receiver',
      command: ['python3', '-m', 'unittest', '-q'],
      probe: ['python3', '-c', 'import sqlite3'],
      bugs: {
        'verifies no signature': ['forged', 'tampered', 'unsigned'],
        'counts a repeated webhook': ['twice'],
        'drops a webhook before its fax is known': ['early-webhook'],
        'takes a failed fax for a delivered one': ['busy', 'unreachable'],
        'waits for an answer without an end': ['unanswered'],
      },
    },
  ],
  [
    'a resend tool in PHP',
    {
      folder: 'php-resend',
      command: ['php', 'test.php'],
      probe: ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
      bugs: {
        'resends a fax again after an answer was lost': ['lost-answer', 'late-error', 'garbage'],
        'counts a refused resend': ['rate-limited'],
        'retries without an end': ['down'],
        'waits for an answer without an end': ['unanswered', 'hang'],
      },
    },
  ],
  [
    'an archive in Node',
    {
      folder: 'node-archive',
      command: ['node', '--test'],
      probe: ['node', '--version'],
      bugs: {
        'sends its last fax again after an answer was lost': [
          'send-fax-lost-answer',
          'send-fax-late-error',
          'send-fax-garbage',
          'send-fax-unanswered',
        ],
        'deletes a file that it could not download': [
          ...['unavailable', 'cut-off', 'garbage', 'reset', 'error', 'rate-limited', 'hang', 'down'].map(
            (fault) => `get-fax-file-${fault}`,
          ),
        ],
      },
    },
  ],
  [
    'a dunning tool in Python',
    {
      folder: 'python-dunning',
      command: ['python3', '-m', 'unittest', '-q'],
      probe: ['python3', '--version'],
      bugs: {
        'sends the fax after a refused one again after an answer was lost': [
          'send-fax-lost-answer',
          'send-fax-late-error',
          'send-fax-cut-off',
          'send-fax-garbage',
          'send-fax-unanswered',
        ],
        'deletes the file of a fax before its resend has arrived': ['fax-busy', 'fax-unreachable', 'fax-stuck'],
      },
    },
  ],
];

interface Report {
  readonly findings: readonly { readonly name: string; readonly sentence: string }[];
  readonly results: readonly { readonly verdict: string }[];
}

/** Sweeps a copy of an example, since Python writes beside it. */
async function sweep({ folder, command }: Example, environment: Readonly<Record<string, string>>): Promise<Report> {
  const copy = await newDirectory();
  await cp(join(examples, folder), copy, { recursive: true });
  const out = join(copy, 'out');
  const options = ['--fixture', 'empty', '--webhook-token', 'secret', '--jobs', '3', '--out', out];
  const { code, stderr } = await run(
    ['sweep', ...options, '--', 'sh', '-c', `cd ${copy} && ${command.map((word) => `'${word}'`).join(' ')}`],
    environment,
  );
  expect({ code, stderr }).toEqual({ code: 'MENDED' in environment ? 0 : 3, stderr: '' });
  return JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Report;
}

describe.each(all)('%s', (_name, example) => {
  const [program = '', ...args] = example.probe;
  const isThere = spawnSync(program, args).status === 0;
  const testThere = isThere ? test : test.skip;

  testThere('has all the bugs that a sweep finds', async () => {
    const { findings } = await sweep(example, {});
    const bugs = Object.values(example.bugs).flat();
    const isOf = (name: string) => (bug: string) => name.endsWith(`-${bug}`);
    expect(bugs.filter((bug) => !findings.some(({ name }) => isOf(name)(bug)))).toEqual([]);
    expect(findings.filter(({ name }) => !bugs.some(isOf(name)))).toEqual([]);
  });

  testThere('has none of them when it is mended', async () => {
    const { findings, results } = await sweep(example, { MENDED: '1' });
    expect(findings).toEqual([]);
    expect(results.filter(({ verdict }) => verdict === 'not reached')).toEqual([]);
  });
});
