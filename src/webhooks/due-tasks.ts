import type { Clock } from '../domain/clock.ts';
import { UndoableMap, noUndo } from '../domain/undo.ts';

/** A task with the time that it waits for, in ms on the world's clock. */
export interface ScheduledTask<T> {
  readonly at: number;
  readonly task: T;
}

interface DueTasksOptions<T> {
  readonly clock: Pick<Clock, 'schedule' | 'isHeld'>;
  /** The name of its plan on the clock. */
  readonly nameOf: (task: T) => string;
  /** The tasks that are not done, by their ids: of an earlier world, they can be planned as they were. */
  readonly scheduledTasks?: UndoableMap<number, ScheduledTask<T>>;
}

/**
 * Tasks that wait for their time, in ms on the world's clock. Those of one instant begin together, in the order of
 * their ids. Their planning order can depend on the speed of a receiver. A clock that holds named plans begins each
 * alone.
 */
export class DueTasks<T extends { readonly id: number }> {
  readonly #clock: Pick<Clock, 'schedule' | 'isHeld'>;
  readonly #nameOf: (task: T) => string;
  readonly #begin: (tasks: readonly T[]) => Promise<void>;
  readonly #planned: UndoableMap<number, ScheduledTask<T>>;
  readonly #due = new Map<number, T[]>();

  constructor(
    { clock, nameOf, scheduledTasks = new UndoableMap(noUndo) }: DueTasksOptions<T>,
    begin: (tasks: readonly T[]) => Promise<void>,
  ) {
    this.#clock = clock;
    this.#nameOf = nameOf;
    this.#planned = scheduledTasks;
    this.#begin = begin;
  }

  plan(at: number, task: T): void {
    this.note(at, task);
    if (this.#clock.isHeld) {
      this.#clock.schedule(at, () => this.#begin([task]), this.#nameOf(task));
      return;
    }
    const due = this.#due.get(at);
    if (due === undefined) {
      this.#due.set(at, [task]);
      this.#clock.schedule(at, () => this.#begin(this.#take(at)));
    } else due.push(task);
  }

  /** Keeps a task in its present form, without planning it. */
  note(at: number, task: T): void {
    this.#planned.set(task.id, { at, task });
  }

  /** The task of this id that is not done. */
  taskOf({ id }: { readonly id: number }): ScheduledTask<T> | undefined {
    return this.#planned.get(id);
  }

  /** The task is done. */
  forget({ id }: T): void {
    this.#planned.delete(id);
  }

  #take(at: number): readonly T[] {
    const due = this.#due.get(at) ?? [];
    this.#due.delete(at);
    return due.toSorted((a, b) => a.id - b.id);
  }
}
