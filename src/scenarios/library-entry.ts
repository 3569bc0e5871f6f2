import { parseDocument, isMap, isScalar } from 'yaml';
import type { ScenarioSource } from './inheritance.ts';
import type { ScenarioError } from './errors.ts';
import type { Scenario, Value } from './scenario.ts';
import { asText } from '../model/shared/conversion.ts';

/** A scenario of the library with the parameters that its file declares. */
export const libraryEntry = ({ text }: ScenarioSource, { name, description, rules }: Scenario): LibraryEntry => ({
  name,
  description,
  params: parametersIn(text),
  rules: rules.map(({ id, on }) => ({ id, on })),
});

/** The entry of a scenario with faults, so a list shows it with the others. */
export const faultyEntry = (name: string, { faults: [first = ''] }: ScenarioError): LibraryEntry => ({
  name,
  description: `Cannot be switched on: ${first}`,
  params: [],
  rules: [],
});

/** A scenario in a list of the library. */
export interface LibraryEntry extends Pick<Scenario, 'name' | 'description'> {
  readonly params: readonly { readonly name: string; readonly default: Value; readonly meaning: string | null }[];
  readonly rules: readonly Pick<Scenario['rules'][number], 'id' | 'on'>[];
}

/** The parameters with their defaults, which set the type of given values, and with the comments after them. */
function parametersIn(text: string) {
  const params = parseDocument(text).get('params');
  if (!isMap(params)) return [];
  return params.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !isScalar(value)) return [];
    const meaning = value.comment?.trim() ?? null;
    return [{ name: asText(key.value), default: value.value as Value, meaning }]; // the schema allows no other values
  });
}
