import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { programOf } from '../../../src/cli/repeated-program.ts';
import { startSimulator } from '../../../src/index.ts';
import type { RunningSimulator } from '../../../src/index.ts';
import type { Finding } from '../../../src/lab/parity/finding.ts';
import { compareWith, runOldProgram } from '../../../src/lab/parity/parity.ts';
import type { OldRuns } from '../../../src/lab/parity/parity.ts';
import type { RunProgram } from '../../../src/lab/sweep/trial-run.ts';
import { launch } from '../../support/program.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const programs = new URL('programs/', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

/** Two programs of a folder, whose data differ with each run. */
interface Language {
  readonly folder: string;
  readonly command: string;
  readonly ending: string;
}

async function copyOf({ folder }: Language): Promise<string> {
  const directory = await newDirectory();
  await cp(programs + folder, directory, { recursive: true });
  return directory;
}

const sentencesOf = (findings: readonly Pick<Finding, 'kind' | 'sentence'>[]): string =>
  findings.map(({ kind, sentence }) => `${kind}: ${sentence}`).join('\n');

/** The time of a run without progress, in seconds. The first run gets ten times as much, which is still less than a test gets. */
const limitSeconds = 25;

/** The line of a command on a machine that is so busy that its first run takes long. */
const notice = /^faxsim: the first run, without a fault, still goes on after .*\n/;

/** Compares the two programs of a folder by the command. */
async function compare(language: Language) {
  const { command, ending } = language;
  const options = ['--fixture', 'empty', '--json', '--limit', `${limitSeconds}s`];
  const args = ['parity', ...options, '--old', `${command} old.${ending}`];
  const ended = launch([...args, '--new', `${command} new.${ending}`], {}, { cwd: await copyOf(language) }).ended;
  const { code, stdout, stderr } = await ended;
  const { findings } = JSON.parse(stdout) as { findings: readonly Pick<Finding, 'kind' | 'sentence'>[] };
  return { code, stderr: stderr.replace(notice, ''), sentences: sentencesOf(findings) };
}

let simulator: RunningSimulator;
// A mistake shows at any pace. At once, the programs poll once in place of thirty times.
beforeAll(async () => (simulator = await startSimulator({ fixture: 'empty', pace: 'instant' })));
afterAll(() => simulator.close());

/** Returns a function that compares the new program with a mistake; all comparisons share the runs of the old program. */
function comparisons(language: Language): (mistake: string) => Promise<string> {
  let olds: Promise<[string, OldRuns]> | undefined;
  const program = (directory: string, name: string, assignment = ''): RunProgram =>
    programOf([`${assignment} ${language.command} ${join(directory, name)}.${language.ending}`], unchanged, inShell);
  const options = () => ({
    ...{ simulator, skipsWaits: true, limitMs: limitSeconds * 1000 },
    signal: new AbortController().signal,
  });
  const runOlds = async (): Promise<[string, OldRuns]> => {
    const directory = await copyOf(language);
    return [directory, await runOldProgram({ ...options(), old: program(directory, 'old') })];
  };
  return async (mistake) => {
    const [directory, known] = await (olds ??= runOlds());
    const { findings } = await compareWith(known, {
      ...options(),
      new: program(directory, 'new', `MISTAKE=${mistake}`),
    });
    return sentencesOf(findings);
  };
}

const unchanged = { before: undefined, copy: false, out: '' };
const inShell = { inShell: true } as const;

/** Declares tests where the language is installed with all that its programs need. */
const testWith = (program: string, ...args: string[]) => (spawnSync(program, args).status === 0 ? test : test.skip);

describe('a queue in PHP, whose texts, numbers and order differ with each run', () => {
  const testThere = testWith('php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);');
  const queue: Language = { folder: 'queue', command: 'php', ending: 'php' };
  const sentencesWith = comparisons(queue);

  testThere('is accused of nothing', async () => {
    expect(await compare(queue)).toEqual({ code: 0, stderr: '', sentences: '' });
  });

  testThere.each([
    ['error_id', /^lost: .*the old program sends it again$/m],
    ['gate', /^other document: .*shut.*open/m],
    ['other-job', /“JOB-[13]/m],
    ['tag', /^mistaken request: sendFax.*labels in v3$/m],
  ])('is found out where it makes the mistake %s', async (mistake, sentence) => {
    expect(await sentencesWith(mistake)).toMatch(sentence);
  });
});

describe('a campaign in Python, three letters at a time', () => {
  const testThere = testWith('python3', '-c', 'import requests');
  const campaign: Language = { folder: 'campaign', command: 'python3', ending: 'py' };
  const sentencesWith = comparisons(campaign);

  testThere('is accused of nothing', async () => {
    expect(await compare(campaign)).toEqual({ code: 0, stderr: '', sentences: '' });
  });

  testThere.each([
    ['other-day', /^other document: .*“.*Sunday.*” in place of “.*Friday/m],
    ['dropped', /^lost: the document “Dear |^lost: \d faxes (like )?“Dear /m],
    ['other-number', /\+1202555021[12]/m],
    ['first-page', /^page unread: /m],
  ])('is found out where it makes the mistake %s', async (mistake, sentence) => {
    expect(await sentencesWith(mistake)).toMatch(sentence);
  });
});
