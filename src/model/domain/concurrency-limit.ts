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
    const place = await this.enter(key);
    try {
      return await task();
    } finally {
      place.leave();
    }
  }

  /** Resolves once a task of the key may run. */
  enter(key: string): Promise<Place> {
    const group = this.#groups.get(key) ?? { running: 0, waiting: [], admitted: 0 };
    this.#groups.set(key, group);
    const place = new Place(group, () => this.#leave(key, group));
    return new Promise((resolve) => {
      group.waiting.push(() => resolve(place));
      this.#admit();
      place.isLate = isAwaited(group);
    });
  }

  #leave(key: string, group: Group): void {
    group.running -= 1;
    this.#running -= 1;
    if (group.running === 0 && !isAwaited(group)) this.#groups.delete(key);
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
      const [, group] = entry;
      if (isAwaited(group) && group.running < this.#perKey) return entry;
    }
    return undefined;
  }
}

const isAwaited = ({ waiting, admitted }: Group): boolean => admitted < waiting.length;

/** The place of a task among those that run. */
export class Place {
  /** Whether the task had to wait for it. */
  isLate = false;
  /** Ends the task. */
  readonly leave: () => void;
  readonly #group: Group;

  constructor(group: Group, leave: () => void) {
    this.#group = group;
    this.leave = leave;
  }

  /** Whether another task of the key waits for a place. */
  get isAwaited(): boolean {
    return isAwaited(this.#group);
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
