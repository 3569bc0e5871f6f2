import { expect, test } from '@jest/globals';
import { SegmentFile } from '../../../src/store/disk/segment-file.ts';
import { Segments } from '../../../src/store/disk/stored-collection.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

const file = 'faxes-00001.json';

function openSegment() {
  const files = new MemoryFiles();
  const gone: unknown[] = [];
  const onGone = (key: unknown) => gone.push(key);
  const part = new SegmentFile({ file, whole: files.open(file), highestKey: null, records: [], onGone });
  /** The content of the file without its checksum. */
  const stored = (): unknown => {
    const content: object = JSON.parse(files.texts.get(file) ?? '{}');
    Reflect.deleteProperty(content, 'checksum');
    return content;
  };
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

test('a change during a save is in the file with the next save', async () => {
  const { files, part, stored } = openSegment();
  const { promise, open } = gate();
  files.gate = promise;
  part.set(0, { id: 0 });
  const first = part.save();
  part.set(1, { id: 1 });
  open();
  await first;
  expect(stored()).toEqual({ version: 3, highestKey: 0, records: [{ id: 0 }] });
  await part.save();
  expect(stored()).toEqual({ version: 3, highestKey: 1, records: [{ id: 0 }, { id: 1 }] });
});

test('each record has a line of its own, whether its JSON came with it or not', async () => {
  const { files, part } = openSegment();
  part.set(1, { id: 1, tags: { a: 'é' } });
  part.set(2, { id: 2 }, '{"id":2}');
  await part.save();
  const [, , ...lines] = files.texts.get(file)?.split('\n') ?? [];
  expect(lines).toEqual([
    '  "version": 3,',
    '  "highestKey": 2,',
    '  "records": [',
    '    {"id":1,"tags":{"a":"é"}},',
    '    {"id":2}',
    '  ]',
    '}',
  ]);
});

test('a record that changes once more has its new value in the next save', async () => {
  const { part, stored } = openSegment();
  part.set(1, { id: 1, is: 'old' }, '{"id":1,"is":"old"}');
  part.set(1, { id: 1, is: 'new' });
  await part.save();
  expect(stored()).toMatchObject({ records: [{ id: 1, is: 'new' }] });
});

test('a refused save names the file, and the next one makes up for it', async () => {
  const { files, part, stored } = openSegment();
  files.refuse = file;
  part.set(1, { id: 1 });
  await expect(part.save()).rejects.toThrow(`${file} cannot be written: ENOSPC: no space left on device`);
  files.refuse = undefined;
  await part.save();
  expect(stored()).toEqual({ version: 3, highestKey: 1, records: [{ id: 1 }] });
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
  const fileOf = (number: number) => ({ file: `${number}`, whole: files.open(`${number}`) });
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
  const parts = new Segments((number) => ({ file: `${number}`, whole: files.open(`${number}`) }));
  expect(parts.set(1, undefined)).toBeUndefined();
});
