import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWholeFile } from '../whole-file.ts';

const fileName = 'clock.json';
const heartbeatMs = 3000;

/**
 * Keeps the time of a world's clock in its folder, so that a restart does not turn it back. A clock can be moved far
 * ahead, or run fast. Written every few real seconds, after the clock was moved, and at the end.
 */
export class SavedTime {
  /** Of the former process, in ms; undefined when there is none. */
  readonly former: number | undefined;
  readonly #file: string;
  readonly #heartbeat: NodeJS.Timeout;
  #clock: { now(): number } | undefined;
  #lastWrite: Promise<void> = Promise.resolve();

  private constructor(file: string, former: number | undefined) {
    this.#file = file;
    this.former = former;
    this.#heartbeat = setInterval(() => void this.save().catch(() => undefined), heartbeatMs).unref();
  }

  static async open(folder: string): Promise<SavedTime> {
    const file = join(folder, fileName);
    const text = await readFile(file, 'utf8').catch(() => '');
    const former = /^{"version":1,"now":(\d{1,15})}$/.exec(text)?.[1];
    return new SavedTime(file, former === undefined ? undefined : Number(former));
  }

  /** Saves the time of this clock from now on. */
  follow(clock: { now(): number }): Promise<void> {
    this.#clock = clock;
    return this.save();
  }

  /** Resolves once the time is on disk; one write after the other. */
  save(): Promise<void> {
    const write = async (): Promise<void> => {
      if (this.#clock === undefined) return;
      const text = `{"version":1,"now":${Math.ceil(this.#clock.now())}}`;
      await writeWholeFile(this.#file, text, `${this.#file}.unfinished`);
    };
    this.#lastWrite = this.#lastWrite.then(write, write);
    return this.#lastWrite;
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.save();
  }
}
