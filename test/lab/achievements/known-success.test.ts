import { expect, test } from '@jest/globals';
import { isSuccessKnown } from '../../../src/lab/achievements/deeds.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../../../src/lab/achievements/run-record.ts';

const fax = { id: 7, v3_ids: ['01HY'] } as unknown as SentFax;

const isKnownBy = (operation: string, body: unknown, asked: number | null = null): boolean =>
  isSuccessKnown(fax, {
    deliveries: [],
    calls: [{ operation, fax_id: asked, answer: { body: typeof body === 'string' ? body : JSON.stringify(body) } }],
  } as unknown as RunRecord & { calls: RecordedRequest[] });

test.each([
  ['a fax of v1 and v2', 'getFax', { success: true, data: { id: 7, status: 'success' } }, 7],
  ['a list, with the id at the end', 'listFaxes', { data: [{ status: 'success', id: 7 }] }, null],
  ['a fax of v3', 'getFax', { id: '01HY', status: 'COMPLETED' }, 7],
  ['a list of v3', 'listFaxes', { faxes: [{ id: '01HY', status: 'COMPLETED' }] }, null],
  ['indented JSON', 'getFax', '{ "data": { "id": 7, "status": "success" } }', 7],
])('a success is known by %s', (_name, operation, body, asked) => {
  expect(isKnownBy(operation, body, asked)).toBe(true);
});

test.each([
  [
    'another fax of the list',
    'listFaxes',
    {
      data: [
        { id: 7, status: 'failure' },
        { id: 8, status: 'success' },
      ],
    },
    null,
  ],
  ['a tag of the fax', 'getFax', { data: { id: 7, status: 'failure', tags: { status: 'success' } } }, 7],
  ['another operation', 'getAccount', { data: { id: 7, status: 'success' } }, null],
  ['the beginning of a body', 'getFax', '{"data":{"id":7,"status":"success",', 7],
])('a success is not known by %s', (_name, operation, body, asked) => {
  expect(isKnownBy(operation, body, asked)).toBe(false);
});
