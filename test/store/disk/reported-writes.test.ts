import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FileBlobs } from '../../../src/store/disk/file-blobs.ts';
import { ReportedWrites, writeLines } from '../../../src/store/disk/reported-writes.ts';
import type { DiskUpdate } from '../../../src/store/memory/store.ts';
import { limitedDisk } from '../../support/full-disk.ts';

const updates = [{ collection: 'faxes', key: 1, record: undefined }] as unknown as readonly DiskUpdate[];

test('a disk that refuses is reported once, and once when it saves again', async () => {
  const { room, disk } = limitedDisk();
  const lines: string[] = [];
  const writes = new ReportedWrites(writeLines.changes, (line) => lines.push(line));
  const save = () => writes.run(() => disk.save(updates));
  await save();
  expect(lines).toEqual([]);
  room.isLeft = false;
  for (let tries = 0; tries < 3; tries++) await expect(save()).rejects.toThrow('ENOSPC');
  expect(lines).toEqual(['the disk refuses changes, so faxes do not go on: ENOSPC: no space left']);
  expect(writes.refusal).toBe(lines[0]);
  room.isLeft = true;
  await save();
  await save();
  expect(lines.slice(1)).toEqual(['the disk saves changes again, and faxes go on']);
  expect(writes.refusal).toBeUndefined();
});

test('a file that the disk refuses is reported as a change is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'faxsim-'));
  const lines: string[] = [];
  const blobs = new FileBlobs(join(folder, 'blobs'), new ReportedWrites(writeLines.files, (line) => lines.push(line)));
  await writeFile(join(folder, 'blobs'), 'no folder');
  for (let tries = 0; tries < 2; tries++)
    await expect(blobs.put(Buffer.from('a'))).rejects.toThrow('could not be stored');
  await rm(join(folder, 'blobs'));
  await mkdir(join(folder, 'blobs'));
  await blobs.put(Buffer.from('a'));
  expect(lines).toEqual([
    expect.stringContaining(
      'the disk refuses files, so a fax waits until its document can be stored: The file could not be stored',
    ),
    'the disk stores files again, and faxes go on',
  ]);
  await rm(folder, { recursive: true });
});
