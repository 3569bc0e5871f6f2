import type { Documents } from '../../documents/documents.ts';
import type { Clock } from '../../model/domain/clock.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { Paces } from '../../model/domain/pace.ts';
import type { PortOrder } from '../../model/domain/port-order.ts';
import type { FaxEvent } from '../../model/domain/webhook.ts';
import type { Scripting } from '../../scenarios/courses.ts';
import type { SweptBlobs } from '../../store/memory/swept-blobs.ts';
import type { Store } from '../../store/memory/store.ts';

/** The parts of a world that the steps of faxes and port orders use: its records, files, documents, clock and seed. */
export interface LifeContext {
  readonly store: Store;
  readonly blobs: SweptBlobs;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly seed: number;
  readonly paces: Paces;
  /** Creates the deliveries of an event; to be called in the commit that changes the fax. */
  readonly announce: (event: FaxEvent, fax: Fax) => void;
  /** The effects of scenarios on records, for calls without their own scripting. */
  readonly scripting: Scripting;
}

/** The parts of a world that operations use. */
export interface OperationContext extends LifeContext {
  /** Schedules the next step of a fax. Within a commit, it waits until the fax is stored. */
  readonly plan: (fax: Fax) => void;
  /** Schedules the next step of a port order. Within a commit, it waits until the order is stored. */
  readonly planPort: (order: PortOrder) => void;
  /** The pages of a fax before its conversion; undefined while they are unknown, as for a URL. */
  readonly pagesOf: (fax: Fax) => Promise<number | undefined>;
  /** Counts a read of a fax whose scripted course waits for reads, and stores the result. */
  readonly recordRead: (fax: Fax) => Promise<void>;
}

/** Optional fields of a record, for a caller to set. */
export type Wanted<T> = { readonly [Name in keyof T]?: NonNullable<T[Name]> | undefined };
