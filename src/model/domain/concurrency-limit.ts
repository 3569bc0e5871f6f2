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
    const leave = await this.enter(key);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** Resolves once a task of the key may run, with the function that ends it. */
  enter(key: string): Promise<() => void> {
    return new Promise((resolve) => {
      const admit = (): void => resolve(() => this.#leave(key));
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
      if (this.#groups.size > 1) this.#groups.delete(key);
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
