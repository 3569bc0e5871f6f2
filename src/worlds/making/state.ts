import type { Account } from '../../model/domain/account.ts';
import { blobsOf } from '../../model/domain/fax.ts';
import type { FixtureName } from '../../model/domain/fixture-name.ts';
import type { PaceName } from '../../model/domain/pace.ts';
import type { AccountChange } from '../../model/settings/settings.ts';
import { ScenarioState } from '../../scenarios/active-scenario.ts';
import type { SwitchedOn } from '../../scenarios/active-scenario.ts';
import type { TrafficPlan } from '../../service/operations/traffic.ts';
import type { ScheduledTasks } from '../../service/webhooks/due-tasks.ts';
import { Cell, Memory, Occurrences, Table } from '../../store/memory/memory.ts';
import type { StoreSnapshot } from '../../store/memory/snapshot.ts';
import type { History } from '../history/history.ts';
import type { Journal } from '../journal/journal.ts';
import { RateLimits } from '../../scenarios/quotas.ts';

/** The whole state of a world at a moment, except most of its blobs. Worlds share the unchanged parts. */
export interface WorldState {
  readonly store: StoreSnapshot;
  /** The time of the clock, in ms; undefined for the current real time. */
  readonly time: number | undefined;
  /** Simulated ms for each real one. */
  readonly speed: number;
  /** The active scenarios, by precedence. */
  readonly scenarios: readonly SwitchedOn[];
  /** Files of a fixture that its records name, and that may not be stored yet. */
  readonly blobs?: ReadonlyMap<string, Uint8Array> | undefined;
  /** The seed of all random draws in the world. */
  readonly seed: number;
  readonly pace: PaceName;
  /** The next fax of the traffic; undefined if it follows from the time. */
  readonly traffic?: TrafficPlan | undefined;
  /** The fixture that makes this state; undefined for other states. */
  readonly origin?: WorldOrigin | undefined;
  /** The past of a rewound world; undefined for a new one. */
  readonly past?: WorldPast | undefined;
}

/** The parts of a world that the rewound one continues. */
export interface WorldPast {
  readonly start: WorldStart;
  readonly memory: WorldMemory;
  /** Everything that went into it. */
  readonly history: History;
  /** The journal of its requests. */
  readonly journal: Journal;
}

/** How the first world of a past began. */
export interface WorldStart extends Pick<WorldState, 'speed' | 'scenarios' | 'origin'> {
  /** Instant in ms on its clock. */
  readonly time: number;
  readonly account: Account;
}

/** The fixture from which the records of a world can be made again, with its seed. */
export interface WorldOrigin {
  readonly fixture: FixtureName;
  /** The number of faxes in the fixture `large`. */
  readonly fixtureSize: number;
  /** The moment that the data leads up to, in ms. */
  readonly dataTime: number;
  /** The changes to the account of the fixture. */
  readonly account: AccountChange;
}

/** The names of the files that the faxes of a snapshot need. */
export const blobsIn = ({ collections }: StoreSnapshot): Set<string> =>
  new Set([...collections.faxes.values()].flatMap(blobsOf));

/** The tables of a world's memory. A rewound world is a new one, with the tables of the former world. */
export class WorldMemory {
  readonly memory = new Memory();
  readonly scenarios = new ScenarioState(this.memory);
  /** The number of times that each request has come. */
  readonly requests = new Occurrences(this.memory);
  readonly rates = new RateLimits(this.memory);
  /** The waiting deliveries by id. */
  readonly deliveries: ScheduledTasks = new Table(this.memory);
  readonly traffic = new Cell<TrafficPlan | undefined>(this.memory, undefined);

  constructor(traffic?: TrafficPlan) {
    this.traffic.value = traffic;
  }
}
