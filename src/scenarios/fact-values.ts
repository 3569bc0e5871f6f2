import { directions, faxStatuses, recipientStatuses } from '../domain/fax.ts';
import { apiVersions } from '../domain/operation.ts';
import { portOrderStatuses } from '../domain/port-order.ts';
import { webhookEvents } from '../domain/webhook.ts';
import { nearestText } from '../did-you-mean.ts';
import { canonicalWord } from './synonyms.ts';
import type { WordKind } from './synonyms.ts';
import type { Comparison } from './scenario.ts';

/** Facts that are always one of a few words. */
const possibleValues: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['version', apiVersions],
  ['event', webhookEvents],
  ['fax.direction', directions],
  ['fax.status', faxStatuses],
  ['fax.recipients.status', recipientStatuses],
  ['order.status', portOrderStatuses],
  ['order.port_numbers.status', portOrderStatuses],
  ['rule.direction', ['send', 'receive']],
]);

/** What they can be while a fax, or a port order, is being made; webhooks tell of both sorts of faxes. */
const valuesAtCreation: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map([
  [
    'fax',
    new Map([
      ['fax.direction', ['sent']],
      ['fax.status', ['queued', 'pendingbatch']],
    ]),
  ],
  [
    'portOrder',
    new Map([
      ['order.status', ['open']],
      ['order.port_numbers.status', ['open']],
    ]),
  ],
]);

/** Facts that are always numbers in E.164, or not there. */
const numbers: readonly string[] = [
  ...['to', 'from', 'recipient', 'fax.caller_id', 'fax.from_number', 'fax.to_number', 'fax.recipients.phone_number'],
  ...['number.phone_number', 'order.contact_number', 'order.billing_number', 'order.port_numbers.port_number'],
];

/** Why a fact can never be what it is compared with, where a rule listens; undefined: it can, or nobody knows. */
export function impossibleValue(fact: string, wanted: unknown, listener: string): string | undefined {
  const plain = fact.replace(/\.\d+\./, '.');
  const values = comparedWith(wanted);
  if (numbers.includes(plain)) return impossibleNumber(values);
  const atCreation = valuesAtCreation.get(listener)?.get(plain);
  const words = atCreation ?? possibleValues.get(plain);
  const strange = words && values.find((value) => !words.includes(value));
  if (words === undefined || strange === undefined) return undefined;
  const place = plain === 'event' ? 'events' : plain.endsWith('.status') ? 'statuses' : undefined;
  const near = words.length === 1 ? '' : nearestOf(strange, words, place);
  const one = `${atCreation === undefined ? '' : 'then '}${words.length === 1 ? '' : 'one of '}${words.join(', ')}`;
  return `is never ${strange}: it is ${one}${near}`;
}

/** What people mean by a word may be one that the fact never is there. */
function nearestOf(word: string, words: readonly string[], place: WordKind | undefined): string {
  const meant = place === undefined ? undefined : canonicalWord(word, place);
  return meant !== undefined && words.includes(meant) ? `; the nearest is ${meant}` : nearestText(word, words);
}

function impossibleNumber(values: readonly string[]): string | undefined {
  const strange = values.find((value) => !/^\+\d{3,15}$/.test(value));
  return strange === undefined
    ? undefined
    : `is never ${strange}: a number must be in quotes, with its plus: '${likelyNumber(strange)}'`;
}

/** Ten digits are those of a number in America, as the service itself reads them. */
function likelyNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7) return '+12025550101';
  return digits.length === 10 && !text.startsWith('+') ? `+1${digits}` : `+${digits}`;
}

/** The values that a fact is compared with as a whole. */
function comparedWith(wanted: unknown): readonly string[] {
  if (typeof wanted !== 'object' || wanted === null) return [String(wanted)];
  const { in: some = [], not } = wanted as Comparison;
  return [...some, ...(not === undefined ? [] : [not])].map(String);
}
