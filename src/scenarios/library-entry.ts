import { isMap, isScalar, parseDocument } from 'yaml';
import type { ScenarioSource } from './inheritance.ts';
import type { RuleTarget, Scenario, Value } from './scenario.ts';

/** A parameter of a scenario, as its file declares it. */
interface DeclaredParameter {
  readonly name: string;
  /** Values that are given have its type. */
  readonly default: Value;
  /** The comment behind it. */
  readonly meaning: string | null;
}

/** A scenario as a list of the library shows it. */
export interface LibraryEntry {
  readonly name: string;
  readonly description: string;
  readonly params: readonly DeclaredParameter[];
  readonly rules: readonly { readonly id: string; readonly on: readonly RuleTarget[] }[];
}

/** A scenario of the library with the parameters that its file declares. The file has no faults. */
export const libraryEntry = ({ text }: ScenarioSource, { name, description, rules }: Scenario): LibraryEntry => ({
  name,
  description,
  params: parametersIn(text),
  rules: rules.map(({ id, on }) => ({ id, on })),
});

function parametersIn(text: string): DeclaredParameter[] {
  const params = parseDocument(text).get('params');
  if (!isMap(params)) return [];
  return params.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !isScalar(value)) return [];
    const meaning = value.comment?.trim() ?? null;
    return [{ name: String(key.value), default: value.value as Value, meaning }]; // the schema allows no other values
  });
}
