import { field, fieldsOf, listOf, orNull, words } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import { urlCharactersMax, readUrl } from '../shared/urls.ts';
import { isAccepting } from '../shared/webhook-answer.ts';

/** The events of a fax. `fax_completed` is also the event of a received fax. Source: the v2.1 page on webhooks. */
export const webhookEvents = ['fax_completed', 'transmitting_page', 'retry_scheduled'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The versions of webhooks that an account can choose, independent of the version that sent the fax. */
export const webhookVersions = ['v1', 'v2', 'v2.1'] as const;
export type WebhookVersion = (typeof webhookVersions)[number];

/** The formats of webhooks: the versions that an account can choose, and those that only a fax can request. */
export const webhookFormats = [...webhookVersions, 'v3 multipart', 'v3 json'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const eventTable = {
  event: words(webhookEvents),
  faxId: 'integer',
  /** Number of the call that an inflight event is about, E.164; null for other events. */
  recipientNumber: orNull('phoneNumber'),
  /** `transmitting_page`: counted from 1. */
  page: orNull('integer'),
  /** `retry_scheduled`: the number of the retry, from 1. */
  retryCount: orNull('integer'),
} as const;

/** An event of a fax, with facts that are not in the fax. */
export interface FaxEvent extends RecordOf<typeof eventTable> {}

/** Whether webhooks can go to a URL: http, https, or mailto with an address. Source: the v2.1 page on webhooks. */
export function isCallbackUrl(text: string): boolean {
  const url = text.length > urlCharactersMax.callback ? undefined : readUrl(text);
  if (url === undefined) return false;
  const { protocol, pathname } = url;
  // A mailto URL needs an address.
  return protocol === 'http:' || protocol === 'https:' || (protocol === 'mailto:' && /[^@]@[^@]/.test(pathname));
}

/** An event of a fax, without the fields that only some events have; callers add them. */
export function faxEvent(fax: { readonly id: number }, event: WebhookEvent): FaxEvent {
  return { event, faxId: fax.id, recipientNumber: null, page: null, retryCount: null };
}

/**
 * The acts of a scenario rule on an attempt. `dropped`, `answered`: nothing was sent, and the rule made the result. `forged`,
 * `wrong_credentials`: the signature or the credentials are wrong or missing, so a program must refuse it. `altered`: other fields,
 * rightly signed. `doubled`: the event is delivered more than once. `reordered`: it waited for another event.
 */
export const ruleActs = [
  'dropped',
  'answered',
  'delayed',
  'reordered',
  'doubled',
  'altered',
  'forged',
  'wrong_credentials',
] as const;
export type RuleAct = (typeof ruleActs)[number];

const attemptTable = {
  /** Beginning of the attempt, in ms on the world's clock. */
  at: 'time',
  /** How long the attempt took, in real ms. */
  tookMs: 'number',
  /** The sent message: the text fields, and the name, type, size in bytes and SHA-1 of files. */
  fields: 'texts',
  files: listOf(fieldsOf({ name: 'text', filename: 'text', type: 'text', bytes: 'count', sha1: 'text' })),
  /** The head of the request, as it was sent; absent if no connection took the request, or if an older faxsim recorded it. */
  head: field('text', { isOptional: true }),
  /** `X-Phaxio-Signature` and the string that it signs; null when the account has no token. */
  signature: orNull(fieldsOf({ value: 'text', signed: 'text' })),
  /** The answer's status and the beginning of its body; null when there was none. */
  answer: orNull(fieldsOf({ status: 'integer', body: 'text' })),
  /** Why the attempt failed, in words that help a developer; null if it did not fail. */
  failure: orNull('text'),
  /** The scenario rule that changed it, `scenario/rule#n`, if any. */
  rule: orNull('text'),
  /** The acts of that rule; absent if it did nothing, or if an older faxsim recorded the attempt. */
  ruleDid: field(listOf(words(ruleActs)), { isOptional: true }),
} as const;

/** An attempt to deliver an event. */
export interface WebhookAttempt extends RecordOf<typeof attemptTable> {}

type DidOf = Pick<WebhookAttempt, 'ruleDid'>;

/** Whether a rule made the result of an attempt: it dropped the webhook, or gave the answer of the application. Nothing was sent. */
export const isMadeByRule = ({ ruleDid = [] }: DidOf): boolean =>
  ruleDid.includes('dropped') || ruleDid.includes('answered');

/** Whether a program must refuse an attempt. */
const isForged = ({ ruleDid = [] }: DidOf): boolean =>
  ruleDid.includes('forged') || ruleDid.includes('wrong_credentials');

/** The reactions of a program to a forged webhook. */
export const forgeryResults = ['accepted', 'refused'] as const;

/** Whether the program accepted or refused a forged attempt; null if it is genuine, or the program did not decide, such as with 500. */
export function forgeryResult(attempt: WebhookAttempt): (typeof forgeryResults)[number] | null {
  const { answer } = attempt;
  if (!isForged(attempt) || answer === null || isMadeByRule(attempt)) return null;
  if (isAccepting(answer)) return 'accepted';
  return answer.status >= 400 && answer.status < 500 ? 'refused' : null;
}

/** Whether the program or its network is at fault in the latest attempt: it failed, or a forged webhook was accepted. A refused one is right. */
export function isFailing({ attempts }: Pick<Delivery, 'attempts'>): boolean {
  const last = attempts.at(-1);
  if (last === undefined) return false;
  const forgery = forgeryResult(last);
  return forgery === 'accepted' || (last.failure !== null && forgery === null);
}

/**
 * The state of a delivery: `pending` waits for its first or next attempt; `delivered` was answered with 2xx; `failed` had
 * its last retry; `refused` has an address that faxsim may not post to; `mailed` has a `mailto:` URL, and no mail is sent;
 * `kept` has no URL and is only in the delivery log.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'refused', 'mailed', 'kept'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const deliveryTable = {
  id: 'key',
  createdAt: 'time',
  faxEvent: fieldsOf(eventTable),
  /** The configured URL, credentials included; null if the event is recorded only. */
  url: orNull('callbackUrl'),
  /** The format of the message, fixed when the event is announced; absent: that of the account at each attempt. */
  format: field(words(webhookFormats), { isOptional: true }),
  /** Text fields of a redelivery that replace those of the fax; null without such fields. */
  editedFields: orNull('texts'),
  /** Whether a control call sent it, such as a redelivery; absent if a change of its fax sent it. */
  isByControl: field('flag', { isOptional: true }),
  /** Whether a fixture made it, as of the time before its world began; absent for others. No verification counts it. */
  isOfFixture: field('flag', { isOptional: true }),
  /** The delivery that a control call repeated, and the time of its own next retry (null: it had ended); absent for others. */
  redelivery: field(fieldsOf({ of: 'integer', retryAt: orNull('time') }), { isOptional: true }),
  state: words(deliveryStates),
  /** Instant of the next attempt; null unless the delivery is pending. */
  dueAt: orNull('time'),
  attempts: listOf(fieldsOf(attemptTable)),
} as const;

/** An event on its way to an application. The deliveries of an account, in order of creation, are its delivery log. */
export interface Delivery extends RecordOf<typeof deliveryTable> {}

/** The name of the plan of a delivery's next attempt. */
export const attemptTaskName = (id: number): string => `deliveries ${id}`;

/** The name of the progress at the end of an attempt. */
export const attemptEnd = (id: number): string => `${attemptTaskName(id)} end`;

/** The delivery whose attempt begins or ends with this name; undefined for other work. */
export function readAttemptName(name: string): { readonly id: number; readonly isEnd: boolean } | undefined {
  const [, id, end] = /^deliveries (\d+)( end)?$/.exec(name) ?? [];
  return id === undefined ? undefined : { id: Number(id), isEnd: end !== undefined };
}
