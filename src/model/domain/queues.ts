/**
 * Lets works of one instant prepare in parallel and finish in the order of their beginnings. Otherwise work in real
 * time (a conversion, a post) would decide the order of ids and records, and runs would differ.
 */
export class OrderedFinish {
  /** The latest work of each instant; settled once that work has begun to finish. */
  readonly #latest = new Map<number, Promise<unknown>>();

  /**
   * Calls `finish` with the prepared value, after all works that began earlier at this instant (in ms) have called
   * theirs. The others need not have settled: the part of `finish` before its first `await` is in order. Rejects as
   * either of the two does.
   */
  async run<T, R>(instant: number, preparing: Promise<T>, finish: (prepared: T) => R | Promise<R>): Promise<R> {
    const mine = this.#finishAfter(this.#latest.get(instant), preparing, finish);
    this.#latest.set(instant, mine);
    try {
      return await (
        await mine
      ).result;
    } finally {
      if (this.#latest.get(instant) === mine) this.#latest.delete(instant);
    }
  }

  /** The result is in an object, since a promise of a promise would have the next work wait for both. */
  async #finishAfter<T, R>(
    earlier: Promise<unknown> | undefined,
    preparing: Promise<T>,
    finish: (prepared: T) => R | Promise<R>,
  ): Promise<{ readonly result: R | Promise<R> }> {
    const [, prepared] = await Promise.allSettled([earlier, preparing]);
    if (prepared.status === 'rejected') throw prepared.reason;
    return { result: finish(prepared.value) };
  }
}

interface Group {
  running: number;
  waiting: (() => void)[];
  /** The number of entries of `waiting` that have started. */
  admitted: number;
}

interface Limits {
  /** Tasks that run at the same time. */
  readonly overall: number;
  /** Limit of the tasks with the same key. Default: as many as overall. */
  readonly perKey?: number;
}

/** Limits the tasks that run at the same time, overall and per key. Keys take turns; tasks of one key start in order of arrival. */
export class ConcurrencyLimit {
  readonly #overall: number;
  readonly #perKey: number;
  readonly #groups = new Map<string, Group>();
  #running = 0;

  constructor({ overall, perKey = overall }: Limits) {
    this.#overall = overall;
    this.#perKey = perKey;
  }

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    await this.#enter(key);
    try {
      return await task();
    } finally {
      this.#leave(key);
    }
  }

  #enter(key: string): Promise<void> {
    return new Promise((admit) => {
      const group = this.#groups.get(key) ?? { running: 0, waiting: [], admitted: 0 };
      this.#groups.set(key, group);
      group.waiting.push(admit);
      this.#admit();
    });
  }

  #leave(key: string): void {
    const group = this.#groups.get(key);
    if (group === undefined) return;
    group.running -= 1;
    this.#running -= 1;
    if (group.running === 0 && group.waiting.length === group.admitted) this.#groups.delete(key);
    this.#admit();
  }

  #admit(): void {
    while (this.#running < this.#overall) {
      const next = this.#nextGroup();
      if (next === undefined) return;
      const [key, group] = next;
      // Moves the group to the end of the map: the other keys go first next time.
      this.#groups.delete(key);
      this.#groups.set(key, group);
      group.running += 1;
      this.#running += 1;
      takeFirst(group)?.();
    }
  }

  #nextGroup(): [string, Group] | undefined {
    for (const entry of this.#groups) {
      const [, { waiting, admitted, running }] = entry;
      if (admitted < waiting.length && running < this.#perKey) return entry;
    }
    return undefined;
  }
}

/** Removes admitted entries only now and then: `shift` would move ten thousand others each time. */
function takeFirst(group: Group): (() => void) | undefined {
  const first = group.waiting[group.admitted];
  group.admitted += 1;
  if (group.admitted >= 1000 || group.admitted === group.waiting.length) {
    group.waiting = group.waiting.slice(group.admitted);
    group.admitted = 0;
  }
  return first;
}

/** Runs the tasks of one key one after the other, in order of arrival, and those of different keys in parallel. */
export class KeyedQueue {
  readonly #last = new Map<number, Promise<void>>();

  async run(key: number, work: () => Promise<void>): Promise<void> {
    const earlier = this.#last.get(key);
    const mine = earlier === undefined ? work() : earlier.then(work, work);
    this.#last.set(key, mine);
    try {
      await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
