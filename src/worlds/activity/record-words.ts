import { pageAt } from '../../model/domain/course.ts';
import { numbersOf } from '../../model/domain/fax.ts';
import type { Due, Fax } from '../../model/domain/fax.ts';
import { paceOf } from '../../model/domain/pace.ts';
import type { Delivery, WebhookAttempt } from '../../model/domain/webhook.ts';
import { durationWords } from '../../model/shared/duration.ts';
import { scenarioText } from '../../model/shared/scenario-text.ts';
import { parseUrl } from '../../model/shared/urls.ts';
import { shortFailure } from '../../model/shared/webhook-answer.ts';
import { fittingMiddle } from '../../model/shared/words.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import { changeTexts, creationText, deletion, faxErrorText, partnerOf } from '../history/fax-changes.ts';
import type { EventText, Tone } from '../history/fax-event.ts';
import { attemptText, redeliveryText, webhookName } from '../history/webhook-words.ts';
import type { World } from '../world.ts';
import { blank } from './entry.ts';
import type { Happening } from './entry.ts';

/** Finds an existing fax by its number. */
export type FindFax = (id: number) => Fax | undefined;

/** The state of a world that texts about its changes depend on. */
export interface Surroundings extends Pick<World, 'paces'> {
  readonly findFax: FindFax;
}

type RecordHappening = Happening<'fax' | 'webhook' | 'port_order'>;
type Action = 'created' | 'changed' | 'deleted';

/**
 * Puts the change of a record into words; all texts about changes come from here. Undefined for records without events, such as
 * users.
 */
export function happeningOf(
  change: Committed,
  at: number,
  { findFax, paces }: Surroundings,
): RecordHappening | undefined {
  const action = change.record === undefined ? 'deleted' : change.before === undefined ? 'created' : 'changed';
  if (isIn('faxes', change)) return faxHappening(change, { action, at, paces });
  if (isIn('deliveries', change)) return webhookHappening(change, { action, at, findFax });
  if (!isIn('portOrders', change)) return undefined;
  const order = change.record ?? change.before;
  if (order === undefined) return undefined;
  const { id, status } = order;
  const summary = `Port order ${id}: ${action === 'deleted' ? 'deleted' : status}`;
  const isSilent = change.before?.status === change.record?.status;
  return { ...blank, kind: 'port_order', action, at, subject: id, status, summary, ...(isSilent && { isSilent }) };
}

/** `Fax 12 to +12025550180`. */
export function faxName({ id, direction, ...fax }: Fax): string {
  const partner = partnerOf({ direction, ...fax });
  return direction === 'sent' ? `Fax ${id} to ${partner}` : `Fax ${id} from ${partner}`;
}

function faxHappening(
  { record, before }: Committed<'faxes'>,
  { action, at, paces }: { action: Action; at: number } & Pick<World, 'paces'>,
): RecordHappening | undefined {
  const fax = record ?? before;
  if (fax === undefined) return undefined;
  const texts = faxTexts({ record, before }, at, paces);
  const { id, status, direction, error } = fax;
  const isArrival = action === 'created' && direction === 'received';
  const name = isArrival ? `Fax ${id}` : faxName(fax); // an arrival names the caller itself
  const about = {
    ...blank,
    kind: 'fax',
    action,
    at,
    subject: id,
    faxId: id,
    numbers: faxNumbers(fax),
    status,
  } as const;
  if (texts.length === 0) return { ...about, summary: `${name}: ${status}`, isSilent: true };
  const hasFailed = error !== null && fax.due === null && before?.due !== null;
  return {
    ...about,
    summary: `${name} ${texts.map(({ summary }) => summary).join(', ')}`,
    reason: hasFailed ? faxErrorText(error) : null,
    tone: toneOf(texts),
  };
}

/** The texts of a change of a fax. */
function faxTexts(
  { record, before }: Pick<Committed<'faxes'>, 'record' | 'before'>,
  at: number,
  paces: World['paces'],
): readonly EventText[] {
  if (record === undefined) return [deletion];
  if (before === undefined) return [creationText(record)];
  const page = pageAt(before, at, paceOf(paces, before.isTest));
  return changeTexts(before, record, { due: stepDone(before, record, at), page });
}

/** The due step that the change performed; null if something else changed the fax. */
const stepDone = ({ due }: Fax, after: Fax, at: number): Due | null =>
  due !== null && due.at <= at && after.due !== due ? due : null;

/** All numbers of a fax, the other end first. */
export function faxNumbers(fax: Fax): readonly string[] {
  return fax.direction === 'sent' || fax.fromNumber === null
    ? numbersOf(fax)
    : [...new Set([fax.fromNumber, ...numbersOf(fax)])];
}

const toneOf = (texts: readonly EventText[]): Tone =>
  (['bad', 'good'] as const).find((tone) => texts.some((text) => text.tone === tone)) ?? 'plain';

/** Puts the change of a webhook into words: an attempt, or its end without one. */
export function webhookHappening(
  { record, before }: Pick<Committed<'deliveries'>, 'record' | 'before'>,
  { action, at, findFax }: { action: Action; at: number; findFax: FindFax },
): RecordHappening | undefined {
  const delivery = record ?? before;
  if (delivery === undefined) return undefined;
  const { id, faxEvent, state, attempts, url } = delivery;
  const fax = findFax(faxEvent.faxId);
  const name = `Webhook ${id} ${webhookName(faxEvent, 0)} of fax ${faxEvent.faxId}${receiverText(url)}`;
  const about = {
    ...blank,
    kind: 'webhook',
    action: action === 'changed' ? 'attempted' : action,
    at,
    subject: id,
    faxId: faxEvent.faxId,
    numbers: fax === undefined ? [] : faxNumbers(fax),
    status: state,
  } as const;
  if (attempts.length > (before?.attempts.length ?? 0)) return { ...about, ...attemptWords(delivery, name) };
  if (isNews(record, before)) {
    return { ...about, summary: `${name} ${stateWords[state]}`, tone: state === 'refused' ? 'bad' : 'plain' };
  }
  return { ...about, summary: `${name}: ${action === 'deleted' ? 'deleted' : state}`, isSilent: true };
}

/** ` to app.example:8080`; empty without a URL. A long host is cut in the middle. */
const receiverText = (url: string | null): string => {
  const host = url === null ? undefined : parseUrl(url)?.host;
  return host === undefined || host === '' ? '' : ` to ${fittingMiddle(host, hostCharactersMax)}`;
};

const hostCharactersMax = 40;

/** Whether the change of a delivery is an event of its own: it ended without an attempt. */
const isNews = (record: Delivery | undefined, before: Delivery | undefined): boolean =>
  record !== undefined && record.state !== before?.state && record.state !== 'pending';

const stateWords: Readonly<Record<Delivery['state'], string>> = {
  pending: 'is due',
  delivered: 'is delivered',
  failed: 'has failed',
  refused: 'may not be sent to its address',
  mailed: 'is recorded only, since no mail is sent',
  kept: 'is recorded only, since it has no URL',
};

/** The words for the latest attempt of a delivery, and what happens next. */
function attemptWords(delivery: Delivery, name: string): Pick<Happening, 'summary' | 'reason' | 'rule' | 'tone'> {
  const { attempts } = delivery;
  const last = attempts.at(-1);
  const count = attempts.length === 1 ? redeliveryText(delivery) : `, attempt ${attempts.length}`;
  const { result, tone } = attemptText(delivery, attempts.length - 1);
  const rule = last?.rule ?? null;
  const isNamed = rule !== null && result.includes(scenarioText(rule)); // a failure that a rule causes may name it
  return {
    summary: `${name}${count}: ${withNext(result, nextText(delivery))}${isNamed ? '' : ruleText(rule)}`,
    reason: tone === 'bad' ? result : null,
    rule,
    tone,
  };
}

/** The result of an attempt, with what happens next before the advice of a long result. */
function withNext(result: string, next: string): string {
  const answered = shortFailure(result);
  return `${answered}${next}${result.slice(answered.length)}`;
}

const wasDropped = (last: WebhookAttempt | undefined): boolean => last?.ruleDid?.includes('dropped') === true;

/** `, again in 5 min`, or that the attempt was the last one. A dropped webhook had no attempt. */
function nextText({ attempts, state, dueAt }: Delivery): string {
  const last = attempts.at(-1);
  if (state === 'failed') return wasDropped(last) ? '' : ', the last attempt';
  return state === 'pending' && dueAt !== null && last !== undefined ? `, again in ${waitText(dueAt - last.at)}` : '';
}

const waitText = (ms: number): string => durationWords(Math.max(0, Math.round(ms / 1000) * 1000));

/** `, rule outage/down#1`. */
export const ruleText = (rule: string | null): string => (rule === null ? '' : `, rule ${scenarioText(rule)}`);
