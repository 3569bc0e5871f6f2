import { operationIds } from '../model/domain/operation.ts';
import { nearest, nearestText } from '../model/shared/words.ts';
import { eventKinds, scopeOf } from './effects.ts';
import { ReferenceFault } from './errors.ts';
import { faultOfFact, absenceOf, namesFax } from './facts.ts';
import type { RuleSubject } from './rule-subject.ts';

const kinds = [...operationIds, ...eventKinds] as const;

/** The operation or event that a word names: `sendFax`, or in other notations `send-fax` and `send_fax`. */
const kindOf = (word: string) => kinds.find((known) => plain(known) === plain(word));

const plain = (word: string): string => word.replaceAll(/[-_ ]/g, '').toLowerCase();

/** Whether a text is the name of an operation or an event. */
export const isSubjectKind = (word: string): boolean => kindOf(word) !== undefined;

/** The operation or event that was probably meant by a word that names neither it nor one of these scenarios. */
export function nearestKind(word: string, scenarios: readonly string[]): string | undefined {
  const near = nearest(word, [...scenarios, ...kinds]);
  return kinds.find((known) => known === near);
}

/**
 * A subject that has only the given facts, for example `sendFax` with `params.to`. A repeated fact becomes a list. Throws
 * ReferenceFault for an unknown `on`, and for a fact that no subject of this kind has.
 */
export function subjectFromFacts(on: string, pairs: readonly (readonly [name: string, value: string])[]): RuleSubject {
  const kind = kindOf(on);
  if (kind === undefined) throw new ReferenceFault(`there is no operation ${on}${nearestText(on, kinds)}`);
  const facts = new Map<string, string | readonly string[]>();
  for (const [name, value] of pairs) {
    const fault = faultOfFact(name) ?? absenceOf(name, [kind]);
    if (fault !== undefined) throw new ReferenceFault(`${name} ${fault}`);
    const before = facts.get(factKey(name));
    facts.set(factKey(name), before === undefined ? value : [before, value].flat());
  }
  const fact = (name: string): string | readonly string[] | undefined => facts.get(factKey(name));
  const isAnswer = scopeOf(kind) === 'answer';
  /** The key of a real subject: the content of a call, or the id of a record. */
  const keyOf = (...names: string[]): string | undefined => {
    const value = names.map(fact).find((known) => known !== undefined);
    return value === undefined || !isAnswer ? value?.toString() : JSON.stringify(value);
  };
  return {
    on: kind,
    fact,
    fax: keyOf('fax.id', 'params.id') ?? (namesFax(kind) || !isAnswer ? 'this one' : undefined),
    number: keyOf(...numbers),
    identity: () => JSON.stringify([kind, ...facts]),
    label: () => kind,
    isOfFacts: true,
  };
}

/** The facts that may contain the subject's number, in order of precedence. */
const numbers = [
  'params.number',
  'number.phone_number',
  'params.to',
  'to',
  'params.port_numbers',
  'order.port_numbers.port_number',
];

/** The names of headers are case-insensitive. */
const factKey = (name: string): string => (name.startsWith('headers.') ? name.toLowerCase() : name);
