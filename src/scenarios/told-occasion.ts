import { closest } from 'fastest-levenshtein';
import { operationIds } from '../domain/operation.ts';
import type { Occasion } from './engine.ts';
import { absenceOf, faultOfFact, namesFax } from './facts.ts';
import { placeOf } from './places.ts';
import { eventKinds } from './scenario.ts';
import { ReferenceFault } from './references.ts';

const kinds = [...operationIds, ...eventKinds] as const;

/**
 * A request, a fax or a webhook of which only some facts are told: `sendFax` with `params.to`. A fact that is told twice
 * is a list. Throws ReferenceFault for what is never a fact of it.
 */
export function toldOccasion(on: string, told: readonly (readonly [name: string, value: string])[]): Occasion {
  const kind = kinds.find((known) => known === on);
  if (kind === undefined) throw new ReferenceFault(`there is no operation ${on}; the nearest is ${closest(on, kinds)}`);
  const facts = new Map<string, string | readonly string[]>();
  for (const [name, value] of told) {
    const fault = faultOfFact(name) ?? absenceOf(name, [on]);
    if (fault !== undefined) throw new ReferenceFault(`${name} ${fault}`);
    const before = facts.get(spelled(name));
    facts.set(spelled(name), before === undefined ? value : [before, value].flat());
  }
  const fact = (name: string): string | readonly string[] | undefined => facts.get(spelled(name));
  const textOf = (...names: string[]): string | undefined =>
    names
      .map(fact)
      .find((value) => value !== undefined)
      ?.toString();
  const isOfFax = namesFax(on) || placeOf(on) !== 'answer';
  return {
    on: kind,
    fact,
    fax: textOf('fax.id', 'params.id') ?? (isOfFax ? 'this one' : undefined),
    number: textOf('params.number', 'number.phone_number', 'params.to', 'to'),
  };
}

/** Case counts in no name of a header. */
const spelled = (name: string): string => (name.startsWith('headers.') ? name.toLowerCase() : name);
