import type { Cancel, Clock } from './clock.ts';

/** A plan without its time. */
export type Work = () => void | Promise<void>;

interface Means {
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
export class NamedPlans implements Pick<Clock, 'isHeld' | 'noteProgress'> {
  readonly #means: Means;
  #tell: ((name: string) => void) | undefined;
  #held: Map<string, { readonly at: number; readonly work: Work }> | undefined;
  #added = 0;

  constructor(means: Means) {
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
    return this.#held !== undefined;
  }

  /** How many plans it has been given since it holds them. */
  get added(): number {
    return this.#added;
  }

  /** From now on, plans wait for `begin`. */
  hold(): void {
    this.#held ??= new Map();
  }

  /** Holds a plan. A later one of the same name takes its place. Undefined: plans are not held, or it has no name. */
  add(name: string | undefined, at: number, work: Work): Cancel | undefined {
    const held = this.#held;
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
    const plan = this.#held?.get(name);
    this.#held?.delete(name);
    return plan && this.#means.run(plan.work);
  }

  /** Plans what is held for its time again, or for the next instant where that has passed. */
  release(): void {
    const held = this.#held?.values() ?? [];
    this.#held = undefined;
    for (const { at, work } of held) this.#means.schedule(Math.max(at, this.#means.now() + 1), work);
  }
}
