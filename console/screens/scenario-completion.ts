import scenarioSchema from '../../docs/scenario.schema.json' with { type: 'json' };
import type { Completion, Completions } from '../ui/editor-content.ts';
import { asText } from '../../src/model/shared/conversion.ts';

/** The keywords of JSON Schema that the schema of scenarios uses. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

interface RootSchema extends Schema {
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** The compiler infers an overly specific type for the JSON file. */
const asSchema = (read: unknown): RootSchema => read as RootSchema;

const { $defs: definitions, ...root } = asSchema(scenarioSchema);

/** A schema and all its alternatives. */
function alternatives(schema: Schema): readonly Schema[] {
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
  const referred = $ref === undefined ? undefined : definitions[$ref.replace('#/$defs/', '')];
  const inner = [...anyOf, ...oneOf, ...allOf, ...(referred === undefined ? [] : [referred])];
  return [schema, ...inner.flatMap(alternatives)];
}

const item = '-';

function partOf({ items, properties = {}, additionalProperties: others }: Schema, step: string): readonly Schema[] {
  const part = step === item ? items : (properties[step] ?? (typeof others === 'object' ? others : undefined));
  return part === undefined ? [] : alternatives(part);
}

function keysOf({ properties = {}, propertyNames }: Schema): readonly Completion[] {
  const keys = Object.entries(properties).map(([word, { description = '' }]) => ({ word, meaning: description }));
  const names = propertyNames === undefined ? [] : alternatives(propertyNames).flatMap(({ enum: words = [] }) => words);
  return [...keys, ...names.map((word) => ({ word: asText(word), meaning: '' }))].map((key) => ({
    ...key,
    text: `${key.word}: `,
  }));
}

function valuesOf({ enum: words = [], const: only, type }: Schema): readonly Completion[] {
  const all = [...words, ...(only === undefined ? [] : [only]), ...(type === 'boolean' ? [true, false] : [])];
  return all.map(asText).map((word) => ({ word, meaning: '', text: word === '*' ? "'*'" : word }));
}

interface Place {
  /** The path of keys to the value at the cursor, or to the mapping whose key is there; `-` for a list item. */
  readonly path: readonly string[];
  readonly holds: 'key' | 'value' | 'either';
}

interface Open {
  readonly indent: number;
  readonly step: string;
}

const keyPattern = /^(?:[\w.*-]+|'[^']*'|"[^"]*"):(?=\s|$)\s*/;
const stepOf = (key: string): string => key.trim().replace(/:$/, '').replaceAll(/['"]/g, '');

/** Reads the beginning of a line, and updates the open keys. Returns the rest of the line. */
function readLine(line: string, open: Open[]): { readonly rest: string; readonly holds: Place['holds'] } {
  let rest = line.trimStart();
  let indent = line.length - rest.length;
  const isItem = /^-(?: |$)/.test(rest);
  // List items may be in the same column as their key.
  while (open.length > 0 && isAfter(open.at(-1), indent, isItem)) open.pop();
  let holds: Place['holds'] = 'key';
  for (let dash = /^- */.exec(rest); dash !== null && /^-(?: |$)/.test(rest); dash = /^- */.exec(rest)) {
    open.push({ indent, step: item });
    indent += dash[0].length;
    rest = rest.slice(dash[0].length);
    holds = 'either';
  }
  const key = keyPattern.exec(rest)?.[0];
  if (key === undefined) return { rest, holds };
  open.push({ indent, step: stepOf(key) });
  return { rest: rest.slice(key.length), holds: 'value' };
}

const isAfter = (last: Open | undefined, indent: number, isItem: boolean): boolean =>
  last !== undefined && (last.indent > indent || (last.indent === indent && !(isItem && last.step !== item)));

interface Flow {
  readonly path: string[];
  holds: Place['holds'];
  readonly braces: { readonly isList: boolean; readonly depth: number }[];
}

const tokenPattern =
  /(?<!')'(?:[^']|'')*'(?!:)|(?<!\\)"(?:[^"\\]|\\.)*"(?!:)|(?<key>(?:(?<![\w.*-])[\w.*-]+|'[^']*'|"[^"]*"):(?=\s|$))|(?<brace>[[{])|(?<comma>,)|(?<end>[\]}])/g;

/** The effect of each token within braces on the position after it. */
const tokens: Readonly<Record<string, (flow: Flow, text: string) => void>> = {
  key(flow, text) {
    if (flow.braces.at(-1)?.isList !== false || flow.holds !== 'key') return;
    flow.path.push(stepOf(text));
    flow.holds = 'value';
  },
  brace(flow, text) {
    const isList = text === '[';
    flow.braces.push({ isList, depth: flow.path.length });
    if (isList) flow.path.push(item);
    flow.holds = isList ? 'value' : 'key';
  },
  comma(flow) {
    const brace = flow.braces.at(-1);
    if (brace === undefined) return;
    flow.path.length = brace.depth + (brace.isList ? 1 : 0);
    flow.holds = brace.isList ? 'value' : 'key';
  },
  end(flow) {
    const brace = flow.braces.pop();
    if (brace !== undefined) flow.path.length = brace.depth;
  },
};

/** The position in the document at the end of a value within braces and brackets: `{ respond: { st`. */
function placeWithin(rest: string, { path, holds }: Place): Place {
  const flow: Flow = { path: [...path], holds, braces: [] };
  for (const { 0: text, groups = {} } of rest.matchAll(tokenPattern)) {
    const [kind = ''] = Object.keys(groups).filter((name) => groups[name] !== undefined);
    tokens[kind]?.(flow, text);
  }
  return flow;
}

/** The possible words at an offset of a scenario in YAML, if any. */
export function completionsAt(text: string, offset: number): Completions | undefined {
  const lines = text.slice(0, offset).split('\n');
  const last = lines.pop() ?? '';
  if (/(?:^|\s)#/.test(last)) return undefined;
  const open: Open[] = [];
  for (const line of lines) if (line.trim() !== '' && !line.trimStart().startsWith('#')) readLine(line, open);
  const { rest, holds } = readLine(last, open);
  const begun = /(?<![\w.*-])[\w.*-]*$/.exec(rest)?.[0] ?? '';
  const before = rest.slice(0, rest.length - begun.length);
  const place = placeWithin(before, { path: open.map(({ step }) => step), holds });
  const schemas = place.path.reduce<readonly Schema[]>(
    (all, step) => all.flatMap((schema) => partOf(schema, step)),
    alternatives(root),
  );
  const found = schemas.flatMap((schema) => [
    ...(place.holds === 'value' ? [] : keysOf(schema)),
    ...(place.holds === 'key' ? [] : valuesOf(schema)),
  ]);
  const matching = found.filter(({ word }) => word.toLowerCase().startsWith(begun.toLowerCase()));
  const all = [...new Map(matching.map((completion) => [completion.word, completion])).values()];
  const isWritten = all.length === 1 && all[0]?.word === begun;
  return all.length === 0 || isWritten ? undefined : { begun, all };
}
