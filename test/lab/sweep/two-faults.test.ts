import { spawnSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { launch } from '../../support/program.ts';
import { repeats } from '../../support/soak.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const programs = new URL('two-faults/', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

interface TwoFaults {
  readonly mistake: string;
  readonly program: readonly string[];
  readonly probe: readonly string[];
  /** The pair that finds the mistake, as for `--only`. */
  readonly pair: string;
  readonly sentence: string;
}

const node = ['node', '--version'];
const python = ['python3', '-c', 'import requests'];
const php = ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'];

const [one, office] = ['+12025550101', '+12025550100'];

const table: readonly TwoFaults[] = [
  {
    mistake: 'a lookup that swallows its failure',
    program: ['node', 'lookup-swallowed.mjs'],
    probe: node,
    pair: '001-send-fax-lost-answer-then-list-faxes-unavailable',
    sentence: `At sendFax to=${one}, the service carries out the request, but its response is lost. While the program recovers, at listFaxes, the response is 503. 2 faxes to ${one} in place of 1`,
  },
  {
    mistake: 'a lookup that takes a failed page for the last one',
    program: ['python3', 'second-page.py'],
    probe: python,
    pair: '001-send-fax-lost-answer-then-002-list-faxes-unavailable',
    sentence: `At sendFax to=${one}, the service carries out the request, but its response is lost. While the program recovers, at listFaxes page=2, the response is 503. 2 faxes to ${one} in place of 1`,
  },
  {
    mistake: 'a second retry that does not look again',
    program: ['php', 'retry-of-retry.php'],
    probe: php,
    pair: 'send-fax-unavailable-then-send-fax-lost-answer',
    sentence: `At sendFax, the response is 503. While the program recovers, at the second sendFax to=${one}, the service carries out the request, but its response is lost. 2 faxes to ${one} in place of 1`,
  },
  {
    mistake: 'a webhook that is adopted and not remembered',
    program: ['node', 'adopted-webhook.mjs'],
    probe: node,
    pair: '001-send-fax-lost-answer-then-001-webhook-twice',
    sentence: `While the program recovers, at the webhook fax_completed to=${one}, the webhook comes twice. 2 faxes to ${office} in place of 1`,
  },
  {
    mistake: 'a second download that is not looked at',
    program: ['php', 'second-download.php'],
    probe: php,
    pair: 'get-fax-file-cut-off-then-get-fax-file-cut-off',
    sentence:
      'While the program recovers, at the second getFaxFile id=323034823, the response breaks off after ten bytes. The document of the fax from',
  },
  {
    mistake: 'a resend that is repeated without a response',
    program: ['python3', 'lost-resend.py'],
    probe: python,
    pair: 'fax-busy-then-resend-fax-lost-answer',
    sentence: `At the fax, the line is busy. While the program recovers, at resendFax, the service carries out the request, but its response is lost. 2 faxes to ${one} in place of 1`,
  },
];

interface Report {
  readonly findings: readonly { readonly name: string; readonly sentence: string; readonly bundle: string }[];
  readonly results: readonly { readonly name: string; readonly verdict: string; readonly after: string | null }[];
}

async function sweep({ program }: TwoFaults, words: readonly string[], env: Record<string, string> = {}) {
  const cwd = await newDirectory();
  await cp(programs, cwd, { recursive: true });
  const options = ['--fixture', 'empty', '--out', 'report', ...words];
  const { code, stderr } = await launch(['sweep', ...options, '--', ...program], env, { cwd }).ended;
  expect(stderr).toBe('');
  return { code, cwd, report: JSON.parse(await readFile(join(cwd, 'report/report.json'), 'utf8')) as Report };
}

const isSoak = repeats(1, 2) > 1;

describe.each(table)('of a program with $mistake', (row) => {
  const [program = '', ...args] = row.probe;
  const testThere = spawnSync(program, args).status === 0 ? test : test.skip;

  testThere('each fault alone finds nothing, both find it, and the bundle replays them', async () => {
    const { code, cwd, report } = await sweep(row, isSoak ? ['--jobs', '2'] : ['--only', row.pair]);
    expect(code).toBe(3);
    const finding = report.findings.find(({ sentence }) => sentence.includes(row.sentence));
    const replay = await launch(['replay', finding?.bundle ?? ''], {}, { cwd }).ended;
    expect(replay).toMatchObject({ code: 0, stdout: expect.stringContaining(' 0 different') });
    expect(report.results.filter(({ verdict, after }) => after === null && verdict === 'wrong')).toEqual([]);
    expect(report.findings.map(({ sentence }) => sentence)).toContainEqual(expect.stringContaining(row.sentence));
    const seconds = report.results.filter(({ after }) => after !== null).length;
    if (isSoak) expect(seconds).toBeLessThanOrEqual(0.4 * (report.results.length - seconds));
  });

  testThere('the mended version has no finding', async () => {
    const words = isSoak ? ['--jobs', '2'] : ['--only', row.pair];
    const { code, report } = await sweep(row, words, { MENDED: '1' });
    expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
    expect(report.results.some(({ after }) => after !== null)).toBe(true);
  });
});
