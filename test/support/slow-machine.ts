import { setImmediate as turn } from 'node:timers/promises';
import type { Documents } from '../../src/documents/documents.ts';
import type { SystemClock } from '../../src/model/domain/system-clock.ts';
import type { Disk } from '../../src/store/memory/store.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import { standstill } from './clock.ts';

const tickMs = 7;

interface Alarm {
  readonly at: number;
  readonly work: () => void;
}

/** A machine with late timers, on which work takes time. Its time passes only by `pass`, the same in every run. */
export class SlowMachine implements SystemClock {
  readonly #lateMs: number;
  #now = Date.parse('2026-11-20T12:00:00Z');
  #alarms: readonly Alarm[] = [];
  readonly #working = new Set<Promise<unknown>>();

  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  now(): number {
    return this.#now;
  }

  wake(afterMs: number, work: () => void): () => void {
    if (afterMs <= 0) return standstill.wake(0, work);
    const alarm = { at: this.#now + afterMs + this.#lateMs, work };
    this.#alarms = [...this.#alarms, alarm];
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  /** Work that takes so many ms on this machine, however long it really takes. */
  async takes<T>(ms: number, work: Promise<T>): Promise<T> {
    const later = new Promise<void>((resolve) => this.wake(ms, resolve));
    const settled = Promise.allSettled([work]);
    this.#working.add(settled);
    await later;
    this.#working.delete(settled);
    return work;
  }

  get isWorking(): boolean {
    return this.#working.size > 0;
  }

  /** Lets time go by, with all that falls due. */
  async pass(ms: number): Promise<void> {
    for (const until = this.#now + ms; this.#now < until;) {
      await Promise.all(this.#working);
      await turn();
      this.#now = Math.min(this.#now + tickMs, until);
      const due = this.#alarms.filter(({ at }) => at <= this.#now);
      this.#alarms = this.#alarms.filter(({ at }) => at > this.#now);
      for (const { work } of due) work();
    }
    await Promise.all(this.#working);
    await turn();
  }

  /** Lets time go by until a call has its answer. */
  async during<T>(call: PromiseLike<T>): Promise<T> {
    const waiting = new AbortController();
    const done = Promise.resolve(call).finally(() => waiting.abort());
    while (!waiting.signal.aborted) await this.pass(tickMs);
    return done;
  }

  /** A disk on which a save takes so long. */
  disk(ms: number): Disk {
    return { save: () => this.takes(ms, Promise.resolve()) };
  }

  /** Documents whose conversion takes so long. */
  documents(ms: number, documents: Documents): Documents {
    return {
      ...documents,
      convert: (inputs) => this.takes(ms, documents.convert(inputs)),
      until: (signal) => this.documents(ms, documents.until(signal)),
    };
  }

  /** A receiver of webhooks that answers after so long. */
  post(ms: number, post: Post): Post {
    return (request, signal) => this.takes(ms, post(request, signal));
  }
}
