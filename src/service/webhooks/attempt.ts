import type { Effects } from '../../scenarios/effects-schema.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Errand } from '../../model/domain/errands.ts';
import type { TaskPlace } from '../../model/domain/concurrency-limit.ts';
import type { Account } from '../../model/domain/account.ts';
import type { Project } from '../../model/domain/project.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { ruleActs } from '../../model/domain/webhook.ts';
import type { Delivery, DeliveryState, RuleAct, WebhookAttempt, WebhookFormat } from '../../model/domain/webhook.ts';
import { scenarioText } from '../../model/shared/scenario-text.ts';
import { cleanerOfAnswers } from '../../model/shared/userinfo.ts';
import type { EditForm, WebhookSubject } from '../../wire/webhook-message.ts';
import { knowsEvent, webhookWriters } from '../../wire/webhooks.ts';
import type { Connections } from '../network/http-exchange.ts';
import { userinfoOf } from '../../model/shared/userinfo.ts';
import type { AttemptOrder } from './attempt-order.ts';
import type { InjectedFault } from './injected-fault.ts';
import type { Post, PostResult } from './post.ts';
import { writeSigned } from './signing.ts';

/** The event, the fax and the settings at the time of an attempt. */
export interface AttemptContext {
  readonly delivery: Delivery;
  /** The present fax; for a deleted fax, its last stored state, or undefined if that is lost. */
  readonly fax: Fax | undefined;
  readonly account: Account;
  readonly project: Project;
  /** Instant of the attempt, in ms on the world's clock. */
  readonly at: number;
  /** The fault that a scenario injects. */
  readonly injected?: InjectedFault | undefined;
  /** The attempt's position among the posts to its receiver. */
  readonly place?: TaskPlace<Connections> | undefined;
  /** Waits for the response. */
  readonly errand?: Errand | undefined;
}

export interface PostTools {
  /** The PDF of a received fax; undefined if there is none. */
  readonly documentOf: (fax: Fax) => Promise<Uint8Array | undefined>;
  readonly post: Post;
  readonly order: Pick<AttemptOrder, 'start'>;
  readonly signal: AbortSignal;
}

export interface AttemptOutcome {
  readonly attempt: WebhookAttempt;
  /** The end of the delivery; null if the attempt failed and may be retried. */
  readonly end: Exclude<DeliveryState, 'pending'> | null;
}

/** Makes one attempt. Rejects if the signal aborts it, or the fax's document is missing. */
export async function makeAttempt(context: AttemptContext, tools: PostTools): Promise<AttemptOutcome> {
  const { delivery, fax, injected, at } = context;
  if (injected?.effects.drop === true) {
    return { attempt: droppedAttempt(context, injected), end: 'failed' };
  }
  const { event, faxId } = delivery.faxEvent;
  if (fax === undefined) return unsentOutcome(at, `fax ${faxId} was deleted: its webhook cannot be delivered`);
  const format = formatOf(delivery, context.account);
  if (!knowsEvent(format, event)) return unsentOutcome(at, `${format} webhooks have no event ${event}`);
  const { hasDocument } = webhookWriters[format];
  const document = await tools.order.start(hasDocument(fax) ? tools.documentOf(fax) : undefined);
  const message = writeMessage(context, subjectOf(context, fax, document));
  const result = scriptedAnswer(context) ?? (await postMessage(context, { ...message, format, fax }, tools));
  const end = result.isRefused ? 'refused' : result.failure === null ? 'delivered' : null;
  return { attempt: record(context, message, result), end };
}

/** The format that was fixed when the event was announced; otherwise the account's. */
export const formatOf = (
  { format }: { readonly format?: WebhookFormat | undefined },
  account: Account,
): WebhookFormat => format ?? account.webhookVersion;

/** The attempt for an event without a URL, or with a mailto URL. It has fields, but neither a document nor a request. */
export function unpostedAttempt(context: AttemptContext, fax: Fax): WebhookAttempt {
  const { delivery, account, at } = context;
  const { write } = webhookWriters[formatOf(delivery, account)];
  const { shown } = write(subjectOf(context, fax), editOf(delivery));
  return { ...nothingSent, at, fields: shown.fields };
}

const subjectOf = ({ delivery, project }: AttemptContext, fax: Fax, document?: Uint8Array): WebhookSubject => ({
  event: delivery.faxEvent,
  fax,
  document,
  project,
});

const nothingSent = { tookMs: 0, fields: {}, files: [], signature: null, answer: null, failure: null, rule: null };

/** The outcome of an attempt that never leaves. */
function unsentOutcome(at: number, failure: string): AttemptOutcome {
  return { attempt: { ...nothingSent, at, failure }, end: 'failed' };
}

/** The attempt that a rule drops, with the fields that it would have had. */
function droppedAttempt(context: AttemptContext, { rule, did = [] }: InjectedFault): WebhookAttempt {
  const { delivery, fax, account, at } = context;
  const isKnown = fax !== undefined && knowsEvent(formatOf(delivery, account), delivery.faxEvent.event);
  const unposted = isKnown ? unpostedAttempt(context, fax) : { ...nothingSent, at };
  return {
    ...unposted,
    failure: `dropped by the scenario rule ${scenarioText(rule)}`,
    rule,
    ruleDid: [...did, 'dropped'],
  };
}

/** The response that a scenario sets instead of the application's. No request is sent. */
function scriptedAnswer({ injected }: AttemptContext): PostResult | undefined {
  const { rule, effects: { receiver: status } = {} } = injected ?? {};
  if (rule === undefined || status === undefined) return undefined;
  const isSuccess = status >= 200 && status < 300;
  const failure = isSuccess ? null : `answered ${status}, as the scenario rule ${scenarioText(rule)} has it`;
  return { answer: { status, body: '' }, failure, isRefused: false, tookMs: 0 };
}

/** The edit of fields that a redelivery sets. */
const editOf =
  ({ editedFields }: Delivery): EditForm =>
  (form) =>
    editedFields === null ? form : { ...form, fields: { ...form.fields, ...editedFields } };

type Message = ReturnType<typeof writeMessage>;

/** Writes and signs a webhook. */
function writeMessage({ delivery, account, injected }: AttemptContext, subject: WebhookSubject) {
  const { write } = webhookWriters[formatOf(delivery, account)];
  const editFields = editOf(delivery);
  const to = { url: delivery.url ?? '', token: account.webhookToken };
  return writeSigned((edit) => write(subject, (form) => edit(editFields(form))), to, injected?.effects);
}

interface FormedMessage extends Message {
  readonly format: WebhookFormat;
  readonly fax: Fax;
}

/** The headers of a message that are its own, whatever connection takes it. */
export const messageHeaders = (type: string, signature: WebhookAttempt['signature']) => ({
  'Content-Type': type,
  ...(signature !== null && { 'X-Phaxio-Signature': signature.value }),
});

function postMessage(
  { delivery: { id, url, attempts }, account, place, errand, injected }: AttemptContext,
  { message, signature, format, fax }: FormedMessage,
  { post, signal }: PostTools,
): Promise<PostResult> {
  const { type, chunks } = message.encode();
  const headers = messageHeaders(type, signature);
  const target = withCredentials(url ?? '', injected?.effects.credentials);
  const form = {
    format,
    expected: fax.options.webhookVersion,
    isSigned: signature !== null,
    unsignedBy: account.webhookToken !== null && injected?.effects.sign === 'none' ? injected.rule : undefined,
    hasCredentials: userinfoOf(target) !== undefined,
  };
  const order = { delivery: id, attempt: attempts.length + 1, url: target, headers, form, chunks, place };
  const answer = post(order, signal);
  return errand === undefined ? answer : errand.waitFor(answer);
}

/** The URL with faulty or without credentials, if it has any. */
function withCredentials(url: string, credentials: Effects['credentials']): string {
  if (credentials === undefined || !URL.canParse(url)) return url;
  const target = new URL(url);
  if (target.username === '' && target.password === '') return url;
  if (credentials === 'none') target.username = '';
  target.password = credentials === 'none' ? '' : `not-${target.password}`;
  return target.href;
}

/**
 * Records an attempt. If its content equals that of the previous attempt, both share the texts; otherwise a dead
 * receiver would fill the memory.
 */
function record(
  { delivery, at, injected }: AttemptContext,
  { message, signature, isForged }: Message,
  result: PostResult,
): WebhookAttempt {
  const { answer, failure, tookMs, head } = result;
  const clean = cleanerOfAnswers(delivery.url ?? '');
  const { fields, files } = message.shown;
  const before = delivery.attempts.at(-1);
  const content = sharedContent({ fields, files, signature }, before);
  const ruleDid = injected === undefined ? [] : actsOf(injected, { isForged, url: delivery.url });
  return {
    at,
    tookMs,
    fields: content.fields,
    files: content.files,
    ...(head !== undefined && { head: head === before?.head ? before.head : head }),
    signature: content.signature,
    answer: answer && { ...answer, body: clean(answer.body) },
    failure: failure && clean(failure),
    rule: injected?.rule ?? null,
    ...(ruleDid.length > 0 && { ruleDid }),
  };
}

/** The acts of a rule on an attempt that it did not drop. */
function actsOf(
  { did = [], effects }: InjectedFault,
  { isForged, url }: { readonly isForged: boolean; readonly url: string | null },
): readonly RuleAct[] {
  const { receiver, duplicate, patch, body, credentials } = effects;
  const is: Readonly<Partial<Record<RuleAct, boolean>>> = {
    answered: receiver !== undefined,
    doubled: duplicate !== undefined,
    altered: patch !== undefined || body !== undefined,
    forged: isForged,
    wrong_credentials: credentials !== undefined && userinfoOf(url ?? '') !== undefined,
  };
  return [...did, ...ruleActs.filter((act) => is[act] === true)];
}

type SentContent = Pick<WebhookAttempt, 'fields' | 'files' | 'signature'>;

/** The content of the previous attempt if it is equal, otherwise the new content. */
function sharedContent(sent: SentContent, before: WebhookAttempt | undefined): SentContent {
  if (before === undefined) return sent;
  const { fields, files, signature } = before;
  return isDeepStrictEqual({ fields, files, signature }, sent) ? before : sent;
}
