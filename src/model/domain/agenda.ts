import type { Cancel, Clock } from './clock.ts';

/** A plan without its time. */
export type Work = () => void | Promise<void>;

/** Something planned for a time in ms. */
export interface PlannedWork {
  readonly at: number;
  readonly work: Work;
}

interface AgendaEntry extends PlannedWork {
  readonly order: number;
  isCancelled: boolean;
}

/** Planned tasks, the earliest first, and those of one time in the order of planning: a binary heap. */
export class TaskHeap {
  readonly #heap: AgendaEntry[] = [];
  #planned = 0;

  /** The time of the earliest plan; undefined when there is none. */
  get next(): number | undefined {
    while (this.#heap[0]?.isCancelled === true) this.#takeFirst();
    return this.#heap[0]?.at;
  }

  /** How many plans it has been given. */
  get planned(): number {
    return this.#planned;
  }

  add({ at, work }: PlannedWork): () => void {
    // A spread would give each object a hidden class of its own, which takes 200 bytes.
    const entry: AgendaEntry = { at, work, order: this.#planned++, isCancelled: false };
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    return () => {
      entry.isCancelled = true;
    };
  }

  /** Takes out all plans of the earliest time, if that is not after `until`. */
  takeEarliest(until: number): PlannedWork[] {
    const at = this.next;
    if (at === undefined || at > until) return [];
    const plans: PlannedWork[] = [];
    while (this.next === at) {
      const entry = this.#takeFirst();
      if (entry !== undefined) plans.push(entry);
    }
    return plans;
  }

  #takeFirst(): AgendaEntry | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last === undefined || last === first) return first;
    this.#heap[0] = last;
    this.#sink(0);
    return first;
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >>> 1;
      if (!this.#swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.#isEarlier(right, left) ? right : left;
      if (!this.#swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const [a, b] = [this.#heap[lower], this.#heap[upper]];
    if (a === undefined || b === undefined || !this.#isEarlier(lower, upper)) return false;
    this.#heap[upper] = a;
    this.#heap[lower] = b;
    return true;
  }

  #isEarlier(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return a !== undefined;
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }
}

interface AgendaTimer {
  /** The time in ms on the clock. */
  now(): number;
  schedule(at: number, work: Work): void;
  /** Begins work, and resolves when it is done. */
  run(work: Work): Promise<void>;
}

/**
 * The work that a world does by itself: each plan has a name. A replay holds all of it back, and begins each plan where it
 * was done in the session.
 */
export class NamedTasks implements Pick<Clock, 'isHeld' | 'noteProgress'> {
  readonly #means: AgendaTimer;
  #tell: ((name: string) => void) | undefined;
  #heldPlans: Map<string, PlannedWork> | undefined;
  #added = 0;

  constructor(means: AgendaTimer) {
    this.#means = means;
  }

  noteProgress(name: string): void {
    this.#tell?.(name);
  }

  /** Calls back when named work changes the world. There is one listener. */
  onProgress(tell: (name: string) => void): void {
    this.#tell = tell;
  }

  get isHeld(): boolean {
    return this.#heldPlans !== undefined;
  }

  /** How many plans it has been given since it holds them. */
  get added(): number {
    return this.#added;
  }

  /** From now on, plans wait for `begin`. */
  hold(): void {
    this.#heldPlans ??= new Map();
  }

  /** Holds a plan. A later one of the same name takes its place. Undefined: plans are not held, or it has no name. */
  add(name: string | undefined, at: number, work: Work): Cancel | undefined {
    const held = this.#heldPlans;
    if (name === undefined || held === undefined) return undefined;
    const plan = { at, work };
    held.set(name, plan);
    this.#added += 1;
    return () => {
      if (held.get(name) === plan) held.delete(name);
    };
  }

  /** Begins the held plan of a name now. Resolves when its work is done; undefined: there is no such plan. */
  begin(name: string): Promise<void> | undefined {
    const plan = this.#heldPlans?.get(name);
    this.#heldPlans?.delete(name);
    return plan && this.#means.run(plan.work);
  }

  /** Plans all held work again: for its time, or for the next instant if its time has passed. */
  release(): void {
    const held = this.#heldPlans?.values() ?? [];
    this.#heldPlans = undefined;
    for (const { at, work } of held) this.#means.schedule(Math.max(at, this.#means.now() + 1), work);
  }
}
