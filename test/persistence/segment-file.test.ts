import { expect, test } from '@jest/globals';
import { SegmentFile } from '../../src/persistence/segment-file.ts';
import { Segments } from '../../src/persistence/segments.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const file = 'faxes-00001.json';

function openSegment() {
  const files = new MemoryFiles();
  const gone: unknown[] = [];
  const onGone = (key: unknown) => gone.push(key);
  const part = new SegmentFile({ file, adapter: files.open(file), highestKey: null, records: [], onGone });
  const stored = () => JSON.parse(files.texts.get(file) ?? 'null') as unknown;
  return { files, part, gone, stored };
}

/** A promise, and what keeps it. */
function gate() {
  let open: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

test('changes of the same moment share one write', async () => {
  const { files, part, stored } = openSegment();
  const saves = Array.from({ length: 100 }, (_, key) => {
    part.set(key, { id: key });
    return part.save();
  });
  await Promise.all(saves);
  expect(files.writes).toHaveLength(1);
  expect(stored()).toEqual({ version: 1, highestKey: 99, records: Array.from({ length: 100 }, (_, id) => ({ id })) });
});

test('changes that come while a write runs share the one that follows it', async () => {
  const { files, part, stored } = openSegment();
  const { promise, open } = gate();
  files.gate = promise;
  part.set(0, { id: 0 });
  const first = part.save();
  while (files.writes.length === 0) await new Promise(setImmediate);
  const later = Array.from({ length: 100 }, (_, index) => {
    part.set(index + 1, { id: index + 1 });
    return part.save();
  });
  expect(files.writes).toHaveLength(1);
  open();
  await Promise.all([first, ...later]);
  expect(files.writes).toHaveLength(2);
  expect(stored()).toMatchObject({ highestKey: 100, records: { length: 101 } });
});

test('a save without a change waits for the write that runs, and starts none', async () => {
  const { files, part } = openSegment();
  const { promise, open } = gate();
  files.gate = promise;
  part.set(1, { id: 1 });
  const first = part.save();
  while (files.writes.length === 0) await new Promise(setImmediate);
  const second = part.save();
  expect(part.isSaved).toBe(false);
  open();
  await Promise.all([first, second]);
  expect([files.writes.length, part.isSaved]).toEqual([1, true]);
});

test('a refused write names the file, leaves the part due, and the next save makes up for it', async () => {
  const { files, part, stored } = openSegment();
  files.refuse = file;
  part.set(1, { id: 1 });
  await expect(part.save()).rejects.toThrow(`${file} cannot be written: ENOSPC: no space left on device`);
  expect(part.isSaved).toBe(false);
  files.refuse = undefined;
  await part.save();
  expect(stored()).toEqual({ version: 1, highestKey: 1, records: [{ id: 1 }] });
});

test('a refused write does not refuse the one that waits behind it', async () => {
  const { files, part, stored } = openSegment();
  const { promise, open } = gate();
  files.gate = promise;
  files.refuse = file;
  part.set(1, { id: 1 });
  const refused = part.save();
  while (files.writes.length === 0) await new Promise(setImmediate);
  part.set(2, { id: 2 });
  const waiting = part.save();
  const refusal = expect(refused)
    .rejects.toThrow('ENOSPC')
    .then(() => (files.refuse = undefined));
  open();
  await refusal;
  await waiting;
  expect(stored()).toMatchObject({ records: [{ id: 1 }, { id: 2 }] });
});

test('a deleted record keeps its place until the file is written without it', async () => {
  const { part, gone, stored } = openSegment();
  for (let key = 0; key < 500; key++) part.set(key, { id: key });
  await part.save();
  part.set(499, undefined);
  expect([part.isFull, gone]).toEqual([true, []]);
  await part.save();
  expect([part.isFull, gone]).toEqual([false, [499]]);
  expect(stored()).toMatchObject({ highestKey: 499, records: { length: 499 } });
});

test('a record that is added again before its deletion is stored goes back to its part, so that no two files hold it', async () => {
  const files = new MemoryFiles();
  const fileOf = (number: number) => ({ file: `${number}`, adapter: files.open(`${number}`) });
  const parts = new Segments(fileOf);
  const first = parts.set(0, { id: 0 });
  for (let key = 1; key < 501; key++) parts.set(key, { id: key });
  const second = parts.set(500, { id: 500 });
  expect(second).not.toBe(first);
  parts.set(0, undefined);
  expect(parts.set(0, { id: 0, again: true })).toBe(first);
  parts.set(0, undefined);
  await first?.save();
  expect(parts.set(0, { id: 0, again: true })).toBe(second);
});

test('a deletion of what was never there makes no part', () => {
  const files = new MemoryFiles();
  const parts = new Segments((number) => ({ file: `${number}`, adapter: files.open(`${number}`) }));
  expect(parts.set(1, undefined)).toBeUndefined();
});
