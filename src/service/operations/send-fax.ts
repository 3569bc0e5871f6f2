import { faxErrorById } from '../../model/domain/fax-error.ts';
import type { ErrorType, FaxError } from '../../model/domain/fax-error.ts';
import { isDone, newFax, newRecipient } from '../../model/domain/fax.ts';
import type { Due, Fax, FaxStatus, Recipient, RecipientStatus, Source } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { transmission } from '../../model/domain/script.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { labels } from '../../store/memory/labels.ts';
import { assertMayCall } from './calls.ts';
import { currentSecond, firstStep, nextId, withScriptedCourse } from './operation-context.ts';
import type { OperationContext, Wanted } from './operation-context.ts';
import { assertOwned } from './phone-numbers.ts';

/** A part of the document to be sent, in the order of its pages. */
export type Content =
  | { readonly kind: 'file'; readonly filename: string; readonly type: string | undefined; readonly bytes: Uint8Array }
  | { readonly kind: 'text' | 'html'; readonly text: string }
  | { readonly kind: 'url'; readonly url: string };

export interface SendFax {
  /** E.164, at least one. */
  readonly to: readonly string[];
  /** At least one. */
  readonly contents: readonly Content[];
  readonly headerText?: string | undefined;
  /** Seconds that the fax waits for others to the same number; undefined: it does not, and joins no batch. */
  readonly batchDelay?: number | undefined;
  readonly avoidsCollisions: boolean;
  readonly callbackUrl?: string | undefined;
  /** Minutes after which it is cancelled unless it is done. */
  readonly cancelTimeout?: number | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly callerId?: string | undefined;
  readonly testFail?: ErrorType | undefined;
  readonly isTest: boolean;
}

const second = 1000;
const minute = 60 * second;
const shortestBatchDelay = 5;

/**
 * Accepts a fax and queues it. Throws `invalid` for a caller id that is not a number of the account. Throws
 * `not_allowed` if a rule blocks the call, the country is not supported, or live keys send `test_fail`.
 */
export async function sendFax(context: OperationContext, input: SendFax): Promise<Fax> {
  assertAllowed(context, input);
  return context.blobs.use(async () => {
    const sources = await Promise.all(input.contents.map((content) => storeContent(context, content)));
    return context.store.commit(() => {
      const fax = withScriptedCourse(context, buildFax(context, input, sources));
      context.store.faxes.put(fax);
      context.plan(fax);
      return fax;
    });
  });
}

function assertAllowed(context: OperationContext, { to, callerId, testFail, isTest }: SendFax): void {
  if (callerId !== undefined) assertOwned(context, 'caller_id', callerId);
  if (testFail !== undefined && !isTest) {
    throw new Refusal('not_allowed', 'test_fail is for calls with the test credentials');
  }
  for (const number of to) assertMayCall(context, callerId ?? null, number);
}

/** Sets the bytes of a content aside, so that the record stays small. */
async function storeContent({ blobs }: OperationContext, content: Content): Promise<Source> {
  if (content.kind === 'url') return content;
  if (content.kind !== 'file') return { kind: content.kind, blob: await blobs.put(Buffer.from(content.text)) };
  const { filename, type = null, bytes } = content;
  return { kind: 'file', filename, type, blob: await blobs.put(bytes) };
}

function buildFax(context: OperationContext, input: SendFax, sources: readonly Source[]): Fax {
  const id = nextId(context, 'faxes');
  const batch = batchOf(context, id, input);
  const status = batch === undefined ? 'queued' : 'pendingbatch';
  return newFax({
    id,
    isTest: input.isTest,
    status,
    createdAt: currentSecond(context),
    callerId: input.callerId ?? null,
    recipients: input.to.map((number) => newRecipient(number, batch === undefined ? null : 'pendingbatch')),
    tags: input.tags,
    callbackUrl: input.callbackUrl ?? null,
    headerText: input.headerText ?? null,
    sources,
    options: {
      testFail: input.testFail ?? null,
      batch: batch?.id ?? null,
      isBatchClosed: false,
      avoidsCollisions: input.avoidsCollisions,
      cancelAt: cancelAt(context, input, batch?.due),
      script: [],
    },
    due: batch?.due ?? firstStep(context, input),
  });
}

interface FaxBatch {
  /** The id of the fax that opened it. */
  readonly id: number;
  readonly due: Due;
}

/** For a fax that asks for batching: the open batch to the same numbers, which it does not put off, else a new one. */
function batchOf(context: OperationContext, id: number, input: SendFax): FaxBatch | undefined {
  if (input.batchDelay === undefined) return undefined;
  const at = context.clock.now() + Math.max(input.batchDelay, shortestBatchDelay) * second;
  return openBatch(context, input) ?? { id, due: { at, step: 'fire', page: 0 } };
}

function openBatch({ store }: OperationContext, { to, isTest }: SendFax): FaxBatch | undefined {
  const [first = ''] = to;
  const waiting = store.faxes.find({ labels: [labels.status('pendingbatch'), labels.number(first)] }).slice();
  for (const { options, due, ...fax } of waiting) {
    const isSame = fax.isTest === isTest && String(fax.recipients.map(({ number }) => number)) === String(to);
    const isOpen = due?.step === 'fire' && !options.isBatchClosed;
    if (isSame && isOpen && options.batch !== null) return { id: options.batch, due: { ...due } };
  }
  return undefined;
}

/** A batch that waits longer puts the end off to three minutes after it. Source: the v2 page on sending. */
function cancelAt({ clock }: OperationContext, { cancelTimeout }: SendFax, fires: Due | undefined): number | null {
  if (cancelTimeout === undefined) return null;
  return Math.max(clock.now() + cancelTimeout * minute, (fires?.at ?? -Infinity) + 3 * minute);
}

/** The wanted fields of a recipient. */
export interface RecipientSpec extends Wanted<
  Pick<Recipient, 'retryCount' | 'completedAt' | 'bitrate' | 'resolution'>
> {
  readonly number: string;
  readonly status?: RecipientStatus | null | undefined;
  /** An id of the service's error table. */
  readonly error?: number | undefined;
}

/** The error of a failed fax without `error`: busy for a sent fax, a dropped call for a received one (recorded). */
export const usualErrors = { sent: 17, received: 11 } as const;

/** The error of that id. Throws `invalid` when the service has none. */
export function errorOfId(id: number, name = 'error'): FaxError {
  const known = faxErrorById(id);
  if (known !== undefined) return known;
  throw new Refusal('invalid', `${name} must be the id of an error that faxes have, got ${id}`);
}

interface Outcome {
  readonly status: FaxStatus;
  /** Why the fax failed; null: it did not. */
  readonly error: FaxError | null;
  readonly completedAt: number;
}

/** The recipients of a fax with that outcome; the fields of each spec go before it. */
export function recipientsOf(specs: readonly RecipientSpec[], outcome: Outcome): Recipient[] {
  return specs.map((spec, index) => recipientOf(spec, statusOf(spec, index, outcome), outcome));
}

function statusOf({ status }: RecipientSpec, index: number, fax: Outcome): RecipientStatus | null {
  if (status !== undefined) return status;
  if (fax.status !== 'partialsuccess') return fax.status;
  return index === 0 ? 'success' : 'failure';
}

function recipientOf(spec: RecipientSpec, status: RecipientStatus | null, outcome: Outcome): Recipient {
  const { retryCount, completedAt, bitrate, resolution } = spec;
  return {
    ...newRecipient(spec.number, status),
    ...(isDone({ status }) && { completedAt: outcome.completedAt }),
    ...(status === 'success' && transmission),
    ...(status === 'failure' && { error: outcome.error ?? errorOfId(usualErrors.sent) }),
    ...(spec.error !== undefined && { error: errorOfId(spec.error, 'recipients[error]') }),
    ...omitUndefined({ retryCount, completedAt, bitrate, resolution }),
  };
}
