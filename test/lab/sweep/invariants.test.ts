import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { brokenIn, readAccepted, readInvariants } from '../../../src/lab/sweep/user-files.ts';
import type { Ending, RunRecord } from '../../../src/lab/achievements/run-record.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { nothing, sentFax } from './observations.ts';

const newDirectory = temporaryDirectories();

async function fileOf(text: string): Promise<string> {
  const path = join(await newDirectory(), 'file.yaml');
  await writeFile(path, text);
  return path;
}

const fax = (id: number, to: string) => sentFax({ id, to });
const runOf = (...numbers: string[]): RunRecord => ({
  ...nothing,
  faxes: numbers.flatMap((to, index) => fax(index + 1, to).faxes),
});
const ending: Ending = { how: 'passed', detail: '', ms: 1, output: '' };

async function broken(source: string, run: RunRecord, how: Ending['how'] = 'passed'): Promise<string[]> {
  const invariants = await readInvariants(await fileOf(source));
  const baseline = runOf('+12025550101');
  return brokenIn(invariants, { run, baseline, former: baseline, ending: { ...ending, how } });
}

const once = `invariants:
  - { name: one fax for each number, count: faxes, where: { status: { in: [success] } }, per: recipients.0.number, at_most: 1 }`;

test('an invariant bounds the count of records, for each value of a field', async () => {
  expect(await broken(once, runOf('+12025550101', '+12025550102'))).toEqual([]);
  expect(await broken(once, runOf('+12025550101', '+12025550101'))).toEqual([
    'the invariant "one fax for each number" does not hold: 2 faxes with recipients.0.number +12025550101, expected at most 1',
  ]);
});

test('an invariant can compare with the run without a fault, where the program passes', async () => {
  const source = 'invariants: [{ name: none is lost, count: faxes, at_least: baseline, when: passed }]';
  expect(await broken(source, runOf())).toEqual([
    'the invariant "none is lost" does not hold: 0 faxes, expected at least 1',
  ]);
  expect(await broken(source, runOf(), 'failed')).toEqual([]);
});

test.each([
  ['invariants: [{ name: a, count: fax, at_most: 1 }]', ':1: invariants.0.count must be one of faxes, webhooks'],
  ['invariants:\n  - name: a\n    count: faxes', ':2: invariants.0 must have exactly, at_least or at_most'],
  ['invariants:\n  - { name: a, count: faxes, atmost: 1 }', 'atmost is not known here; the nearest is at_most'],
  ['invariants: [{ name: a, count: faxes, at_most: some }]', 'must be an integer >= 0, or baseline'],
  ['invariants: 7', 'invariants must be a list of invariants'],
  ['a: [', ':1: '],
])('%s is refused with line and key', async (source, message) => {
  const path = await fileOf(source);
  await expect(readInvariants(path)).rejects.toThrow(message);
  await expect(readInvariants(path)).rejects.toThrow(`${path}:`);
});

test('an accepted finding has a known fault and a reason', async () => {
  const path = await fileOf('accepted: [{ at: sendFax, fault: lost-anser, because: "" }]');
  await expect(readAccepted(path)).rejects.toThrow(/the nearest is lost-answer\n.*because must give a reason/);
  await expect(readAccepted('/no/such/file')).rejects.toThrow(
    '--accept must be a file that can be read, got "/no/such/file": there is no such file or directory',
  );
});

const orders = `invariants:
  - { name: each order is faxed once, count: faxes, per: tags.order, exactly: baseline }`;

test('values that differ between the runs without a fault, such as UUIDs, are counted, not compared', async () => {
  const invariants = await readInvariants(await fileOf(orders));
  const tagged = (...tags: string[]): RunRecord => ({
    ...nothing,
    faxes: tags.flatMap((order, index) =>
      fax(index + 1, '+12025550101').faxes.map((one) => ({ ...one, tags: { order } })),
    ),
  });
  const checked = (...tags: string[]) =>
    brokenIn(invariants, {
      run: tagged(...tags),
      baseline: tagged('uuid-3', 'uuid-4'),
      former: tagged('uuid-1', 'uuid-2'),
      ending,
    });
  expect(checked('uuid-5', 'uuid-6')).toEqual([]);
  expect(checked('uuid-5', 'uuid-6', 'uuid-6')).toEqual([expect.stringContaining('2 faxes with tags.order uuid-6')]);
  expect(checked('uuid-5')).toEqual([expect.stringContaining('0 faxes with tags.order of its own, number 2')]);
});
