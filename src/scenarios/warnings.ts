import { directions, faxStatuses, recipientStatuses } from '../model/domain/fax.ts';
import { apiVersions } from '../model/domain/operation.ts';
import { portOrderStatuses } from '../model/domain/port-order.ts';
import { webhookEvents } from '../model/domain/webhook.ts';
import { barePhone, writtenPhone } from '../model/numbering/phone-text.ts';
import { nearestOrAll, nearestText } from '../model/shared/words.ts';
import type { FileFault } from '../model/shared/yaml-document.ts';
import { scopeOf } from './effects.ts';
import { holds } from './fact-tests.ts';
import { operationParameters } from './operation-parameters.generated.ts';
import type { CheckedRule, FactComparison, Rule, Value } from './scenario.ts';
import { unknownValue } from './substitution.ts';
import { nearestWordText } from './synonyms.ts';
import type { WordKind } from './synonyms.ts';
import { asNumber, asText } from '../model/shared/conversion.ts';

/** Parts of rules that may never match, and rules that may never fire. */
export function* findWarnings(rules: readonly CheckedRule[]): Generator<FileFault> {
  yield* strangeFacts(rules);
  const whole = rules.filter(({ faulty }) => faulty.size === 0);
  for (const isOnTop of [false, true]) yield* hiddenRules(whole.filter(({ rule }) => rule.isOnTop === isOnTop));
  if (!rules.some(({ faulty }) => faulty.has('state') || faulty.has('then'))) yield* idleStates(rules);
}

/** The warnings of each rule, by its id. */
export function warningsByRule(rules: readonly Rule[]): ReadonlyMap<string, readonly string[]> {
  const checked = rules.map((rule, index) => ({ index, rule, faulty: new Set<string>() }));
  const found = new Map<string, string[]>();
  for (const { path, message } of findWarnings(checked)) {
    const [, index, ...part] = path;
    const id = rules[asNumber(index)]?.id ?? '';
    found.set(id, [
      ...(found.get(id) ?? []),
      [part.map(asText).join('.'), message].filter((text) => text !== '').join(' '),
    ]);
  }
  return found;
}

function* strangeFacts(rules: readonly CheckedRule[]): Generator<FileFault> {
  for (const { index, rule } of rules) {
    for (const [fact, condition] of rule.where) {
      const message = fact.startsWith('params.')
        ? unknownParameter(fact, rule.on)
        : (impossibleValue(fact, condition) ?? earlyStatus(fact, rule));
      if (message !== undefined) yield { path: ['rules', index, 'where', fact], message };
    }
  }
}

/** Parameters that all operations read. */
const everywhere: readonly string[] = ['api_key', 'api_secret', '_method'];

/**
 * The warning about a parameter that no operation reads. It is no fault, because clients may send such parameters, and a rule
 * may look for them.
 */
function unknownParameter(fact: string, on: Rule['on']): string | undefined {
  const [, name = ''] = fact.split('.');
  const operations = on.includes('*') ? Object.keys(operationParameters) : on;
  const known = [...new Set(operations.flatMap((operation) => operationParameters[operation] ?? []))];
  if (everywhere.includes(name) || known.includes(name)) return undefined;
  const near = nearestText(name, known).replace(/is /, 'is params.');
  return `is no parameter of ${on.includes('*') ? 'any operation' : on.join(', ')}${near}`;
}

/** Rules that never fire, since an earlier rule fires on all their matches: it has the same conditions, or none. */
function* hiddenRules(rules: readonly CheckedRule[]): Generator<FileFault> {
  const hiding = new Map<string, string>();
  for (const { index, rule } of rules) {
    const earlier = rule.on.map((on) =>
      keysOf(rule, on)
        .map((key) => hiding.get(key))
        .find((id) => id !== undefined),
    );
    if (earlier.every((id) => id !== undefined)) {
      yield { path: ['rules', index], message: `never fires, since rule ${earlier[0] ?? ''} goes before it` };
    }
    if (!firesAlways(rule)) continue;
    for (const key of rule.on.map((on) => keyOf(on, conditionsOf(rule)))) {
      if (!hiding.has(key)) hiding.set(key, rule.id);
    }
  }
}

/** Whether a rule fires on each match. */
export const firesAlways = ({ after, every, times, chance, do: { rateLimit } }: Rule): boolean =>
  after === 0 && every === 1 && times === Infinity && chance === 1 && rateLimit === undefined;

/** The conditions as one text; empty without conditions. */
function conditionsOf({ where, state, during: { from, until }, per }: Rule): string {
  const isBare = where.size === 0 && state === undefined && from === 0 && until === Infinity;
  if (isBare && (per === 'rule' || per === 'account')) return '';
  const facts = [...where].map(([fact, condition]) => [
    fact,
    typeof condition === 'object' ? condition : String(condition),
  ]);
  return JSON.stringify([facts.sort(), state, from, String(until), per]);
}

const keyOf = (on: string, conditions: string): string => `${on} ${conditions}`;

/** The keys of earlier rules that would hide this one. */
const keysOf = (rule: Rule, on: string): string[] =>
  (scopeOf(on) === 'answer' ? ['*', on] : [on]).flatMap((word) => [keyOf(word, ''), keyOf(word, conditionsOf(rule))]);

/**
 * Finds states that are never entered or never used. A scenario begins without a state, so each state needs a rule that enters
 * it with `then`, and a rule that waits for it with `state`.
 */
function* idleStates(rules: readonly CheckedRule[]): Generator<FileFault> {
  const reached = new Set(rules.flatMap(({ rule: { then = [] } }) => then));
  const hasStates = rules.some(({ rule: { state } }) => state !== undefined);
  for (const { index, rule } of rules) {
    const { state, then } = rule;
    if (state !== undefined && !reached.has(state)) {
      const near = reached.size === 0 ? '; no rule leads to a state' : nearestOrAll(state, [...reached]);
      yield { path: ['rules', index, 'state'], message: `${state} is never reached${near}` };
    }
    if (then !== undefined && !hasStates) {
      yield { path: ['rules', index, 'then'], message: `${then} has no effect: no rule has a state` };
    }
  }
}

/** Facts with few possible values, and the synonym table for these. */
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

/** The statuses that a fax of each direction, or an order, has at the moment when its rules are matched. */
const statusesThen = {
  fax: {
    moment: 'is created',
    remedy: '; for a later status use on: webhook or on: getFax',
    sent: ['queued', 'pendingbatch'],
    received: ['success', 'failure'],
  },
  webhook: {
    moment: 'has a webhook',
    remedy: '',
    sent: ['inprogress', 'success', 'failure', 'partialsuccess'],
    received: ['success', 'failure'],
  },
} as const;

const comparesStatus = /^(?:fax|order(?:\.port_numbers(?:\.\d+)?)?)\.status$/;

/** The reason why a record never has a compared status when its rules are matched, or only a received fax has it. */
function earlyStatus(fact: string, { on: [on], where }: Rule): string | undefined {
  const condition = where.get(fact);
  if (!comparesStatus.test(fact) || condition === undefined) return undefined;
  const isMet = (statuses: readonly string[]): boolean => statuses.some((status) => holds(condition, status));
  if (on === 'portOrder') return isMet(['open']) ? undefined : 'never matches: an order is open when it is created';
  return on === 'fax' || on === 'webhook' ? earlyFaxStatus(on, isMet, where.get('fax.direction')) : undefined;
}

function earlyFaxStatus(
  on: keyof typeof statusesThen,
  isMet: (statuses: readonly string[]) => boolean,
  direction: Value | FactComparison | undefined,
): string | undefined {
  const { moment, remedy, ...statuses } = statusesThen[on];
  const possible = directions.filter((one) => direction === undefined || holds(direction, one));
  const met = possible.filter((one) => isMet(statuses[one]));
  const missesSent = on === 'fax' && possible.includes('sent') && !met.includes('sent');
  if (possible.length === 0 || (met.length > 0 && !missesSent)) return undefined;
  const then = possible.map((one) => `a ${one} fax is ${statuses[one].join(' or ')}`).join(', ');
  return `${met.length > 0 ? 'matches received faxes only' : 'never matches'}: when it ${moment}, ${then}${remedy}`;
}

/** Facts that are phone numbers in E.164. */
const isNumber =
  /^(?:to|from|recipient|(?:fax|number|order)\.(?:recipients\.|port_numbers\.)?(?:caller_id|\w+_number))$/;

/** The reason why a fact never equals a compared value; undefined if it may. */
function impossibleValue(fact: string, condition: Value | FactComparison): string | undefined {
  const plain = fact.replace(/\.\d+\./, '.');
  const compared = comparedWith(condition);
  if (isNumber.test(plain)) return impossibleNumber(compared) ?? impossiblePart(condition);
  if (plain === 'url') return impossibleUrl(compared);
  const [values, kind] = possibleValues[plain] ?? [];
  const strange = values && compared.find((value) => !values.includes(value));
  if (values === undefined || strange === undefined) return undefined;
  return `is never ${strange}: it is one of ${values.join(', ')}${nearestWordText(strange, values, kind)}`;
}

function impossibleNumber(compared: readonly string[]): string | undefined {
  const strange = compared.find((value) => writtenPhone(value) === undefined);
  if (strange === undefined) return undefined;
  return `is never ${strange}: a number is in E.164, with its plus: '${likelyNumber(strange)}'`;
}

/** The fault of a partial comparison: a number contains digits and a plus, but no letters or spaces. */
function impossiblePart(condition: Value | FactComparison): string | undefined {
  const { contains = '', matches } = typeof condition === 'object' ? condition : {};
  if (contains !== '' && contains !== unknownValue && barePhone(contains) === undefined)
    return `never contains ${contains}: a number has digits and a plus`;
  return matches?.source.includes(' ') === true
    ? `never matches ${matches.source}: a number is compared without spaces, as +12025550101`
    : undefined;
}

function impossibleUrl(compared: readonly string[]): string | undefined {
  const strange = compared.find((value) => !/^https?:\/\//i.test(value));
  return (
    strange && `is never ${strange}: it is the whole URL, http://localhost:3000/hook; a part needs { contains: … }`
  );
}

/** A suggestion for a number. The service reads ten digits as a North American number. */
function likelyNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7) return '+12025550101';
  return digits.length === 10 && !text.startsWith('+') ? `+1${digits}` : `+${digits}`;
}

/** The values that are compared with the whole fact. */
function comparedWith(condition: Value | FactComparison): readonly string[] {
  if (typeof condition !== 'object') return [String(condition)];
  const { in: list = [], not } = condition;
  return (not === undefined ? list : [...list, not]).map(String);
}
