import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { valuesText, withNumbers } from '../../src/model/shared/searched-words.ts';
import { remembered } from '../ui/list-items.ts';
import { answerTone } from '../ui/badge.tsx';
import type { Tone } from '../ui/badge.tsx';
import { shortReason } from '../format.ts';
import { runsOf } from '../equal-runs.ts';
import { faxStatuses } from './fax-words.ts';
import { scenarioOfLabel } from './request-words.ts';
import { isDropped } from './webhook-attempt.ts';
import type { Attempt } from './webhook-attempt.ts';
import { webhookStates } from './webhook-states.ts';
import { signaturesIn } from '../../src/model/shared/signatures-in.ts';

/** The words for a forged attempt: accepting it is a mistake of the program, and refusing it is right. */
const forgeryWords = {
  accepted: { tone: 'bad', word: 'Forgery accepted' },
  refused: { tone: 'good', word: 'Forgery refused' },
} as const;

/** The state in the list. A pending webhook with failed attempts waits for a retry. */
export function shownState({ state, attempts }: WebhookRecord): { readonly tone: Tone; readonly word: string } {
  const last = attempts.at(-1);
  if (last !== undefined && isDropped(last)) return { tone: 'mixed', word: 'Not sent' };
  if (last?.forgery === 'accepted' || (last?.forgery === 'refused' && state === 'failed')) {
    return forgeryWords[last.forgery];
  }
  if (state === 'pending' && attempts.length > 0) return { tone: 'waiting', word: 'Will retry' };
  return webhookStates[state];
}

/** Whether the message of a webhook has the form of v3, which has no signature. */
export const isOfV3 = ({ format }: Pick<WebhookRecord, 'format'>): boolean => format?.startsWith('v3') === true;

/**
 * Whether an attempt was signed, and was refused, so that the signature may be the cause. A 404 comes from a wrong path or port,
 * and a 500 from a fault of the program, unless the answer has a signature.
 */
export function isRefusedSigned({ answer, forgery, signature }: Attempt): boolean {
  const { status = 0, body = '' } = answer ?? {};
  const isAboutOther = status === 404 || status >= 500;
  const isRefused = forgery === null && status >= 400 && (!isAboutOther || signaturesIn(body).length > 0);
  return isRefused && signature !== null;
}

/** The response of an attempt in a word: `200`, `no response`. */
export function attemptResult(attempt: Attempt): { readonly tone: Tone; readonly word: string } {
  const { answer, failure, rule, forgery } = attempt;
  if (isDropped(attempt)) return { tone: 'mixed', word: `dropped by ${scenarioText(scenarioOfLabel(rule ?? ''))}` };
  if (answer !== null && forgery !== null) {
    const { tone, word } = forgeryWords[forgery];
    return { tone, word: `${answer.status}, ${word.toLowerCase()}` };
  }
  if (answer !== null) return { tone: answerTone(failure !== null), word: String(answer.status) };
  return failure === null ? { tone: 'plain', word: 'recorded' } : { tone: 'bad', word: 'no response' };
}

/** An attempt in a sentence about attempts, with its reason: `answered 401 · Invalid signature`, `failed: timed out`. */
export function attemptWords(attempt: Attempt): string {
  const { answer, failure, forgery } = attempt;
  const { word } = attemptResult(attempt);
  if (isDropped(attempt) || forgery !== null || failure === null) return answer === null ? word : `answered ${word}`;
  const reason = shortReason(failure);
  return reason.startsWith('answered ') ? reason : `failed: ${reason}`;
}

/** The reason of a failure without what the result beside it says: `Invalid signature` beside `401`. */
export const reasonBeside = (attempt: Attempt | undefined): string =>
  attempt === undefined || isDropped(attempt)
    ? ''
    : shortReason(attempt.failure ?? '').replace(/^answered \d+(?: · |, )?/, '');

/** The searched text of a webhook, in lower case: the values of its record and messages, and the words of its row. */
export const searchedText = remembered((webhook: WebhookRecord): string => {
  const { id, fax_id: fax, attempts, state, due_at: due } = webhook;
  // Leaves out the signed text, which contains the names of all fields.
  const unsigned = attempts.map(({ signature, ...attempt }) => ({ ...attempt, signature: signature?.value }));
  const words = [
    `webhook ${id}`,
    `fax ${fax}`,
    webhookStates[state].word,
    shownState(webhook).word,
    due !== null && attempts.length > 0 ? 'retry' : '',
  ];
  const text = [
    valuesText({ ...webhook, attempts: unsigned }),
    ...words,
    faxWords(webhook) ?? '',
    ...attemptGroups(attempts).map(({ word }) => word),
  ];
  return withNumbers(text.join('\n')).toLowerCase();
});

/** Attempts in few words; consecutive equal ones are combined: `12 × no response`. */
export const attemptGroups = (
  attempts: readonly Attempt[],
): readonly { readonly tone: Tone; readonly word: string }[] =>
  runsOf(attempts.map(attemptResult), { resultOf: ({ word }) => word }).map(([{ tone, word }, ...others]) => ({
    tone,
    word: others.length === 0 ? word : `${others.length + 1} × ${word}`,
  }));

/** The other end and the status of the fax, from the message: `to +1 202 555 0123 · Success`. */
export function faxWords({ attempts }: WebhookRecord): string | undefined {
  const fax = faxIn(attempts.at(-1)?.fields['fax']);
  if (fax === undefined) return undefined;
  const status = Object.entries(faxStatuses).find(([name]) => name === fax['status'])?.[1].word;
  return [endIn(fax), status].filter((part) => part !== undefined).join(' · ') || undefined;
}

/** The other end of the fax: `from +1 202 555 0123`, `to +1 202 555 0123 and 3 more`. */
function endIn(fax: Readonly<Record<string, unknown>>): string | undefined {
  if (fax['direction'] === 'received') return numberAfter('from', fax['from_number']);
  const [first, ...others] = Array.isArray(fax['recipients']) ? (fax['recipients'] as unknown[]) : [];
  const end = numberAfter('to', isObject(first) ? (first['phone_number'] ?? first['number']) : fax['to_number']);
  return end !== undefined && others.length > 0 ? `${end} and ${others.length} more` : end;
}

const numberAfter = (word: string, number: unknown): string | undefined =>
  typeof number === 'string' ? `${word} ${phoneText(number)}` : undefined;

function faxIn(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Maps the ids of repeated webhooks to the first about the same event of the fax. One that people sent as new repeats none. */
export function repeatedWebhooks(newestFirst: readonly WebhookRecord[]): ReadonlyMap<number, number> {
  const firsts = new Map<string, number>();
  const repeated = new Map<number, number>();
  const retries = new Map<number, string>();
  for (const webhook of newestFirst.toReversed()) {
    const { id, event, fax_id: fax, attempts, by_control: isByControl, redelivery_of: original } = webhook;
    if (isByControl && original === null) continue;
    const { page, retry_count: retry, recipient_phone_number: number } = attempts[0]?.fields ?? {};
    // Before the first attempt, only `fax_completed` identifies the event.
    if (event !== 'fax_completed' && attempts.length === 0) continue;
    if (retry !== undefined) retries.set(fax, retry);
    // A call that is repeated sends the same pages, which are other events.
    const key = [event, fax, ...(event === 'fax_completed' ? [] : [number, retries.get(fax), page])].join(' ');
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, id);
    else repeated.set(id, first);
  }
  return repeated;
}
