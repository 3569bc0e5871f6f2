import { directions, faxStatuses, recipientStatuses } from '../domain/fax.ts';
import { apiVersions } from '../domain/operation.ts';
import { portOrderStatuses } from '../domain/port-order.ts';
import { webhookEvents } from '../domain/webhook.ts';
import type { Comparison, Value } from './scenario.ts';
import { nearestWordText } from './synonyms.ts';
import type { WordKind } from './synonyms.ts';

/** Facts with few possible values, and the kind of these words. */
const possibleValues: Readonly<Record<string, readonly [values: readonly string[], kind?: WordKind]>> = {
  version: [apiVersions],
  event: [webhookEvents, 'events'],
  'fax.direction': [directions],
  'fax.status': [faxStatuses, 'statuses'],
  'fax.recipients.status': [recipientStatuses, 'statuses'],
  'order.status': [portOrderStatuses],
  'order.port_numbers.status': [portOrderStatuses],
  'rule.direction': [['send', 'receive']],
};

/** Facts that are numbers in E.164. */
const isNumber =
  /^(?:to|from|recipient|(?:fax|number|order)\.(?:recipients\.|port_numbers\.)?(?:caller_id|\w+_number))$/;

/** Why a fact never equals a value that it is compared with; undefined: it may. */
export function impossibleValue(fact: string, condition: Value | Comparison): string | undefined {
  const plain = fact.replace(/\.\d+\./, '.');
  const compared = comparedWith(condition);
  if (isNumber.test(plain)) return impossibleNumber(compared);
  const [values, kind] = possibleValues[plain] ?? [];
  const strange = values && compared.find((value) => !values.includes(value));
  if (values === undefined || strange === undefined) return undefined;
  return `is never ${strange}: it is one of ${values.join(', ')}${nearestWordText(strange, values, kind)}`;
}

function impossibleNumber(compared: readonly string[]): string | undefined {
  const strange = compared.find((value) => !/^\+\d{3,15}$/.test(value));
  if (strange === undefined) return undefined;
  return `is never ${strange}: a number must be in quotes, with its plus: '${likelyNumber(strange)}'`;
}

/** The service reads ten digits as a number in America. */
function likelyNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7) return '+12025550101';
  return digits.length === 10 && !text.startsWith('+') ? `+1${digits}` : `+${digits}`;
}

/** The values that a fact is compared with as a whole. */
function comparedWith(condition: Value | Comparison): readonly string[] {
  if (typeof condition !== 'object') return [String(condition)];
  const { in: list = [], not } = condition;
  return (not === undefined ? list : [...list, not]).map(String);
}
