import type { Cancel, Clock, Work } from './clock.ts';

/** Work that is planned for a time in ms. The work is called with the subject. */
export interface Plan {
  readonly at: number;
  readonly work: Work<never>;
  readonly subject?: unknown;
}

/**
 * A binary heap of planned tasks, by time and then by order of planning. Each property has an array of its own, because a plan as
 * an object takes a hundred bytes more, and each fax on its way has one.
 */
export class TaskHeap {
  readonly #times: number[] = [];
  readonly #orders: number[] = [];
  readonly #works: Work<never>[] = [];
  readonly #subjects: unknown[] = [];
  #planned = 0;

  /** The time of the earliest plan; undefined when there is none. */
  get next(): number | undefined {
    return this.#times[0];
  }

  /** The number of plans added so far. */
  get planned(): number {
    return this.#planned;
  }

  /** Returns the number of the plan, with which it can be removed. */
  add({ at, work, subject }: Plan): number {
    const order = this.#planned++;
    this.#times.push(at);
    this.#orders.push(order);
    this.#works.push(work);
    this.#subjects.push(subject);
    this.#rise(this.#times.length - 1);
    return order;
  }

  /** Removes a plan; does nothing if the plan was taken already. Searches through all plans. */
  remove(order: number): void {
    const index = this.#orders.indexOf(order);
    if (index >= 0) this.#takeAt(index);
  }

  /** Takes the plans of the earliest time, if that is not after `until`; at most `most` of them. */
  takeEarliest(until: number, most = Infinity): Plan[] {
    const at = this.next;
    if (at === undefined || at > until) return [];
    const plans: Plan[] = [];
    while (this.next === at && plans.length < most) {
      const plan = this.#takeAt(0);
      if (plan !== undefined) plans.push(plan);
    }
    return plans;
  }

  #takeAt(index: number): Plan | undefined {
    this.#swap(index, this.#times.length - 1);
    const at = this.#times.pop();
    const work = this.#works.pop();
    const subject = this.#subjects.pop();
    this.#orders.pop();
    this.#rise(index);
    this.#sink(index);
    return at === undefined || work === undefined ? undefined : { at, work, subject };
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >>> 1;
      if (!this.#isEarlier(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1;
      const child = this.#isEarlier(left + 1, left) ? left + 1 : left;
      if (!this.#isEarlier(child, at)) return;
      this.#swap(child, at);
      at = child;
    }
  }

  #swap(one: number, other: number): void {
    swap(this.#times, one, other);
    swap(this.#orders, one, other);
    swap(this.#works, one, other);
    swap(this.#subjects, one, other);
  }

  #isEarlier(one: number, other: number): boolean {
    const a = this.#times[one];
    const b = this.#times[other];
    if (a === undefined || b === undefined) return a !== undefined;
    return a < b || (a === b && (this.#orders[one] ?? 0) < (this.#orders[other] ?? 0));
  }
}

function swap(list: unknown[], one: number, other: number): void {
  const kept = list[one];
  list[one] = list[other];
  list[other] = kept;
}

interface AgendaTimer {
  /** The time in ms on the clock. */
  now(): number;
  schedule(plan: Plan): void;
  /** Begins the work of a plan, and resolves when it is done. */
  run(plan: Plan): Promise<void>;
}

/**
 * The work that a world does by itself, in named plans. A replay holds all plans back, and begins each one at its moment in the
 * session.
 */
export class NamedTasks implements Pick<Clock, 'isHeld' | 'noteProgress'> {
  readonly #means: AgendaTimer;
  #tell: ((name: string) => void) | undefined;
  #heldPlans: Map<string, Plan> | undefined;
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

  /** The number of plans added since `hold`. */
  get added(): number {
    return this.#added;
  }

  /** Holds back all plans from now on: each waits for `begin`. */
  hold(): void {
    this.#heldPlans ??= new Map();
  }

  /**
   * Holds back a plan; it replaces an earlier one of the same name. Returns undefined if plans are not held back, or the plan has
   * no name.
   */
  add(name: string | undefined, plan: Plan): Cancel | undefined {
    const held = this.#heldPlans;
    if (name === undefined || held === undefined) return undefined;
    held.set(name, plan);
    this.#added += 1;
    return () => {
      if (held.get(name) === plan) held.delete(name);
    };
  }

  /** Begins the held plan of a name now. Resolves when its work is done; undefined if there is no such plan. */
  begin(name: string): Promise<void> | undefined {
    const plan = this.#heldPlans?.get(name);
    this.#heldPlans?.delete(name);
    return plan && this.#means.run(plan);
  }

  /** Plans all held work again: for its time, or for the next instant if its time has passed. */
  release(): void {
    const held = this.#heldPlans?.values() ?? [];
    this.#heldPlans = undefined;
    for (const { at, work, subject } of held)
      this.#means.schedule({ at: Math.max(at, this.#means.now() + 1), work, subject });
  }
}
