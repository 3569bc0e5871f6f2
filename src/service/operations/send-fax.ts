import type { ErrorType } from '../../model/domain/fax-error.ts';
import { faxTable, newRecipient } from '../../model/domain/fax.ts';
import type { Due, Fax, Source } from '../../model/domain/fax.ts';
import { plainOptions } from '../../model/domain/send-options.ts';
import type { SendOptions } from '../../model/domain/send-options.ts';
import { newFax } from '../../model/domain/fax-record.ts';
import type { SinchOptions } from '../../model/domain/sinch-options.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { WebhookVersion } from '../../model/domain/webhook.ts';
import { namesWith } from '../../model/fields/record-table.ts';
import { assignGiven } from '../../model/shared/objects.ts';
import { labels } from '../../store/memory/labels.ts';
import { assertMayCall } from './calls.ts';
import type { OperationContext, Wanted } from './operation-context.ts';
import { assertOwned } from './phone-numbers.ts';
import { currentSecond } from '../../model/domain/clock.ts';
import { firstStep, withScriptedCourse } from './new-fax.ts';
import { nextId } from './ids.ts';

/** A part of a fax's document, in page order. */
export type Content =
  | { readonly kind: 'file'; readonly filename: string; readonly type: string | undefined; readonly bytes: Uint8Array }
  | { readonly kind: 'text' | 'html'; readonly text: string }
  | { readonly kind: 'url'; readonly url: string };

export const sentFields = namesWith(faxTable, 'isSent');
export type SentField = (typeof sentFields)[number];

export interface SendFax extends Wanted<Pick<Fax, SentField>> {
  /** E.164, at least one. */
  readonly to: readonly string[];
  /** Contents of the fax, at least one. */
  readonly contents: readonly Content[];
  /** Seconds that the fax waits for others to the same number; undefined if it joins no batch. */
  readonly batchDelay?: number | undefined;
  readonly avoidsCollisions: boolean;
  /** Minutes after which an unfinished fax is cancelled. */
  readonly cancelTimeout?: number | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly callerId?: string | undefined;
  readonly testFail?: ErrorType | undefined;
  /** The number of retries after a call that fails on the line; undefined for the account's setting. */
  readonly retries?: number | undefined;
  /** The time from a failed call to its retry, in ms; undefined for the account's setting. */
  readonly retryDelayMs?: number | undefined;
  /** The form of webhooks that the version of the request expects. */
  readonly webhookVersion?: WebhookVersion | undefined;
  /** The options of a fax sent through v3. */
  readonly sinch?: SinchOptions | undefined;
  readonly isTest: boolean;
}

const second = 1000;
const minute = 60 * second;
const batchDelaySecondsMin = 5;

/**
 * Accepts a fax and queues it. Throws `invalid` for a caller id that is not a number of the account. Throws
 * `not_allowed` if a rule blocks the call, the country is not supported, or live keys send `test_fail`.
 */
export async function sendFax(context: OperationContext, input: SendFax): Promise<Fax> {
  const [fax] = await sendAll(context, input, [input]);
  if (fax === undefined) throw new Error('A fax has a recipient');
  return fax;
}

/** The fields that may differ between the faxes of one request. */
type OwnFields = Pick<SendFax, 'to' | 'isTest' | 'sinch'>;

interface SendToEach extends Omit<SendFax, 'isTest'> {
  readonly sinch: SinchOptions;
  /** Whether a fax to that number is a test. */
  readonly isTest: (number: string) => boolean;
}

/** Accepts a separate fax for each number, either all or none, as v3 does. Throws as `sendFax` does. */
export function sendToEach(context: OperationContext, { isTest, ...input }: SendToEach): Promise<readonly Fax[]> {
  const orders = input.to.map((number, position) => ({
    to: [number],
    isTest: isTest(number),
    sinch: { ...input.sinch, position },
  }));
  return sendAll(context, { ...input, isTest: false }, orders);
}

async function sendAll(
  context: OperationContext,
  input: SendFax,
  orders: readonly OwnFields[],
): Promise<readonly Fax[]> {
  assertAllowed(context, input);
  return context.blobs.use(async () => {
    const sources = await Promise.all(input.contents.map((content) => storeContent(context, content)));
    const build = (own: OwnFields): Fax => buildFax(context, { ...input, ...own }, sources);
    const isCounted = context.scripting.readsPages();
    const pages = isCounted ? await Promise.all(orders.map((own) => context.pagesOf(build(own)))) : [];
    return context.store.commit(() =>
      orders.map((own, index) => {
        const fax = withScriptedCourse(context, build(own), { pages: pages[index] });
        context.store.faxes.put(fax);
        context.plan(fax);
        return fax;
      }),
    );
  });
}

function assertAllowed(context: OperationContext, { to, callerId, testFail, isTest }: SendFax): void {
  if (callerId !== undefined) assertOwned(context, 'caller_id', callerId);
  if (testFail !== undefined && !isTest) {
    throw new Refusal('not_allowed', 'test_fail is for calls with the test credentials', { field: 'test_fail' });
  }
  for (const number of to) assertMayCall(context, callerId ?? null, number);
}

/** Stores the bytes of a content as a blob, so the record stays small. */
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
  const fax = newFax({
    id,
    isTest: input.isTest,
    status,
    createdAt: currentSecond(context),
    callerId: input.callerId ?? null,
    recipients: input.to.map((number) => newRecipient(number, batch === undefined ? null : 'pendingbatch')),
    tags: input.tags,
    sources,
    options: optionsOf(context, input, batch),
    due: batch?.due ?? firstStep(context, input),
  });
  return assignGiven(fax, input, sentFields);
}

function optionsOf(context: OperationContext, input: SendFax, batch: FaxBatch | undefined): SendOptions {
  return {
    ...plainOptions,
    testFail: input.testFail ?? null,
    batch: batch?.id ?? null,
    avoidsCollisions: input.avoidsCollisions,
    cancelAt: cancelAt(context, input, batch?.due),
    retries: input.retries ?? null,
    retryDelayMs: input.retryDelayMs ?? null,
    sinch: input.sinch ?? null,
    webhookVersion: input.webhookVersion ?? null,
    contentUrls: input.contents.flatMap((content) => (content.kind === 'url' ? [content.url] : [])),
  };
}

interface FaxBatch {
  /** The id of the fax that opened the batch. */
  readonly id: number;
  readonly due: Due;
}

/**
 * The batch of a fax with `batchDelay`: the open one to the same numbers, which keeps its time; otherwise a new one.
 */
function batchOf(context: OperationContext, id: number, input: SendFax): FaxBatch | undefined {
  if (input.batchDelay === undefined) return undefined;
  const at = context.clock.now() + Math.max(input.batchDelay, batchDelaySecondsMin) * second;
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

/**
 * The time of cancellation. A batch that leaves later moves it to three minutes after the batch. Source: the v2 page on
 * sending.
 */
function cancelAt({ clock }: OperationContext, { cancelTimeout }: SendFax, fires: Due | undefined): number | null {
  if (cancelTimeout === undefined) return null;
  return Math.max(clock.now() + cancelTimeout * minute, (fires?.at ?? -Infinity) + 3 * minute);
}
