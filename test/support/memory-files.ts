import type { OpenFile } from '../../src/store/disk/json-files.ts';

/** Files that exist in memory only, and that tell what was done to them. */
export class MemoryFiles {
  readonly texts = new Map<string, string>();
  /** The files that were written, in order, once for each write that began. */
  readonly writes: string[] = [];
  /** Set: writes of files whose name contains it are refused, as by a full disk. */
  refuse: string | undefined;
  /** Set: each write waits for it before it takes effect. */
  gate: Promise<void> | undefined;

  readonly open: OpenFile = (file) => ({
    read: () => {
      const text = this.texts.get(file);
      return Promise.resolve(text === undefined ? null : Buffer.from(text));
    },
    write: async (text) => {
      this.writes.push(file);
      await this.gate;
      if (this.refuse !== undefined && file.includes(this.refuse)) throw new Error('ENOSPC: no space left on device');
      this.texts.set(file, text);
    },
  });
}
