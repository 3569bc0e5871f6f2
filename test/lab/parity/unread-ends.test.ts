import { expect, test } from '@jest/globals';
import type { RecordedRequest, RunRecord } from '../../../src/lab/achievements/run-record.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import { compareEnds } from '../../../src/lab/parity/unread-ends.ts';
import { nothing, sentFax } from '../sweep/observations.ts';

const sent = sentFax({ id: 1, to: '+12025550101' });
const faxes = sent.faxes.map((fax) => ({ ...fax, callback_url: null }));

const reading = (status: string): RecordedRequest => {
  const [send] = sent.calls;
  const answer = { ...send!.answer, status: 200, body: JSON.stringify({ id: 1, status }) };
  return { ...send!, operation: 'getFax', method: 'GET', path: '/v2.1/faxes/1', fax_id: 1, answer };
};

const sideWith = (run: Partial<RunRecord>): Side => ({
  ending: { how: 'passed', detail: 'exit code 0', ms: 1, output: '' },
  run: { ...nothing, ends: new Map(faxes.map((fax) => [fax.id, fax])), faxes, ...run },
  documents: new Map(),
});

const old = sideWith({ calls: [reading('queued'), reading('success')] });

const compared = (run: Partial<RunRecord>) => {
  const known = { nameOf: (number: string | null) => number ?? '', concerned: new Set<string>() };
  const { findings, remarks } = compareEnds([old, old], sideWith(run), known);
  return { findings: findings.map(({ sentence }) => sentence), remarks: remarks.map(({ sentence }) => sentence) };
};

const sentence = 'the new program does not learn how the fax to +12025550101 ends, where the old one does';

test.each([
  ['that does not read the fax', []],
  ['that stops to wait while the fax is under way', [reading('IN_PROGRESS')]],
])('a new program %s is a finding', (_which, calls) => {
  expect(compared({ calls })).toEqual({ findings: [sentence], remarks: [] });
});

test('a new program that reads the end, well or not, is none', () => {
  for (const status of ['COMPLETED', 'FAILURE'])
    expect(compared({ calls: [reading(status)] })).toEqual({ findings: [], remarks: [] });
});

test('a new program that asks for a webhook, which nothing takes, is a remark', () => {
  const asking = faxes.map((fax) => ({ ...fax, callback_url: 'http://127.0.0.1/fax' }));
  const told = `${sentence}, unless a webhook tells it, which nothing takes in this run`;
  expect(compared({ faxes: asking })).toEqual({ findings: [], remarks: [told] });
});
