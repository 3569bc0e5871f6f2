import { spawnSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { launch } from '../../support/program.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const programs = new URL('programs/', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

/** Compares the two programs of a folder, whose data differ with each run. */
async function compare(folder: string, command: string, ending: string, mistake?: string) {
  const cwd = await newDirectory();
  await cp(programs + folder, cwd, { recursive: true });
  const [old, later] = [`${command} old.${ending}`, `${command} new.${ending}`];
  const environment = mistake === undefined ? {} : { MISTAKE: mistake };
  // A mistake shows at any pace. At once, the programs poll once in place of thirty times.
  const pace = mistake === undefined ? [] : ['--pace', 'instant'];
  const args = ['parity', '--fixture', 'empty', '--json', ...pace, '--old', old, '--new', later];
  const { code, stdout, stderr } = await launch(args, environment, { cwd }).ended;
  const { findings } = JSON.parse(stdout) as {
    findings: readonly { readonly kind: string; readonly sentence: string }[];
  };
  return { code, stderr, sentences: findings.map(({ kind, sentence }) => `${kind}: ${sentence}`).join('\n') };
}

/** Declares tests where the language is installed with all that its programs need. */
const testWith = (program: string, ...args: string[]) => (spawnSync(program, args).status === 0 ? test : test.skip);

describe('a queue in PHP, whose texts, numbers and order differ with each run', () => {
  const testThere = testWith('php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);');
  const queue = (mistake?: string) => compare('queue', 'php', 'php', mistake);

  testThere('is accused of nothing', async () => {
    expect(await queue()).toEqual({ code: 0, stderr: '', sentences: '' });
  });

  testThere.each([
    ['error_id', /^lost: .*the old program sends it again$/m],
    ['gate', /^other document: .*shut.*open/m],
    ['other-job', /“JOB-[13]/m],
    ['tag', /^mistaken request: sendFax.*labels in v3$/m],
  ])('is found out where it makes the mistake %s', async (mistake, sentence) => {
    const { code, sentences } = await queue(mistake);
    expect(sentences).toMatch(sentence);
    expect(code).toBe(3);
  });
});

describe('a campaign in Python, three letters at a time', () => {
  const testThere = testWith('python3', '-c', 'import requests');
  const campaign = (mistake?: string) => compare('campaign', 'python3', 'py', mistake);

  testThere('is accused of nothing', async () => {
    expect(await campaign()).toEqual({ code: 0, stderr: '', sentences: '' });
  });

  testThere.each([
    ['other-day', /^other document: .*“.*Sunday.*” in place of “.*Friday/m],
    ['dropped', /^lost: the document “Dear |^lost: \d faxes (like )?“Dear /m],
    ['other-number', /\+1202555021[12]/m],
    ['first-page', /^page unread: /m],
  ])('is found out where it makes the mistake %s', async (mistake, sentence) => {
    const { code, sentences } = await campaign(mistake);
    expect(sentences).toMatch(sentence);
    expect(code).toBe(3);
  });
});
