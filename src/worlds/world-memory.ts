import { Occurrences } from '../domain/occurrences.ts';
import { Undoable, UndoableMap } from '../domain/undo.ts';
import { History } from '../history/history.ts';
import type { TrafficPlan } from '../operations/traffic.ts';
import { ScenarioState } from '../scenarios/scenario-state.ts';
import type { ScheduledTask } from '../webhooks/due-tasks.ts';
import type { Task } from '../webhooks/task.ts';
import { RateLimits } from './rate-limits.ts';

/**
 * The memory of a world beside its records. Every change can be undone: a rewound world is a new one, with the memory
 * of the former world.
 */
export class WorldMemory {
  readonly history: History;
  readonly scenarios: ScenarioState;
  /** How often each request has come. */
  readonly requests: Occurrences;
  readonly rates: RateLimits;
  /** The deliveries that wait, by their ids. */
  readonly deliveries: UndoableMap<number, ScheduledTask<Task>>;
  readonly traffic: Undoable<TrafficPlan | undefined>;

  constructor(options: Omit<ConstructorParameters<typeof History>[0], 'takeBackKey'>) {
    const takeBackKey = (key: string): void => this.requests.forgetLast(key);
    const history = new History({ ...options, takeBackKey });
    this.history = history;
    this.scenarios = new ScenarioState(history);
    this.requests = new Occurrences(history, { notes: history });
    this.rates = new RateLimits(history);
    this.deliveries = new UndoableMap(history);
    this.traffic = new Undoable<TrafficPlan | undefined>(undefined, history);
  }
}
