import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FileBlobs } from '../../../src/store/disk/file-blobs.ts';
import { blobName, MemoryBlobs, SweptBlobs } from '../../../src/store/memory/swept-blobs.ts';
import type { Blobs } from '../../../src/store/memory/swept-blobs.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const [a, b] = [Buffer.from('a'), Buffer.from('b')];

/** Blobs of which those in `named` have a name, with the wakes that the sweeps planned on a real timer. */
function open(stored: Blobs = new MemoryBlobs()) {
  const named = new Set<string>();
  const state = { isSettled: true };
  const wakes: { work: () => void; isCancelled: boolean; afterMs: number }[] = [];
  const faults: unknown[] = [];
  const blobs = new SweptBlobs({
    blobs: stored,
    systemClock: {
      now: () => 0,
      wake: (afterMs, work) => {
        const wake = { work, isCancelled: false, afterMs };
        wakes.push(wake);
        return () => {
          wake.isCancelled = true;
        };
      },
    },
    isNamed: (blob) => named.has(blob),
    isSettled: () => state.isSettled,
    onFault: (fault) => faults.push(fault),
  });
  return { blobs, stored, named, state, wakes, faults };
}

/** Blobs in memory that are deleted in another way. */
function blobsWith(deleted: (blob: string, remove: (blob: string) => Promise<void>) => Promise<void>): MemoryBlobs {
  const memory = new MemoryBlobs();
  const remove = memory.delete.bind(memory);
  memory.delete = (blob) => deleted(blob, remove);
  return memory;
}

test('a sweep deletes a file that nothing names, and keeps one that a record names', async () => {
  const { blobs, named, stored } = open();
  const [one, other] = [await blobs.put(a), await blobs.put(b)];
  named.add(one);
  await blobs.sweep();
  expect(await stored.list()).toEqual([one]);
  named.delete(one);
  await blobs.sweep();
  expect(await stored.list()).toEqual([one]); // nothing said that it lost its name
  blobs.suspect([one, other]);
  await blobs.sweep();
  expect(await stored.list()).toEqual([]);
});

test('a file that unfinished work has stored stays until the work ends, and earlier ones go', async () => {
  const { blobs, stored } = open();
  await blobs.put(b);
  await blobs.use(async () => {
    const blob = await blobs.put(a);
    await blobs.sweep();
    expect(await stored.list()).toEqual([blob]);
  });
  await blobs.sweep();
  expect(await stored.list()).toEqual([]);
});

test('a file that unfinished work has found stays until the work ends', async () => {
  const { blobs, stored } = open();
  const blob = await blobs.put(a);
  await blobs.use(async () => {
    expect(await blobs.has(blob)).toBe(true);
    await blobs.sweep();
    expect(await stored.list()).toEqual([blob]);
  });
});

test('nothing goes while the disk may still refuse a change', async () => {
  const { blobs, stored, state } = open();
  const blob = await blobs.put(a);
  state.isSettled = false;
  await blobs.sweep();
  expect(await stored.list()).toEqual([blob]);
  state.isSettled = true;
  await blobs.sweep();
  expect(await stored.list()).toEqual([]);
});

test('bytes that are stored while they are being deleted are there in the end', async () => {
  let goOn = (): void => undefined;
  const deletion = new Promise<void>((resolve) => (goOn = resolve));
  const memory = blobsWith((blob, remove) => deletion.then(() => remove(blob)));
  const { blobs } = open(memory);
  await blobs.put(a);
  const sweeping = blobs.sweep();
  const again = blobs.use(() => blobs.put(a));
  goOn();
  const [blob] = await Promise.all([again, sweeping]);
  expect(await memory.list()).toEqual([blob]);
});

test('a sweep comes a second after a file lost its name, once for all, and none after the end', async () => {
  const { blobs, stored, wakes } = open();
  await blobs.put(a);
  await blobs.put(b);
  expect(wakes).toMatchObject([{ afterMs: 1000, isCancelled: false }]);
  wakes[0]?.work();
  await blobs.has('none');
  expect(await stored.list()).toEqual([]);
  await blobs.close();
  expect(wakes.map(({ isCancelled }) => isCancelled)).toEqual([true, true]);
  const blob = await blobs.put(a);
  await blobs.sweepAll();
  expect([wakes.length, await stored.list()]).toEqual([2, [blob]]);
});

test('a disk that does not delete a file is reported, and the other files go', async () => {
  const refused = new Error('EPERM');
  const memory = blobsWith((blob, remove) => (blob === blobName(a) ? Promise.reject(refused) : remove(blob)));
  const list = memory.list.bind(memory);
  memory.list = () => Promise.reject(refused);
  const { blobs, faults } = open(memory);
  const stays = await blobs.put(a);
  await blobs.put(b);
  await blobs.sweepAll();
  expect([await list(), faults]).toEqual([[stays], [refused, refused]]);
});

test('a sweep of all takes what a killed process left, but no file that is being written', async () => {
  const folder = await mkdtemp(join(await newDirectory(), 'blobs-'));
  const leftovers = [blobName(b), `${blobName(a)}.1-0`];
  for (const name of leftovers) await writeFile(join(folder, name), 'b');
  const { blobs } = open(new FileBlobs(folder));
  const [blob] = await Promise.all([blobs.use(() => blobs.put(a).finally(() => blobs.sweepAll())), blobs.sweepAll()]);
  expect(await readdir(folder)).toEqual([blob]);
});
