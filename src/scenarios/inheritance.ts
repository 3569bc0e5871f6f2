import * as v from 'valibot';
import { headSchema } from './schema.ts';
import { readReference, refuseOtherTexts, valuesFor, writeReference } from './params.ts';
import { Substitution } from './substitution.ts';
import type { Reference } from './params.ts';
import { ReferenceFault, ScenarioError } from './errors.ts';
import { scenarioBytesMax } from './scenario.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { FaultyFile } from '../model/shared/errors.ts';
import { readLocated } from '../model/shared/yaml-document.ts';
import type { FileFault, Located, Path } from '../model/shared/yaml-document.ts';
import { dig } from './rule-subject.ts';
import { describeValue } from '../model/shared/words.ts';
import { asText } from '../model/shared/conversion.ts';

/** The text of a scenario file, and its name in messages. */
export interface ScenarioSource {
  readonly file: string;
  readonly text: string;
}

export interface LoadOptions {
  /** The values that a reference gives to the scenario's parameters. */
  readonly values?: Reference['values'];
  /** Reads an extended file: a name, or `./FILE` beside the extending file. Throws ReferenceFault. */
  readonly read?: (name: string, from: string) => ScenarioSource;
}

/** The parts of a file after its `extends` are resolved. */
interface InheritedParts {
  /** Faults of numbers, parameters and extended files, one per line. The other checks continue nevertheless. */
  readonly faults: readonly string[];
  readonly head: Located<Mapping>;
  /** Rules with their positions. A part that a later file replaces has the position in that file. */
  readonly rules: readonly Located<unknown>[];
  /** True if an extended file cannot be read, so required parts may be missing. */
  readonly isIncomplete: boolean;
}

/** A scenario as one mapping, with its parameters and `extends` resolved. */
export interface ResolvedFile extends Located<unknown> {
  /** Name with the given parameters: `busy(times=2)`; undefined if none were given. */
  readonly name: string | undefined;
  /** Faults of numbers, parameters and extended files, one per line. */
  readonly faults: readonly string[];
  readonly isIncomplete: boolean;
}

/** The chain of extending files up to this one, and the text length that is left for all files together. */
interface ExtensionWalk {
  readonly options: LoadOptions;
  readonly chain: readonly string[];
  readonly budget: { bytes: number };
}

/** Throws ScenarioError for a text that is not a mapping. Throws ReferenceFault if a value is given for an unknown parameter. */
export function resolveExtends(source: ScenarioSource, options: LoadOptions): ResolvedFile {
  const walk = { options, chain: [source.file], budget: { bytes: scenarioBytesMax } };
  const { head, rules, faults, isIncomplete } = partsOf(source, walk);
  const { values = new Map<string, string>() } = options;
  return {
    value: head.value['rules'] === undefined && rules.length === 0 ? head.value : whole(head.value, rules),
    at: ([key, index, ...rest]) => {
      const rule = key === 'rules' && typeof index === 'number' ? rules[index] : undefined;
      if (rule !== undefined) return rule.at(rest);
      return head.at([key, index, ...rest].filter((part) => part !== undefined));
    },
    name: values.size === 0 ? undefined : writeReference({ name: asText(head.value['name']), values }),
    faults,
    isIncomplete,
  };
}

/** Keeps `rules` unchanged if they are not a list, so that the schema refuses them. */
const whole = (head: Mapping, rules: readonly Located<unknown>[]): Mapping => ({
  ...head,
  rules: head['rules'] === undefined || Array.isArray(head['rules']) ? rules.map(({ value }) => value) : head['rules'],
});

function partsOf({ file, text }: ScenarioSource, walk: ExtensionWalk): InheritedParts {
  spend(walk.budget, { file, text });
  const { faults: altered, ...located } = parse(file, text);
  const lines = (faults: readonly FileFault[]): string[] => faults.map((fault) => faultAsLine(located, fault));
  const { head, params, faults: headFaults } = readHead(located.value);
  if (head === undefined) throw new ScenarioError([...altered, ...lines(headFaults)]);
  const { extends: extended = [], ...group } = head;
  const reference = { name: asText(group['name']), values: walk.options.values ?? new Map<string, string>() };
  const values = new Substitution(params && valuesFor(reference, params));
  const own = { value: fillParams(group, values), at: located.at };
  const isExtended = walk.chain.length > 1;
  if (params && values.usesOf('number').some(isNumberHere))
    refuseOtherTexts(params, reference.values.get('number'), isExtended);
  const bases = extended.map((named, index): InheritedParts => {
    const path = ['extends', index];
    try {
      return extendedParts(named, { path, values, walk });
    } catch (error) {
      if (!(error instanceof ScenarioError) || walk.budget.bytes < 0) throw error;
      const faults = error instanceof ReferenceFault ? lines([{ path, message: error.message }]) : error.faults;
      return { head: { value: {}, at: own.at }, rules: [], faults, isIncomplete: true };
    }
  });
  const unused = values.unused.map((param) => ({ path: ['params', param], message: 'is used nowhere' }));
  const faults = [...altered, ...lines([...headFaults, ...values.faults, ...unused])];
  const isIncomplete = headFaults.some(({ path: [key] }) => key === 'extends');
  return [...bases, { head: own, rules: ownRules(own), faults, isIncomplete }].reduce(mergeParts);
}

/** Whether a value at a path is a phone number: it is no pattern, and no value that an extended scenario checks. */
const isNumberHere = (path: Path): boolean => path[0] !== 'extends' && path.at(-1) !== 'matches';

type Head = v.InferOutput<typeof headSchema>;

/**
 * The head of a file, without a faulty `extends` or `params`. `head` is undefined if the file is not a mapping,
 * `params` if they are faulty.
 */
function readHead(value: unknown) {
  const read = v.safeParse(headSchema, value);
  if (read.success) return { ...splitHead(read.output), faults: [] };
  const faults = read.issues.map((issue) => faultOfIssue(value, issue));
  const wrong = new Set(faults.map(({ path: [key] }) => key));
  if (!isPlainObject(value) || wrong.has(undefined)) return { head: undefined, params: undefined, faults };
  const others = Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key)));
  const { head, params } = splitHead(v.parse(headSchema, others));
  return { head, params: wrong.has('params') ? undefined : params, faults };
}

const splitHead = ({ params = {}, ...head }: Head) => ({ head, params });

/** Throws ScenarioError if the text exceeds the budget. */
function spend(budget: ExtensionWalk['budget'], { file, text }: ScenarioSource): void {
  budget.bytes -= Buffer.byteLength(text);
  if (budget.bytes >= 0) return;
  const got = scenarioBytesMax - budget.bytes;
  throw new ScenarioError([
    `${file}:1: a scenario must have at most ${scenarioBytesMax} bytes with all that it extends, got ${got}; split it into several`,
  ]);
}

/** Fills parameters into all parts except the name, which identifies the file whatever the values are. */
function fillParams({ name, ...group }: Mapping, values: Substitution): Mapping {
  const rest = Object.entries(group).map(([key, value]) => [key, values.in(value, [key])] as const);
  return { ...(name !== undefined && { name }), ...Object.fromEntries(rest) };
}

const ownRules = ({ value: { rules }, at }: Located<Mapping>): Located<unknown>[] =>
  Array.isArray(rules)
    ? rules.map((rule: unknown, index) => ({ value: rule, at: (path) => at(['rules', index, ...path]) }))
    : [];

/** The parts of an extended file. Parameters are filled into the values of its reference, never into its name. */
function extendedParts(
  named: string,
  {
    path,
    values,
    walk,
  }: { readonly path: readonly (string | number)[]; readonly values: Substitution; readonly walk: ExtensionWalk },
): InheritedParts {
  const { options, chain, budget } = walk;
  const { read } = options;
  const reference = readReference(named);
  const pairs = [...reference.values].map(([key, value]) => [key, String(values.inText(value, path))] as const);
  if (read === undefined) throw new ReferenceFault(`${named} cannot be extended here: no library is at hand`);
  const source = read(reference.name, chain.at(-1) ?? '');
  if (chain.includes(source.file)) throw new ReferenceFault(`${named} leads back to ${source.file}`);
  return partsOf(source, { options: { read, values: new Map(pairs) }, chain: [...chain, source.file], budget });
}

/** Merges two files: parts of the later one replace those of the earlier one. Rules are matched by id. New rules come last. */
function mergeParts(base: InheritedParts, later: InheritedParts): InheritedParts {
  const own = ['name', 'description', 'rules'];
  const inherited = Object.fromEntries(Object.entries(base.head.value).filter(([key]) => !own.includes(key)));
  const rules = [...base.rules];
  const places = new Map(base.rules.map((rule, index) => [idOf(rule), index] as const).reverse());
  for (const rule of later.rules) {
    const id = idOf(rule);
    const index = id === undefined ? undefined : places.get(id);
    const earlier = index === undefined ? undefined : rules[index];
    // Each earlier rule is replaced once. A second rule with the same id in one file remains, and is reported as a
    // fault.
    if (index === undefined || earlier === undefined || !hasGroup(earlier) || !hasGroup(rule)) rules.push(rule);
    else rules[index] = withChanges(earlier, rule);
    places.delete(id);
  }
  const faults = [...base.faults, ...later.faults];
  const isIncomplete = base.isIncomplete || later.isIncomplete;
  return { head: over({ ...base.head, value: inherited }, later.head), rules, faults, isIncomplete };
}

/** A rule with the changes of a later file. A changed part replaces the earlier one, and null removes it. */
function withChanges(earlier: Located<Mapping>, later: Located<Mapping>): Located<Mapping> {
  const { value, at } = over(earlier, later);
  const parts = Object.entries(value).filter(([key]) => later.value[key] !== null);
  return { value: Object.fromEntries(parts), at };
}

const hasGroup = (located: Located<unknown>): located is Located<Mapping> => isPlainObject(located.value);

const idOf = (located: Located<unknown>): unknown => (hasGroup(located) ? located.value['id'] : undefined);

/** Reads YAML or JSON. The faults are numbers whose value would change when read. Throws ScenarioError for other text. */
export function parse(file: string, source: string) {
  try {
    const read = readLocated(file, source, { isText, hintAt });
    return { ...read, faults: read.faults.map((fault) => faultAsLine(read, fault)) };
  } catch (error) {
    throw error instanceof FaultyFile ? new ScenarioError(error.faults) : error;
  }
}

/** Whether the value at a path is sent or compared as text. A parameter counts, because it may be put into any text. */
function isText([first, , part, ...rest]: readonly (string | number)[]): boolean {
  if (first === 'params') return true;
  if (part === 'where') return !['gt', 'lt'].includes(String(rest[1]));
  return part === 'do' && rest[0] === 'respond' && rest[1] === 'headers';
}

/** A hint about `${…}` inside of braces, where YAML gives them another meaning. */
const hintAt = (line: string): string =>
  /[^'"]\$\{/.test(line) ? "; within {…} and […] ${…} must stand in quotes: '${…}'" : '';

/** A fault as one line: `FILE:LINE: rule ID: PART MESSAGE`. */
export function faultAsLine({ value, at }: Located<unknown>, { path, message }: FileFault): string {
  const { line, inherited } = at(path);
  const subject = subjectOf(value, path);
  return `${line}: ${subject}${message}${inherited === undefined ? '' : `; this part is inherited from ${inherited}`}`;
}

/** An issue of the schema as a fault: `must be an integer, got "two": write …`. */
export function faultOfIssue(value: unknown, { path, message }: v.BaseIssue<unknown>): FileFault {
  const keys = path?.map(({ key }) => key) ?? [];
  if (!/^must (?:not )?be /.test(message) || message.includes(', got ')) return { path: keys, message };
  const got = describeValue(dig(value, keys.map(asText)));
  return { path: keys, message: message.replace(/^[^:;]*/, (expected) => `${expected}, got ${got}`) };
}

/** Names a rule by its id; without an id, by its number. */
function subjectOf(value: unknown, path: Path): string {
  const [first, index, ...rest] = path;
  if (first !== 'rules' || typeof index !== 'number') return path.length === 0 ? '' : `${path.map(asText).join('.')} `;
  const rules = isPlainObject(value) ? value['rules'] : undefined;
  const rule: unknown = Array.isArray(rules) ? rules[index] : undefined;
  const id = isPlainObject(rule) ? rule['id'] : undefined;
  const name = typeof id === 'string' || typeof id === 'number' ? `rule ${id}` : `rule #${index + 1}`;
  return rest.length === 0 ? `${name} ` : `${name}: ${rest.map(asText).join('.')} `;
}

/** A mapping with a base, whose keys it replaces. Replacing a key also removes the base's fault in it. */
function over(base: Located<Mapping>, own: Located<Mapping>): Located<Mapping> {
  return {
    value: { ...base.value, ...own.value },
    at: (path) => {
      const [key] = path;
      const isBase = typeof key === 'string' && !Object.hasOwn(own.value, key) && Object.hasOwn(base.value, key);
      if (!isBase) return own.at(path);
      const { line, inherited = line } = base.at(path);
      return { line: own.at([]).line, inherited };
    },
  };
}
