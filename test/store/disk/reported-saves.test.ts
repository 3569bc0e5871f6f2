import { expect, test } from '@jest/globals';
import { reportedSaves } from '../../../src/store/disk/reported-saves.ts';
import type { DiskUpdate } from '../../../src/store/memory/store.ts';
import { limitedDisk } from '../../support/full-disk.ts';

const updates = [{ collection: 'faxes', key: 1, record: undefined }] as unknown as readonly DiskUpdate[];

test('a disk that refuses is reported once, and once when it saves again', async () => {
  const { room, disk } = limitedDisk();
  const lines: string[] = [];
  const save = reportedSaves(disk, (line) => lines.push(line));
  await save(updates);
  expect(lines).toEqual([]);
  room.isLeft = false;
  for (let tries = 0; tries < 3; tries++) await expect(save(updates)).rejects.toThrow('ENOSPC');
  expect(lines).toEqual(['the disk refuses changes, so faxes do not go on: ENOSPC: no space left']);
  room.isLeft = true;
  await save(updates);
  await save(updates);
  expect(lines.slice(1)).toEqual(['the disk saves changes again, and faxes go on']);
});
