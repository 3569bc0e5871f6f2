import type { Cancel } from './clock.ts';
import type { SystemClock } from './system-clock.ts';

/** Work that can take seconds: a move of a clock, a start from a data directory, an import, a sweep. */
export const workKinds = ['clock', 'start', 'import', 'sweep'] as const;
export type WorkKind = (typeof workKinds)[number];

/** The unit in which work is counted: ms of a world clock, files of a directory, records, or runs of a program. */
export const workUnits = ['ms', 'files', 'records', 'runs'] as const;
export type WorkUnit = (typeof workUnits)[number];

/** The progress of work. */
export interface Reached {
  /** The number of units that are done. */
  readonly done: number;
  /** The number of units in all; null while it is unknown. */
  readonly total: number | null;
  /** The time that the world clock shows, in ms; undefined for other work. */
  readonly worldTime?: number | undefined;
  /** The number of events in a move of a clock so far; undefined for other work. */
  readonly events?: number | undefined;
}

interface Task {
  readonly kind: WorkKind;
  /** The id of the world; null for work of the whole simulator. */
  readonly world: string | null;
  readonly unit: WorkUnit;
  /** Returns how far the work is at this moment. */
  readonly reached: () => Reached;
}

/** Work that runs. */
export interface RunningWork extends Reached, Pick<Task, 'kind' | 'world' | 'unit'> {
  /** Counts the work of this simulator from 1. */
  readonly id: number;
  /** Real time at which it began, in ms. */
  readonly since: number;
  /** The time since then, in real ms. */
  readonly ageMs: number;
}

/** A change of long work: `started` comes once work has run for a while, and `ended` only after `started`. */
export type WorkChange = 'started' | 'ended';

/** Real ms after which work counts as long. */
export const longAfterMs = 250;

/** The running work of a simulator. Work reports its progress only when asked, so that it costs nothing otherwise. */
export class LongWork {
  readonly #systemClock: SystemClock;
  readonly #running = new Map<number, Task & { readonly since: number }>();
  /** The ids of work that has become long. */
  readonly #long = new Set<number>();
  readonly #watchers = new Set<(task: Pick<Task, 'kind' | 'world'>, change: WorkChange) => void>();
  #lastId = 0;

  constructor(systemClock: SystemClock) {
    this.#systemClock = systemClock;
  }

  /** The oldest first. */
  get running(): readonly RunningWork[] {
    const now = this.#systemClock.now();
    return [...this.#running].map(([id, { kind, world, unit, since, reached }]) => {
      const { done, total, worldTime, events } = reached();
      return { id, kind, world, unit, done, total, worldTime, events, since, ageMs: Math.max(0, now - since) };
    });
  }

  /** Lists a task as running until `work` has settled. */
  async during<T>(task: Task, work: () => Promise<T>): Promise<T> {
    const id = ++this.#lastId;
    this.#running.set(id, { ...task, since: this.#systemClock.now() });
    const cancel: Cancel = this.#systemClock.wake(longAfterMs, () => {
      this.#long.add(id);
      this.#tell(task, 'started');
    });
    try {
      return await work();
    } finally {
      cancel();
      this.#running.delete(id);
      if (this.#long.delete(id)) this.#tell(task, 'ended');
    }
  }

  /** Calls back when long work has started or ended. */
  watch(watcher: (task: Pick<Task, 'kind' | 'world'>, change: WorkChange) => void): void {
    this.#watchers.add(watcher);
  }

  #tell(task: Task, change: WorkChange): void {
    for (const watcher of this.#watchers) watcher(task, change);
  }
}
