import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import { drawInteger } from '../../model/domain/draws.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { blockOf } from './calls.ts';
import { faxFromSpec } from './fax-spec.ts';
import { receive, storeInbound, storeReceived } from './inbound-faxes.ts';
import type { InboundFax } from './inbound-faxes.ts';
import { callerTo, currentSecond, firstNumber, nextId } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';
import { errorOfId } from './send-fax.ts';
import { convertUpload } from './conversions.ts';
import type { UploadedFile } from './conversions.ts';

/** A simulated call to one of the account's numbers. */
export interface SimulatedCall {
  /** E.164; the service's public number by default, or a fictional number that calls the public one. */
  readonly from?: string | undefined;
  /** E.164; the account's first number by default. */
  readonly to?: string | undefined;
  /** Without a file, the fax has the made-up document of its caller. */
  readonly file?: UploadedFile | undefined;
  readonly pages?: number | undefined;
  readonly callerName?: string | undefined;
  /** The id of the error that ends the call before its first page. */
  readonly error?: number | undefined;
}

/** The received fax, or the blocking rule that stopped the call without a webhook. */
export type CallOutcome = { readonly fax: Fax } | { readonly block: BlockingRule };

/** Receives a live fax from any number, with its webhook. Throws `invalid` for a file that cannot be converted. */
export async function simulateCall(context: OperationContext, { error, ...call }: SimulatedCall): Promise<CallOutcome> {
  const to = call.to ?? firstNumber(context);
  const from = call.from ?? callerTo(to);
  if (error !== undefined) errorOfId(error);
  if (error !== undefined && call.file !== undefined) throw new Refusal('invalid', 'error and file exclude each other');
  const block = blockOf(context, 'receive', { from, to });
  if (block !== undefined) return { block };
  const { file, pages = 1, callerName } = call;
  if (error !== undefined) return { fax: await failCall(context, { from, to, error, callerName }) };
  const ends = { from, to, isTest: false, callerName: callerName ?? null };
  if (file === undefined) return { fax: await receiveDrawn(context, { ...ends, pages }) };
  const document = await convertUpload(context, file, 'cannot be received');
  const inbound = { ...ends, pdf: document.pdf, pages: document.pages };
  return { fax: await receive(context, inbound) };
}

interface FailedCall extends Pick<SimulatedCall, 'callerName'> {
  readonly from: string;
  readonly to: string;
  readonly error: number;
}

/** The call ends before its first page. Its webhook is sent like that of a received fax. */
function failCall(context: OperationContext, { to, ...call }: FailedCall): Fax | Promise<Fax> {
  const spec = { ...call, direction: 'received', to: [to] } as const;
  return context.store.commit(() =>
    storeReceived(context, faxFromSpec(context, nextId(context, 'faxes'), spec, { sources: [], document: null })),
  );
}

/**
 * Receives that many live faxes of one page each from fictional numbers, on the account's first number or else the service's
 * own. A call that a blocking rule stops brings no fax.
 */
export async function simulateCalls(context: OperationContext, count: number): Promise<Fax[]> {
  const { store, seed } = context;
  const to = firstNumber(context);
  const last = store.faxes.highestKey ?? 0;
  const callers = Array.from({ length: count }, (_, index) => fictionalNumber(seed, `${last} ${index}`));
  const passing = callers.filter((from) => blockOf(context, 'receive', { from, to }) === undefined);
  const inbound = passing.map((from) => ({ from, to, isTest: false, pages: 1 }));
  if (store.account.fileStorage) return store.commit(() => inbound.map((fax) => storeDrawn(context, fax)));
  const received: Fax[] = [];
  for (const fax of inbound) received.push(await receiveDrawn(context, fax));
  return received;
}

/** One of the numbers that are reserved for fiction: 555-0100 to 555-0199. */
function fictionalNumber(seed: number, key: string): string {
  return `+1202555${String(drawInteger({ min: 100, max: 199 }, seed, 'arrival', key)).padStart(4, '0')}`;
}

type DrawnFax = Omit<InboundFax, 'pdf'>;

/**
 * Receives a fax whose document is drawn from its facts when it is read. An account without file storage has the document at
 * once, for the webhook.
 */
async function receiveDrawn(context: OperationContext, inbound: DrawnFax): Promise<Fax> {
  const { store } = context;
  if (store.account.fileStorage) return store.commit(() => storeDrawn(context, inbound));
  return receive(context, { ...inbound, pdf: await drawDocument(context, inbound) });
}

const storeDrawn = (context: OperationContext, inbound: DrawnFax): Fax =>
  storeInbound(context, { ...inbound, blob: null, barcodes: [] });

function drawDocument(
  context: OperationContext,
  { from, to, pages, callerName = null }: DrawnFax,
): Promise<Uint8Array> {
  const facts = { id: nextId(context, 'faxes'), direction: 'received', createdAt: currentSecond(context) } as const;
  return context.documents.sample({ ...facts, from, to: [to], callerName, tags: {}, barcodes: [], pages });
}
