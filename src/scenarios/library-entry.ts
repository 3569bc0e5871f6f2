import { parseDocument, isMap, isScalar, stringify } from 'yaml';
import type { ScenarioError } from './errors.ts';
import type { Scenario, Value } from './scenario.ts';
import { asText } from '../model/shared/conversion.ts';
import { baseName } from '../model/shared/scenario-text.ts';

/** A scenario with the parameters that its text declares. */
export const libraryEntry = ({ name, description, rules }: Scenario, text: string): LibraryEntry => ({
  name,
  description,
  params: parametersIn(text),
  rules: rules.map(({ id, on }) => ({ id, on })),
  faults: [],
});

/** The entry of a scenario with faults, so a list shows it with the others. */
export const faultyEntry = (name: string, { faults }: ScenarioError): LibraryEntry => ({
  name,
  description: `Cannot be switched on: ${faults[0] ?? ''}`,
  params: [],
  rules: [],
  faults,
});

/** A scenario that is active, or was, with the text that people read: as it was written, or JSON as YAML. */
export function describeSent(scenario: Scenario): DescribedScenario {
  const { name, written = '' } = scenario;
  return { ...libraryEntry({ ...scenario, name: baseName(name) }, written), source: readableText(written) };
}

/** JSON, which programs send in one line, in the form in which people write scenarios. */
const readableText = (text: string): string =>
  text.startsWith('{') && isJson(text) ? stringify(JSON.parse(text), { lineWidth: 120 }) : text;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text needs other files. */
export function extendsOthers(text: string): boolean {
  const document = parseDocument(text);
  return isMap(document.contents) && document.has('extends');
}

/** A scenario in a list of the library. */
export interface LibraryEntry extends Pick<Scenario, 'name' | 'description'> {
  readonly params: readonly { readonly name: string; readonly default: Value; readonly meaning: string | null }[];
  readonly rules: readonly Pick<Scenario['rules'][number], 'id' | 'on'>[];
  /** The reasons why it cannot be switched on, one per line: `FILE:LINE: …`. */
  readonly faults: readonly string[];
}

/** A scenario with its text. */
export interface DescribedScenario extends LibraryEntry {
  readonly source: string;
}

/** The parameters of a text with their defaults, which set the type of given values, and with the comments after them. */
export function parametersIn(text: string): LibraryEntry['params'] {
  const document = parseDocument(text);
  const params = isMap(document.contents) ? document.get('params') : undefined;
  if (!isMap(params)) return [];
  return params.items.flatMap(({ key, value }) => {
    if (!isScalar(key) || !isScalar(value)) return [];
    const meaning = value.comment?.trim() ?? null;
    return [{ name: asText(key.value), default: value.value as Value, meaning }]; // the schema allows no other values
  });
}
