import type { Disk } from '../../src/store/memory/store.ts';

/** A disk whose saves wait until the test settles them; `open` stores all that follow at once. */
export function manualDisk() {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let isOpen = false;
  let arrived: () => void = () => undefined;
  const disk: Disk = {
    save: (updates) =>
      isOpen || updates.length === 0
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            waiting.push({ resolve, reject });
            arrived();
          }),
  };
  return {
    disk,
    /** Resolves once so many saves wait. */
    async saves(count: number): Promise<void> {
      while (waiting.length < count) await new Promise<void>((resolve) => (arrived = resolve));
    },
    store: (nth: number) => waiting[nth]?.resolve(),
    refuse: (nth: number) => waiting[nth]?.reject(new Error('ENOSPC: no space left')),
    open: () => {
      isOpen = true;
    },
  };
}
