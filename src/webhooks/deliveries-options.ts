import type { Clock } from '../domain/clock.ts';
import type { Fax } from '../domain/fax.ts';
import type { OrderedFinish } from '../domain/ordered-finish.ts';
import type { UndoableMap } from '../domain/undo.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { Store } from '../store/store.ts';
import type { Post } from './post.ts';
import type { InjectedFault } from './fault-injection.ts';
import type { ScheduledTask } from './due-tasks.ts';
import type { Task } from './task.ts';

/** The parts of a world that its deliveries use. */
export interface DeliveriesOptions {
  readonly store: Pick<Store, 'account' | 'faxes' | 'phoneNumbers' | 'deliveries' | 'commit' | 'enlist' | 'settled'>;
  readonly clock: Clock;
  /** Orders the changes of one instant: attempts after the steps of faxes that began before them. */
  readonly inTurn?: OrderedFinish;
  /** The PDF of a received fax; undefined when there is none. */
  readonly documentOf: (fax: Fax) => Promise<Uint8Array | undefined>;
  readonly post: Post;
  /** Called with errors of the simulator itself, such as a disk that refuses a write. */
  readonly onFault: (fault: unknown) => void;
  /** The fault that a scenario injects into an attempt; undefined: none. */
  readonly injectedFaultOf?: (delivery: Delivery, fax: Fax) => InjectedFault | undefined;
  /** The deliveries that wait; those of an earlier world go on as they were. */
  readonly scheduledTasks?: UndoableMap<number, ScheduledTask<Task>>;
  /** Posts at a time; the second number for one host and port. */
  readonly limits?: { readonly overall: number; readonly perKey: number };
}

/** The values of a delivery that override those of its fax. */
export interface DeliveryOrder {
  readonly url?: string | undefined;
  readonly editedFields?: Delivery['editedFields'] | undefined;
}
