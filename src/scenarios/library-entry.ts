import { parseDocument, isMap, isScalar } from 'yaml';
import type { ScenarioSource } from './inheritance.ts';
import type { Scenario, Value } from './scenario.ts';

/** A scenario of the library with the parameters that its file declares. The file has no faults. */
export const libraryEntry = ({ text }: ScenarioSource, { name, description, rules }: Scenario) => ({
  name,
  description,
  params: parametersIn(text),
  rules: rules.map(({ id, on }) => ({ id, on })),
});

/** A scenario as a list of the library shows it. */
export type LibraryEntry = Readonly<ReturnType<typeof libraryEntry>>;

/** The parameters with their defaults, whose type given values have, and the comments behind them. */
function parametersIn(text: string) {
  const params = parseDocument(text).get('params');
  if (!isMap(params)) return [];
  return params.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !isScalar(value)) return [];
    const meaning = value.comment?.trim() ?? null;
    return [{ name: String(key.value), default: value.value as Value, meaning }]; // the schema allows no other values
  });
}
