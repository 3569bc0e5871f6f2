import { OpenFiles } from '../../src/store/disk/write-ahead-log.ts';
import type { FileWrites } from '../../src/store/disk/write-ahead-log.ts';
import { openWholeFile } from '../../src/store/disk/json-files.ts';
import type { OpenFile } from '../../src/store/disk/json-files.ts';

type Kind = 'append' | 'cut' | 'part';

/** The end of a write; `killed`: the process ends in the midst of it, and neither it nor a later one ever returns. */
export type Fate = 'done' | 'refused' | 'killed';

/** Real files on a disk that refuses, or that a process is killed over. Of a line that is not appended, a half is. */
export class FaultyFiles {
  /** Every write, by its kind. */
  readonly writes: Kind[] = [];
  /** Resolves when a write is not to return. */
  readonly killed: Promise<'killed'>;
  #kill: (killed: 'killed') => void = () => undefined;
  #isKilled = false;
  readonly #running = new Set<Promise<void>>();
  readonly #files = new OpenFiles();
  fateOf: (kind: Kind, count: number) => Fate = () => 'done';

  constructor() {
    this.killed = new Promise((resolve) => (this.#kill = resolve));
  }

  /** Lets all writes of these kinds be refused. */
  refuse(...kinds: Kind[]): void {
    this.fateOf = (kind) => (kinds.includes(kind) ? 'refused' : 'done');
  }

  /** Ends the process, as far as files are concerned; resolves when they stand still. */
  async kill(): Promise<void> {
    this.#isKilled = true;
    await Promise.allSettled(this.#running);
    this.#files.close();
  }

  /** As the options of a data directory. */
  get options(): { openFile: OpenFile; logWrites: FileWrites } {
    return { openFile: this.#open, logWrites: this.#logWrites };
  }

  readonly #open: OpenFile = (file) => {
    const whole = openWholeFile(file);
    return { read: () => whole.read(), write: (text) => this.#write('part', () => whole.write(text)) };
  };

  readonly #logWrites: FileWrites = {
    write: (file, bytes, position) =>
      this.#write(
        'append',
        () => this.#files.write(file, bytes, position),
        () => this.#files.write(file, bytes.subarray(0, bytes.length / 2), position),
      ),
    truncate: (file, size) => this.#write('cut', () => this.#files.truncate(file, size)),
    close: () => this.#files.close(),
  };

  async #write(kind: Kind, whole: FileWrite, half?: FileWrite): Promise<void> {
    if (this.#isKilled) return never;
    const fate = this.fateOf(kind, this.writes.push(kind));
    if (fate === 'killed') this.#isKilled = true;
    const write = Promise.resolve(fate === 'done' ? whole() : half?.());
    this.#running.add(write);
    await write.finally(() => this.#running.delete(write));
    if (fate === 'refused') throw new Error('ENOSPC: no space left on device');
    if (fate === 'killed') this.#kill('killed');
    if (this.#isKilled) await never;
  }
}

type FileWrite = () => Promise<void> | void;

const never = new Promise<never>(() => undefined);
