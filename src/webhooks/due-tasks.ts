import type { Clock } from '../domain/clock.ts';

/**
 * Tasks that wait for their time, in ms on the world's clock. Those of one instant begin together, in the order of their
 * ids: which of them was planned first can depend on how fast a receiver was.
 */
export class DueTasks<T extends { readonly id: number }> {
  readonly #clock: Pick<Clock, 'schedule'>;
  readonly #begin: (tasks: readonly T[]) => Promise<void>;
  readonly #planned = new Map<number, T[]>();

  constructor(clock: Pick<Clock, 'schedule'>, begin: (tasks: readonly T[]) => Promise<void>) {
    this.#clock = clock;
    this.#begin = begin;
  }

  plan(at: number, task: T): void {
    const planned = this.#planned.get(at);
    if (planned === undefined) {
      this.#planned.set(at, [task]);
      this.#clock.schedule(at, () => this.#begin(this.#take(at)));
    } else planned.push(task);
  }

  #take(at: number): readonly T[] {
    const planned = this.#planned.get(at) ?? [];
    this.#planned.delete(at);
    return planned.toSorted((a, b) => a.id - b.id);
  }
}
