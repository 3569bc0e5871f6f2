import type { Clock } from '../../model/domain/clock.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { attemptTaskName } from '../../model/domain/webhook.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import { Memory, Table } from '../../store/memory/memory.ts';
import type { InjectedFault } from './injected-fault.ts';

/** Tasks by id, with their due times in ms on the world's clock. */
export type ScheduledTasks = Table<number, { readonly at: number; readonly task: Task }>;

interface DueTasksOptions {
  readonly clock: Pick<Clock, 'schedule' | 'isHeld'>;
  /** The unfinished tasks; those of an earlier world can be planned unchanged. */
  readonly scheduledTasks?: ScheduledTasks;
}

/**
 * Tasks that wait for their time. Tasks of one instant begin together, ordered by id, because the order of planning can
 * depend on a receiver's speed. A clock that holds named plans begins each task alone.
 */
export class DueTasks {
  readonly #clock: DueTasksOptions['clock'];
  readonly #begin: (tasks: readonly Task[]) => Promise<void>;
  readonly #planned: ScheduledTasks;
  readonly #due = new Map<number, Task[]>();

  constructor(
    { clock, scheduledTasks = new Table(new Memory()) }: DueTasksOptions,
    begin: (tasks: readonly Task[]) => Promise<void>,
  ) {
    this.#clock = clock;
    this.#planned = scheduledTasks;
    this.#begin = begin;
  }

  #plan(at: number, task: Task): void {
    this.note(at, task);
    if (this.#clock.isHeld) {
      this.#clock.schedule(at, () => this.#begin([task]), attemptTaskName(task.id));
      return;
    }
    const due = this.#due.get(at);
    if (due === undefined) {
      this.#due.set(at, [task]);
      this.#clock.schedule(at, () => this.#begin(this.#take(at)));
    } else due.push(task);
  }

  /** Plans the next attempt of a delivery, by default at its `dueAt`. Without a time, the task is done. */
  planNext({ dueAt }: Delivery, task: Task, at = dueAt): void {
    if (at === null) this.#planned.delete(task.id);
    else this.#plan(at, task);
  }

  /** Stores a new version of a task, without planning it. */
  note(at: number, task: Task): void {
    this.#planned.set(task.id, { at, task });
  }

  /** The unfinished task with this id. */
  taskOf({ id }: Pick<Task, 'id'>) {
    return this.#planned.get(id);
  }

  #take(at: number): readonly Task[] {
    const due = this.#due.get(at) ?? [];
    this.#due.delete(at);
    return due.toSorted((a, b) => a.id - b.id);
  }
}

/** A delivery that waits for its time. */
export interface Task {
  readonly id: number;
  /** Fax as last known, for the case that it is deleted; undefined after a restart. */
  readonly fax: Fax | undefined;
  /** The number of consecutive failures to try or to record the delivery. */
  readonly faults: number;
  /** The fault that a scenario injects into its next attempt; undefined before the rules were matched. */
  readonly injected?: InjectedFault | null;
  /** True for a copy of a delivery, which no rule copies again. A restart forgets this. */
  readonly isCopy?: boolean;
}
