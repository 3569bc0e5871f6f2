import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorldClock } from './domain/world-clock.ts';

const fileName = 'clock.json';
const heartbeatMs = 3000;

/**
 * Keeps the time of a world's clock in its folder, so that it does not go back at a restart: a clock can be moved far ahead,
 * or run fast. Written every few real seconds, after the clock was moved, and at the end.
 */
export class SavedTime {
  readonly #file: string;
  readonly #clock: WorldClock;
  readonly #heartbeat: NodeJS.Timeout;
  #writing: Promise<void> = Promise.resolve();

  private constructor(folder: string, clock: WorldClock) {
    this.#file = join(folder, fileName);
    this.#clock = clock;
    this.#heartbeat = setInterval(() => void this.save().catch(() => undefined), heartbeatMs).unref();
  }

  /** Sets the clock to no earlier than the time that was saved, or than `latest`. */
  static async open(folder: string, { clock, latest }: { clock: WorldClock; latest: number }): Promise<SavedTime> {
    const text = await readFile(join(folder, fileName), 'utf8').catch(() => '');
    const saved = Number(/^{"version":1,"now":(\d{1,15})}$/.exec(text)?.[1] ?? NaN);
    clock.notBefore(Math.max(latest, Number.isNaN(saved) ? -Infinity : saved));
    return new SavedTime(folder, clock);
  }

  /** Resolves once the time is on disk; one write after the other. */
  save(): Promise<void> {
    const write = async (): Promise<void> => {
      const unfinished = `${this.#file}.unfinished`;
      await writeFile(unfinished, `{"version":1,"now":${Math.ceil(this.#clock.now())}}`);
      await rename(unfinished, this.#file);
    };
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.save();
  }
}
