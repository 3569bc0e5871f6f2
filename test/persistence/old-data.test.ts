import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openDataDirectory } from '../../src/persistence/data-directory.ts';
import { upgradeRecord } from '../../src/persistence/record-upgrades.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();

/**
 * The data directory of a killed program of version 0.1.0: a fixture `large` of four faxes, and in the journal a fax that
 * waits in a batch and a blocking rule. It knew no notes, scripts or next steps of port orders, no limits of calls, and no closed batches.
 */
const oldData = join(import.meta.dirname, 'old-data');

async function open(directory: string) {
  const data = await openDataDirectory(directory);
  if (data.saved === undefined) throw new Error('nothing was saved');
  return { data, contents: data.saved.contents };
}

describe('a data directory of an earlier version', () => {
  test('gives file storage of the account its present name', () => {
    expect(upgradeRecord('account', { storesFiles: false })).toEqual({
      rateLimit: null,
      traffic: null,
      fileStorage: false,
    });
    expect(upgradeRecord('account', { fileStorage: true, rateLimit: null })).toEqual({
      fileStorage: true,
      rateLimit: null,
      traffic: null,
    });
  });

  test('gives the event of a delivery its present name', () => {
    const event = { event: 'fax_completed', faxId: 1 };
    const present = { editedFields: null, faxEvent: event, id: 2 };
    expect(upgradeRecord('deliveries', { id: 2, news: event })).toEqual(present);
    expect(upgradeRecord('deliveries', present)).toEqual(present);
  });

  test('opens, with all its records and what they lacked', async () => {
    const directory = await freshDirectory();
    await cp(oldData, directory, { recursive: true });
    const { data, contents } = await open(directory);
    expect(contents.faxes.map(({ id }) => id)).toContain(323014193);
    expect(contents.faxes).toHaveLength(5);
    expect(contents.account.rateLimit).toBeNull();
    for (const { options } of contents.faxes) expect(options.isBatchClosed).toBe(false);
    expect(contents.blockingRules.at(-1)).toMatchObject({ id: 34584, to: 'DE' });
    expect(contents.portOrders).toHaveLength(9);
    for (const order of contents.portOrders) {
      expect(order).toMatchObject({ script: [], due: null });
      for (const number of order.numbers) expect(number.notes).toEqual([]);
    }
    expect(contents.atas).toEqual([]);
    await data.close();
  });

  test('is a directory of this version afterwards', async () => {
    const directory = await freshDirectory();
    await cp(oldData, directory, { recursive: true });
    const first = await open(directory);
    await first.data.close();
    const again = await open(directory);
    expect(again.contents).toEqual(first.contents);
    await again.data.close();
  });
});

describe('a record is completed', () => {
  test('with nothing that it has already', () => {
    const order = { id: 1, script: [1], due: { at: 1 }, numbers: [{ id: 2, notes: ['a note'] }] };
    expect(upgradeRecord('portOrders', order)).toEqual(order);
  });

  test.each([
    ['faxes', 'text'],
    ['faxes', null],
    ['faxes', { options: 'text' }],
    ['portOrders', ['text']],
    ['blockingRules', { id: 1 }],
  ] as const)('of %s when it is one: %j stays', (collection, record) => {
    expect(upgradeRecord(collection, record)).toEqual(record);
  });

  test('of faxes with what their scripts lack', () => {
    const step = { afterMs: 1, status: 'success', error: null };
    expect(upgradeRecord('faxes', { options: { script: [step] } })).toEqual({
      options: { isBatchClosed: false, script: [{ ...step, reads: null }] },
    });
  });

  test('of port orders without touching numbers that are none', () => {
    expect(upgradeRecord('portOrders', { numbers: [1, 'x'] })).toEqual({ script: [], due: null, numbers: [1, 'x'] });
  });
});
