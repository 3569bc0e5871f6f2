import { publicNumber } from '../../model/domain/phone-number.ts';
import type { FoundBarcode } from '../../documents/documents.ts';
import { changedFax, serviceKeyOf } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { faxEvent } from '../../model/domain/webhook.ts';
import { paceOf } from '../../model/domain/pace.ts';
import { beginCall } from '../../model/domain/received-course.ts';
import { firstOfScript } from '../../model/domain/script.ts';
import type { StepResult } from '../../model/domain/step.ts';
import { blockOf, callerTo, stepContext } from './calls.ts';
import type { OperationContext, LifeContext } from './operation-context.ts';
import { faxFromSpec } from './fax-spec.ts';
import type { FaxSpec } from './fax-spec.ts';
import { recognize } from './phax-codes.ts';
import { convertUpload, documentErrorText } from './conversions.ts';
import type { UploadedFile } from './conversions.ts';
import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import { drawInteger } from '../../model/domain/draws.ts';
import { charge } from './account.ts';
import { currentSecond } from '../../model/domain/clock.ts';
import { nextId } from './ids.ts';
import { firstNumber } from './phone-numbers.ts';
import { serviceOf } from './services.ts';
import { errorOfId } from './recipient-spec.ts';

/** The parts of a world that receiving a call uses. */
type ReceivingContext = LifeContext & Pick<OperationContext, 'plan'>;

/** A document that arrives by a call. */
export interface InboundFax {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly from: string;
  readonly to: string;
  readonly isTest: boolean;
  /** Name that the telephone network shows: `ACME CLINIC`; null if it shows none. */
  readonly callerName?: string | null;
}

/** An inbound fax with its document stored and searched for barcodes. */
export interface ExaminedFax extends Omit<InboundFax, 'pdf'> {
  /** Name of the document's blob; null for a document that is drawn when it is read. */
  readonly blob: string | null;
  readonly barcodes: readonly FoundBarcode[];
}

/**
 * Stores the document of an inbound fax and searches it for barcodes; a document too large for the search has none.
 * Call it within `SweptBlobs.use`.
 */
export async function examine(
  { documents, blobs }: Pick<LifeContext, 'documents' | 'blobs'>,
  { pdf, ...inbound }: InboundFax,
): Promise<ExaminedFax> {
  const searching = documents.findBarcodes(pdf).catch((error: unknown) => {
    documentErrorText(error);
    return [];
  });
  const [blob, barcodes] = await Promise.all([blobs.put(pdf), searching]);
  return { ...inbound, blob, barcodes };
}

/** Makes an inbound fax a record, as `storeReceived` does. */
export function storeInbound(
  context: ReceivingContext,
  { blob, barcodes, to, callerName, ...inbound }: ExaminedFax,
): Fax {
  const known = barcodes.map((found) => recognize(context, found));
  return storeSpecified(context, { ...inbound, to: [to], callerName: callerName ?? undefined, barcodes: known }, blob);
}

/** Stores a received fax with the given fields, as `storeReceived` does. Its document is kept for its webhooks. */
export function storeSpecified(context: ReceivingContext, spec: FaxSpec, document: string | null = null): Fax {
  const fax = faxFromSpec(context, nextId(context, 'faxes'), { ...spec, direction: 'received' });
  return storeReceived(context, changedFax(fax, { document }));
}

/** Stores a received fax, charges for it, and announces it unless its call still goes on. Call it within a commit. */
function storeReceived(context: ReceivingContext, received: Fax): Fax {
  const { store, announce, plan } = context;
  const { fax, events } = withCourse(context, asServiceSaves({ store }, received));
  store.faxes.put(fax);
  if (!fax.isTest) charge(store, fax.costCents);
  for (const event of events) announce(event, fax);
  if (fax.due !== null) plan(fax);
  return fax;
}

/** A received fax appears after its call, unless a scenario prolongs the call. */
function withCourse(context: ReceivingContext, fax: Fax): StepResult {
  const { script, delayMs = 0, onStored } = context.scripting.courseOf(fax);
  context.store.whenStored(() => onStored?.());
  if (script.length === 0 && delayMs === 0) return { fax, events: [faxEvent(fax, 'fax_completed')] };
  const begun = firstOfScript(beginCall(fax, script), stepContext(context, paceOf(context.paces, fax.isTest)));
  const { due } = begun.fax;
  return due === null ? begun : { ...begun, fax: changedFax(begun.fax, { due: { ...due, at: due.at + delayMs } }) };
}

/** Applies the number's service to a received fax: without `savesInbound`, its file is not stored. */
function asServiceSaves({ store }: Pick<OperationContext, 'store'>, fax: Fax): Fax {
  if (store.services.size === 0) return fax;
  const service = serviceOf({ store }, serviceKeyOf(fax));
  return fax.file === 'stored' && !service.savesInbound ? changedFax(fax, { file: 'not_stored' }) : fax;
}

/** Examines and stores one inbound fax. */
function receive(context: OperationContext, inbound: InboundFax): Promise<Fax> {
  return context.blobs.use(async () => {
    const examined = await examine(context, inbound);
    return context.store.commit(() => storeInbound(context, examined));
  });
}

export interface TestReceive {
  readonly file: UploadedFile;
  /** E.164; default: the service's public number. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly isTest: boolean;
}

/**
 * Receives a file as a test fax. Throws `not_allowed` for live keys or if a blocking rule stops the call, and `invalid`
 * if the file cannot be converted.
 */
export async function receiveFax(context: OperationContext, { file, isTest, ...ends }: TestReceive): Promise<Fax> {
  if (!isTest) throw new Refusal('not_allowed', 'Faxes can only be received for a test with the test credentials');
  const { from = publicNumber, to = publicNumber } = ends;
  assertNotSuspended(context, to);
  const rule = blockOf(context, 'receive', { from, to });
  if (rule !== undefined) {
    const reason = `Phone number is not permitted: blocking rule ${rule.id} stops calls from ${from}`;
    throw new Refusal('not_allowed', reason, { field: 'from_number' });
  }
  const { pdf, pages } = await convertUpload(context, file, 'cannot be received');
  return receive(context, { pdf, pages, from, to, isTest });
}

/** A simulated call to one of the account's numbers. */
export interface SimulatedCall {
  /** E.164; the service's public number by default, or a fictional number that calls the public one. */
  readonly from?: string | undefined;
  /** E.164; default: the account's first number. */
  readonly to?: string | undefined;
  /** Document of the fax; if undefined, the made-up document of its caller. */
  readonly file?: UploadedFile | undefined;
  readonly pages?: number | undefined;
  readonly callerName?: string | undefined;
  /** The id of the error that ends the call before its first page. */
  readonly error?: number | undefined;
}

/** The received fax, or the blocking rule that stopped the call. A stopped call has no webhook. */
export type CallOutcome = { readonly fax: Fax } | { readonly block: BlockingRule };

/** Receives a live fax from any number, with its webhook. Throws `invalid` for a file that cannot be converted. */
export async function simulateCall(context: OperationContext, { error, ...call }: SimulatedCall): Promise<CallOutcome> {
  const to = call.to ?? firstNumber(context);
  const from = call.from ?? callerTo(to);
  if (error !== undefined) errorOfId(error);
  if (error !== undefined && call.file !== undefined)
    throw new Refusal('invalid', 'error and file exclude each other', { field: 'error' });
  assertNotSuspended(context, to);
  const block = blockOf(context, 'receive', { from, to });
  if (block !== undefined) return { block };
  const { file, pages = 1, callerName } = call;
  if (error !== undefined) {
    // The call ends before its first page; its webhook is sent like that of a received fax.
    const failed = { from, to: [to], error, callerName };
    return { fax: await context.store.commit(() => storeSpecified(context, failed)) };
  }
  const ends = { from, to, isTest: false, callerName: callerName ?? null };
  if (file === undefined) return { fax: await receiveDrawn(context, { ...ends, pages }) };
  const document = await convertUpload(context, file, 'cannot be received');
  const inbound = { ...ends, pdf: document.pdf, pages: document.pages };
  return { fax: await receive(context, inbound) };
}

/**
 * Receives this number of live one-page faxes from fictional numbers, on the account's first number or else the
 * service's own. A call that a blocking rule stops brings no fax.
 */
export async function simulateCalls(context: OperationContext, count: number): Promise<Fax[]> {
  const { store, seed } = context;
  const to = firstNumber(context);
  const last = store.faxes.highestKey ?? 0;
  const callers = Array.from({ length: count }, (_, index) => fictionalNumber(seed, `${last} ${index}`));
  const passing = callers.filter((from) => blockOf(context, 'receive', { from, to }) === undefined);
  const inbound = passing.map((from) => ({ from, to, isTest: false, pages: 1 }));
  if (savesReceived(context, to)) return store.commit(() => inbound.map((fax) => storeDrawn(context, fax)));
  const received: Fax[] = [];
  for (const fax of inbound) received.push(await receiveDrawn(context, fax));
  return received;
}

/** A number that is reserved for fiction: 555-0100 to 555-0199. */
function fictionalNumber(seed: number, key: string): string {
  return `+1202555${String(drawInteger({ min: 100, max: 199 }, seed, 'arrival', key)).padStart(4, '0')}`;
}

type DrawnFax = Omit<InboundFax, 'pdf'>;

/**
 * Receives a fax whose document is drawn on demand from its facts. Without file storage, the document is drawn at once
 * for the webhook.
 */
async function receiveDrawn(context: OperationContext, inbound: DrawnFax): Promise<Fax> {
  const { store } = context;
  if (savesReceived(context, inbound.to)) return store.commit(() => storeDrawn(context, inbound));
  return receive(context, { ...inbound, pdf: await drawDocument(context, inbound) });
}

/** Throws `not_allowed` for a number that v3 has suspended, which receives no calls (assumed). */
function assertNotSuspended({ store }: OperationContext, number: string): void {
  if (store.phoneNumbers.get(number)?.suspended !== true) return;
  throw new Refusal('not_allowed', `The number ${number} is suspended`, { field: 'to_number' });
}

/** Whether files of faxes to a number are stored: both the account and the number's v3 service must want it. */
const savesReceived = ({ store }: OperationContext, to: string): boolean =>
  store.account.fileStorage && serviceOf({ store }, store.phoneNumbers.get(to)?.serviceId ?? null).savesInbound;

const storeDrawn = (context: OperationContext, inbound: DrawnFax): Fax =>
  storeInbound(context, { ...inbound, blob: null, barcodes: [] });

function drawDocument(
  context: OperationContext,
  { from, to, pages, callerName = null }: DrawnFax,
): Promise<Uint8Array> {
  const facts = { id: nextId(context, 'faxes'), direction: 'received', createdAt: currentSecond(context) } as const;
  return context.documents.sample({ ...facts, from, to: [to], callerName, tags: {}, barcodes: [], pages });
}
