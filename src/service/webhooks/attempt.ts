import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../../model/domain/account.ts';
import type { Clock } from '../../model/domain/clock.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { OrderedFinish } from '../../model/domain/queues.ts';
import type { Delivery, WebhookAttempt } from '../../model/domain/webhook.ts';
import type { Store } from '../../store/memory/store.ts';
import type { WebhookFile, WebhookForm } from '../../wire/webhooks.ts';
import { knowsEvent, webhookWriters } from '../../wire/webhooks.ts';
import type { AttemptOutcome, ScheduledTasks } from './due-tasks.ts';
import { signForm, sha1Of } from './signing.ts';
import type { InjectedFault } from './signing.ts';
import type { Post, PostResult } from './post.ts';

/** The event, the fax and the settings at the time of an attempt. */
interface AttemptContext {
  readonly delivery: Delivery;
  /** The present fax; a deleted one as last stored, or undefined where that is lost. */
  readonly fax: Fax | undefined;
  readonly account: Account;
  /** Instant of the attempt, in ms on the world's clock. */
  readonly at: number;
  /** The fault that a scenario injects. */
  readonly injected?: InjectedFault | undefined;
}

interface AttemptTools extends Pick<DeliveriesOptions, 'documentOf' | 'post'> {
  readonly order: Pick<AttemptOrder, 'start'>;
  readonly signal: AbortSignal;
}

/** Sends one attempt. Rejects when the signal aborts it, and when the fax's document is missing. */
export async function makeAttempt(context: AttemptContext, tools: AttemptTools): Promise<AttemptOutcome> {
  const { delivery, fax, account, at } = context;
  const { event, faxId } = delivery.faxEvent;
  if (fax === undefined) return unsentOutcome(at, `fax ${faxId} was deleted: its webhook cannot be delivered`);
  if (!knowsEvent(account.webhookVersion, event)) {
    return unsentOutcome(at, `${account.webhookVersion} webhooks have no event ${event}`);
  }
  const hasDocument = fax.direction === 'received' && fax.status !== 'failure';
  const document = await tools.order.start(hasDocument ? tools.documentOf(fax) : Promise.resolve(undefined));
  const message = writeMessage(context, fax, document);
  const scripted = scriptedAnswer(context);
  const result = scripted ?? (await postMessage(delivery, message, tools));
  const end = result.isRefused ? 'refused' : result.failure === null ? 'delivered' : null;
  return { attempt: record(context, message, result), end };
}

/** The attempt of an event without a URL, or with a mailto URL: its fields, without a document and a request. */
export function unpostedAttempt({ delivery, account, at }: AttemptContext, fax: Fax): WebhookAttempt {
  const { fields } = webhookWriters[account.webhookVersion](delivery.faxEvent, fax);
  return { ...nothingSent, at, fields: { ...fields, ...delivery.editedFields } };
}

const nothingSent = { tookMs: 0, fields: {}, files: [], signature: null, answer: null, failure: null, rule: null };

/** The outcome of an attempt that is not sent, as when a scenario drops it: the application never gets it. */
export function unsentOutcome(at: number, failure: string, rule: string | null = null): AttemptOutcome {
  return { attempt: { ...nothingSent, at, failure, rule }, end: 'failed' };
}

/** The response that a scenario sets in place of the application's; no request is sent then. */
function scriptedAnswer({ injected }: AttemptContext): PostResult | undefined {
  const { rule, effects: { receiver: status } = {} } = injected ?? {};
  if (rule === undefined || status === undefined) return undefined;
  const isSuccess = status >= 200 && status < 300;
  const failure = isSuccess ? null : `answered ${status}, as the scenario rule ${rule} has it`;
  return { answer: { status, body: '' }, failure, isRefused: false, tookMs: 0 };
}

type Message = ReturnType<typeof writeMessage>;

/** A webhook as it is to be posted. */
function writeMessage({ delivery, account, injected }: AttemptContext, fax: Fax, document: Uint8Array | undefined) {
  const unsignedForm = webhookWriters[account.webhookVersion](delivery.faxEvent, fax, document);
  const intendedForm = { ...unsignedForm, fields: { ...unsignedForm.fields, ...delivery.editedFields } };
  const to = { url: delivery.url ?? '', token: account.webhookToken };
  const { form, signature } = signForm(intendedForm, to, injected?.effects);
  const files = form.files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.length, sha1: sha1Of(bytes) }));
  return { form, files, signature };
}

function postMessage(
  { id, url, attempts }: Delivery,
  { form, signature }: Message,
  { post, signal }: AttemptTools,
): Promise<PostResult> {
  const { type, chunks } = writeMultipart(form);
  const headers = { 'Content-Type': type, ...(signature !== null && { 'X-Phaxio-Signature': signature.value }) };
  return post({ delivery: id, attempt: attempts.length + 1, url: url ?? '', headers, chunks }, signal);
}

/** An attempt that says the same as the one before it shares its texts, or a dead receiver would fill the memory. */
function record({ delivery, at, injected }: AttemptContext, message: Message, result: PostResult): WebhookAttempt {
  const { answer, failure, tookMs } = result;
  const sentContent = { fields: message.form.fields, files: message.files, signature: message.signature };
  const last = delivery.attempts.at(-1);
  const before = last && { fields: last.fields, files: last.files, signature: last.signature };
  const rule = injected?.rule ?? null;
  return {
    at,
    tookMs,
    ...(before && isDeepStrictEqual(before, sentContent) ? before : sentContent),
    answer,
    failure,
    rule,
  };
}

/** Writes a form as multipart/form-data in pieces, fields first. The boundary depends on the content alone. */
export function writeMultipart({ fields, files }: WebhookForm) {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => [textHead(name), Buffer.from(value)] as const),
    ...files.map((file) => [fileHead(file), file.bytes] as const),
  ];
  // A text cannot contain a hash of itself.
  const boundary = `faxsim-${sha1Of(Buffer.from(parts.map(([head, content]) => head + sha1Of(content)).join('')))}`;
  const chunks = parts.flatMap(([head, content]) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  const end = Buffer.from(`--${boundary}--\r\n`);
  return { type: `multipart/form-data; boundary=${boundary}`, chunks: [...chunks, end] };
}

const textHead = (name: string): string => `Content-Disposition: form-data; name="${name}"`;

const fileHead = ({ name, filename, type }: WebhookFile): string =>
  `${textHead(name)}; filename="${filename}"\r\nContent-Type: ${type}`;

/**
 * The order of the attempts of one instant. They are posted in the order in which they began, however long their
 * documents take, so that every run is the same. They are also recorded in that order while a call moves the clock;
 * else no attempt waits for another receiver. Attempts of a replay have the order of its session.
 */
export class AttemptOrder {
  readonly #clock: Pick<Clock, 'now' | 'isMoving' | 'isHeld'>;
  readonly #starts = new OrderedFinish();
  readonly #ends: OrderedFinish;

  /** `ends` is shared with all else in the world that is stored at one instant. */
  constructor(clock: Pick<Clock, 'now' | 'isMoving' | 'isHeld'>, ends: OrderedFinish) {
    this.#clock = clock;
    this.#ends = ends;
  }

  /** Resolves with the prepared attempt when it is its turn to be posted. */
  start<T>(preparing: Promise<T>): Promise<T> {
    if (this.#clock.isHeld) return preparing;
    return this.#starts.run(this.#clock.now(), preparing, (prepared) => prepared);
  }

  /** Calls `finish` with the result of the attempt when it is its turn to be recorded. */
  end<T, R>(trying: Promise<T>, finish: (tried: T) => R | Promise<R>): Promise<R> {
    const { isMoving, isHeld } = this.#clock;
    return isMoving && !isHeld ? this.#ends.run(this.#clock.now(), trying, finish) : trying.then(finish);
  }
}

/** The parts of a world that its deliveries use. */
export interface DeliveriesOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Orders the changes of one instant: attempts after the steps of faxes that began before them. */
  readonly inTurn?: OrderedFinish;
  /** The PDF of a received fax; undefined when there is none. */
  readonly documentOf: (fax: Fax) => Promise<Uint8Array | undefined>;
  readonly post: Post;
  /** Called with errors of the simulator itself, such as a disk that refuses a write. */
  readonly onFault: (fault: unknown) => void;
  /** The fault that a scenario injects into an attempt; undefined if there is none. */
  readonly injectedFaultOf?: (delivery: Delivery, fax: Fax) => InjectedFault | undefined;
  /** The deliveries that wait; those of an earlier world go on as they were. */
  readonly scheduledTasks?: ScheduledTasks;
  /** Posts at a time; the second number for one host and port. */
  readonly limits?: { readonly overall: number; readonly perKey: number };
}

/** The values of a delivery that override those of its fax. */
export interface DeliveryOrder {
  readonly url?: string | undefined;
  readonly editedFields?: Delivery['editedFields'] | undefined;
}
