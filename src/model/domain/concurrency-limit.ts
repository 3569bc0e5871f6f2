interface Group<S> {
  running: number;
  /** The running tasks, the earliest first. */
  readonly places: Set<TaskPlace<S>>;
  /** The number of tasks that have ended. */
  ended: number;
  waiting: (() => void)[];
  /** The number of entries of `waiting` that have started. */
  admitted: number;
  shared: S | undefined;
}

/** Something that the tasks of a key share. */
interface Shared {
  close(): void;
}

interface Limits {
  /** The limit of all tasks that run at the same time. */
  readonly overall: number;
  /** Limit of the tasks with the same key. Default: as many as overall. */
  readonly perKey?: number;
}

/** Limits the tasks that run at the same time, overall and per key. Keys take turns; tasks of one key start in order of arrival. */
export class ConcurrencyLimit<S extends Shared = Shared> {
  readonly #overall: number;
  readonly #perKey: number;
  readonly #open: (() => S) | undefined;
  readonly #groups = new Map<string, Group<S>>();
  #running = 0;

  /** `open` creates the object that the tasks of a key share. It is closed when no task of the key runs or waits. */
  constructor({ overall, perKey = overall }: Limits, open?: () => S) {
    this.#overall = overall;
    this.#perKey = perKey;
    this.#open = open;
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
  enter(key: string): Promise<TaskPlace<S>> {
    const group = this.#groups.get(key) ?? newGroup<S>();
    this.#groups.set(key, group);
    const leave = (): void => {
      group.places.delete(place);
      this.#leave(key, group);
    };
    const place = new TaskPlace(group, leave, this.#open);
    return new Promise((resolve) => {
      group.waiting.push(() => {
        place.begin();
        resolve(place);
      });
      this.#admit();
      place.isLate = isAwaited(group);
    });
  }

  #leave(key: string, group: Group<S>): void {
    group.running -= 1;
    group.ended += 1;
    this.#running -= 1;
    if (group.running === 0 && !isAwaited(group)) {
      this.#groups.delete(key);
      group.shared?.close();
    }
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

  #nextGroup(): [string, Group<S>] | undefined {
    for (const entry of this.#groups) {
      const [, group] = entry;
      if (isAwaited(group) && group.running < this.#perKey) return entry;
    }
    return undefined;
  }
}

const newGroup = <S>(): Group<S> => ({
  running: 0,
  places: new Set<TaskPlace<S>>(),
  ended: 0,
  waiting: [],
  admitted: 0,
  shared: undefined,
});

/** How many later tasks may end before a running one. If more do, the running one is probably waiting for a later one. */
const overtakersMax = 64;

const isAwaited = ({ waiting, admitted }: Group<unknown>): boolean => admitted < waiting.length;

/** The place of a task among those that run. */
export class TaskPlace<S> {
  /** Whether the task had to wait for its place. */
  isLate = false;
  /** Ends the task. */
  readonly leave: () => void;
  readonly #group: Group<S>;
  #endedBefore = 0;
  readonly #open: (() => S) | undefined;

  constructor(group: Group<S>, leave: () => void, open: (() => S) | undefined) {
    this.#group = group;
    this.leave = leave;
    this.#open = open;
  }

  begin(): void {
    this.#endedBefore = this.#group.ended;
    this.#group.places.add(this);
  }

  /** Whether an earlier task still runs although many later ones have ended: it may be waiting for this one. */
  get overtakes(): boolean {
    const [oldest] = this.#group.places;
    return oldest !== undefined && oldest !== this && this.#group.ended - oldest.#endedBefore > overtakersMax;
  }

  /** Whether another task of the key waits for a place. */
  get isAwaited(): boolean {
    return isAwaited(this.#group);
  }

  /** The object that the tasks of the key share, created at its first use. */
  get shared(): S | undefined {
    return (this.#group.shared ??= this.#open?.());
  }
}

/** Removes admitted entries only now and then: `shift` would move ten thousand others each time. */
function takeFirst(group: Group<unknown>): (() => void) | undefined {
  const first = group.waiting[group.admitted];
  group.admitted += 1;
  if (group.admitted >= 1000 || group.admitted === group.waiting.length) {
    group.waiting = group.waiting.slice(group.admitted);
    group.admitted = 0;
  }
  return first;
}
