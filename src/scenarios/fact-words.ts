import { closest } from 'fastest-levenshtein';
import { directions, faxStatuses, recipientStatuses } from '../domain/fax.ts';
import { portOrderStatuses } from '../domain/port-order.ts';
import { webhookEvents } from '../domain/webhook.ts';
import type { Comparison } from './scenario.ts';

/** Facts that are always one of a few words. */
const wordsOf: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['version', ['v1', 'v2', 'v2.1']],
  ['event', webhookEvents],
  ['fax.direction', directions],
  ['fax.status', faxStatuses],
  ['fax.recipients.status', recipientStatuses],
  ['order.status', portOrderStatuses],
  ['order.port_numbers.status', portOrderStatuses],
  ['rule.direction', ['send', 'receive']],
]);

/** Why a fact can never be what it is compared with; undefined: it can, or nobody knows. */
export function strangeWord(fact: string, wanted: unknown): string | undefined {
  const words = wordsOf.get(fact.replace(/\.\d+\./, '.'));
  const strange = words && comparedWith(wanted).find((value) => !words.includes(value));
  if (words === undefined || strange === undefined) return undefined;
  return `is never ${strange}: it is one of ${words.join(', ')}; the nearest is ${closest(strange, words)}`;
}

/** The values that a fact is compared with as a whole. */
function comparedWith(wanted: unknown): readonly string[] {
  if (typeof wanted !== 'object' || wanted === null) return [String(wanted)];
  const { in: some = [], not } = wanted as Comparison;
  return [...some, ...(not === undefined ? [] : [not])].map(String);
}
