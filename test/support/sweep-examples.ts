import { spawnSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { launch } from './program.ts';
import { repeats } from './soak.ts';
import { temporaryDirectories } from './temporary-directory.ts';

const examples = new URL('../../examples/', import.meta.url).pathname;

export interface Example {
  readonly folder: string;
  readonly command: readonly string[];
  /** Options of the sweep beyond the usual ones. */
  readonly options?: readonly string[];
  /** Succeeds where the language is installed with all that the example needs. */
  readonly probe: readonly string[];
  /** The longest time of a run of the version with bugs, where one of them is a wait or a loop without an end. */
  readonly limit?: string;
  /** The faults that are tried without `npm run soak`, as for `--only`, since its runs take long. */
  readonly usually?: string;
  /** The faults that the mended version survives without `npm run soak`, each as for `--only`. Default: `usually`. */
  readonly survived?: readonly string[];
  /** The bugs of its authors, as the faults that find them, with their operation where others do not. */
  readonly bugs: Readonly<Record<string, readonly string[]>>;
}

interface Report {
  readonly findings: readonly { readonly name: string; readonly sentence: string }[];
  readonly results: readonly { readonly verdict: string }[];
}

/** `npm run soak` tries all faults, also of a mended version, which takes minutes. */
const isSoak = repeats(1, 2) === 2;

/** The options that keep the sweep of a program with bugs short, but for `npm run soak`. */
const onlyOf = ({ usually }: Example): string[] => (usually === undefined || isSoak ? [] : ['--only', usually]);

/** The options of each sweep of the mended version. Fixed faults cost the same on each machine, unlike a fixed time. */
const sweepsOfMended = ({ usually, survived = usually === undefined ? [] : [usually] }: Example): string[][] =>
  isSoak ? [['--budget', '600s']] : survived.map((only) => ['--only', only]);

/**
 * Declares the tests of an example: a sweep finds all its bugs, and nothing in its mended version. Each file of tests has one
 * example, since they take up to a minute.
 */
export function describeExample(name: string, example: Example, onOutput?: (stdout: string) => Promise<void>): void {
  const newDirectory = temporaryDirectories();
  const [program = '', ...args] = example.probe;
  const isThere = spawnSync(program, args).status === 0;
  const testThere = isThere ? test : test.skip;

  /** Sweeps a copy of the example, since Python writes beside it. */
  const sweep = async (bounds: readonly string[], { isMended }: { readonly isMended: boolean }) => {
    const cwd = await newDirectory();
    await cp(join(examples, example.folder), cwd, { recursive: true });
    const options = ['--fixture', 'empty', '--jobs', '2', ...(example.options ?? []), ...bounds];
    const command = ['sweep', ...options, '--', ...example.command];
    const { code, stdout, stderr } = await launch(command, isMended ? { MENDED: '1' } : {}, { cwd }).ended;
    expect({ code, stderr }).toEqual({ code: isMended ? 0 : 3, stderr: '' });
    const directory = join(cwd, 'faxsim-sweep', bounds[0] === '--only' ? 'again' : '');
    return { stdout, report: JSON.parse(await readFile(join(directory, 'report.json'), 'utf8')) as Report };
  };

  describe(name, () => {
    testThere('has all the bugs that a sweep finds', async () => {
      const limit = example.limit === undefined ? [] : ['--limit', example.limit];
      const bounds = [...onlyOf(example), '--recovery=off', ...limit];
      const { stdout, report } = await sweep(bounds, { isMended: false });
      const { findings } = report;
      const [, only = ''] = onlyOf(example);
      const bugs = Object.values(example.bugs)
        .flat()
        .filter((bug) => bug.includes(only));
      const isOf = (name: string) => (bug: string) => name.endsWith(`-${bug}`);
      expect(bugs.filter((bug) => !findings.some(({ name }) => isOf(name)(bug)))).toEqual([]);
      expect(findings.filter(({ name }) => !bugs.some(isOf(name)))).toEqual([]);
      await onOutput?.(stdout);
    });

    testThere('has none of them when it is mended', async () => {
      const sweeps = sweepsOfMended(example);
      expect(sweeps).not.toEqual([]);
      for (const bounds of sweeps) {
        const { findings, results } = (await sweep(bounds, { isMended: true })).report;
        expect(results).not.toEqual([]);
        expect(findings).toEqual([]);
        expect(results.filter(({ verdict }) => verdict === 'not reached')).toEqual([]);
      }
    });
  });
}
