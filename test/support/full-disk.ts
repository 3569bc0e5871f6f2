import type { Disk } from '../../src/store/memory/store.ts';

/** A disk that refuses every change while no room is left. */
export function limitedDisk() {
  const room = { isLeft: true };
  const disk: Disk = {
    save: (updates) =>
      room.isLeft || updates.length === 0 ? Promise.resolve() : Promise.reject(new Error('ENOSPC: no space left')),
  };
  return { room, disk };
}
