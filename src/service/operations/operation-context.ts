import type { Documents } from '../../documents/documents.ts';
import { wholeSecond } from '../../model/domain/clock.ts';
import { drawInteger } from '../../model/domain/draws.ts';
import type { Clock } from '../../model/domain/clock.ts';
import type { Due, Fax } from '../../model/domain/fax.ts';
import type { Pace, Paces } from '../../model/domain/pace.ts';
import { publicNumber } from '../../model/domain/phone-number.ts';
import { isRefusedByDisk, Refusal } from '../../model/domain/refusal.ts';
import type { PortOrder } from '../../model/domain/port-order.ts';
import type { FaxEvent } from '../../model/domain/webhook.ts';
import type { Scripting } from '../../scenarios/courses.ts';
import type { SweptBlobs } from '../../store/memory/swept-blobs.ts';
import type { Store } from '../../store/memory/store.ts';

export const paceOf = (paces: Paces, isTest: boolean): Pace => (isTest ? paces.test : paces.live);

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
  /** The scenarios' effects on the records of a call without a scripting of its own. */
  readonly scripting: Scripting;
}

/** The parts of a world that operations use. */
export interface OperationContext extends LifeContext {
  /** Schedules the next step of a fax. Within a commit, the step is scheduled once the fax is stored. */
  readonly plan: (fax: Fax) => void;
  /** Schedules the next step of a port order. Within a commit, the step is scheduled once the order is stored. */
  readonly planPort: (order: PortOrder) => void;
  /** Counts a read of a fax whose scripted course waits for reads, and stores the result. */
  readonly recordRead: (fax: Fax) => Promise<void>;
}

/** The fax with the course that a scenario gives it; within a commit. `original` is the fax that it sends again. */
export function withScriptedCourse({ store, scripting }: OperationContext, fax: Fax, original?: Fax): Fax {
  const course = scripting.courseOf(fax, original);
  store.whenStored(() => course.onStored?.());
  return course.script.length === 0 ? fax : { ...fax, options: { ...fax.options, script: course.script } };
}

/** Fields of a record as a caller may want them. */
export type Wanted<T> = { readonly [Name in keyof T]?: NonNullable<T[Name]> | undefined };

/** The result of a commit: at once in memory, or once the disk has it. */
export type Stored<T> = T | Promise<T>;

/** Ms after which a refused step is tried again. */
export const tryAgainMs = 1000;

/** Runs work that commits; where the disk refuses it, calls `retry` with the time of another try. */
export async function retryOnDiskError(
  clock: Pick<Clock, 'now'>,
  work: () => Promise<void> | void,
  retry: (at: number) => void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRefusedByDisk(error)) throw error;
    retry(clock.now() + tryAgainMs);
  }
}

/** The service keeps times in whole seconds; all that it shows end in `.000`. In ms since the epoch. */
export function currentSecond({ clock }: { readonly clock: Pick<Clock, 'now'> }): number {
  return wholeSecond(clock.now());
}

/** Source of the text: a recorded answer to an unknown route; for records it is assumed to be the same. */
export const notFound = () => new Refusal('not_found', 'Not found');

/** A record that was looked up. Throws `not_found` where there is none. */
export function orNotFound<T>(record: T | undefined): T {
  if (record === undefined) throw notFound();
  return record;
}

/** Takes US cents from the balance, whatever is left; within a commit. */
export function charge(store: Store, cents: number): void {
  if (cents !== 0) store.account = { ...store.account, balanceCents: store.account.balanceCents - cents };
}

const week = 7 * 24 * 3_600_000;

/** A range of time in ms, both ends included. */
export interface MsRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A missing end of a range is that of the week that ends now. */
export function orLastWeek(
  { clock }: Pick<OperationContext, 'clock'>,
  { from, to }: MsRange,
): { from: number; to: number } {
  const now = clock.now();
  return { from: from ?? now - week, to: to ?? now };
}

/**
 * A fax without its file. One that waits to be converted gets a file later; for all others, the text is that of fax error
 * 113, the only one known to say this.
 */
export function fileMissing(
  { store, scripting }: Pick<OperationContext, 'store' | 'scripting'>,
  fax: Fax,
  kind: 'file_missing' | 'not_allowed',
): Refusal {
  const isUnconverted = fax.status === 'queued' || fax.status === 'pendingbatch';
  const isAwaited = isUnconverted && scripting.fileStateOf(fax) === 'not_stored' && store.account.fileStorage;
  if (isAwaited) return new Refusal(kind, 'The file for this fax is not there yet: its document is not converted.');
  return new Refusal(kind, 'The file for this fax has been deleted or is not accessible.');
}

/** A number that is reserved for fiction. */
const fictionalCaller = '+12025550100';

/** The caller of a call without `from`: the public number, or a fictional one when the public number is called. */
export const callerTo = (number: string): string => (number === publicNumber ? fictionalCaller : publicNumber);

/** The account's first number, or the service's public one. */
export function firstNumber({ store }: Pick<OperationContext, 'store'>): string {
  const [owned] = store.phoneNumbers.find({}).slice(0, 1);
  return owned?.number ?? publicNumber;
}

/** Ids ascend across all customers, so that one account sees gaps. Source for faxes and ATAs: recorded ids. */
const idSeries = {
  faxes: { first: 323_034_811, largestGap: 20, label: 'fax id' },
  atas: { first: 296, largestGap: 5, label: 'ata id' },
  blockingRules: { first: 34_567, largestGap: 5, label: 'rule id' },
};

/** The id of the next record of a collection. */
export function nextId({ store, seed }: Pick<OperationContext, 'store' | 'seed'>, collection: keyof typeof idSeries) {
  const { first, largestGap, label } = idSeries[collection];
  const last = store[collection].highestKey ?? first;
  return last + drawInteger({ min: 1, max: largestGap }, seed, label, last);
}

/** The first step of a fax that waits for no batch. */
export function firstStep(
  { clock, paces }: Pick<OperationContext, 'clock' | 'paces'>,
  { isTest }: Pick<Fax, 'isTest'>,
): Due {
  return { at: clock.now() + paceOf(paces, isTest).convert, step: 'convert', page: 0 };
}
