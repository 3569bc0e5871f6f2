import * as v from 'valibot';
import { headForm } from './form.ts';
import { Substitution, valuesFor } from './params.ts';
import { ReferenceFault, readReference, written } from './references.ts';
import type { Reference } from './references.ts';
import { ScenarioError } from './scenario-error.ts';
import { isGroup, over, parse, told } from './sources.ts';
import type { Group, Path, Placed } from './sources.ts';

/** The text of a scenario file, and what messages call it. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

export interface Loading {
  /** What is given for its parameters. */
  readonly values?: Reference['values'];
  /** Reads what a file extends: a name, or `./FILE` beside the file that says so. Throws ReferenceFault. */
  readonly read?: (name: string, from: string) => Source;
  /** The time at which its world begins; when it is known, what tells to wait until before is refused. */
  readonly now?: number | undefined;
}

/** A file with what it extends worked in. */
interface Parts {
  readonly head: Placed<Group>;
  /** Each is where it was written, or the parts of it that a later file says anew. */
  readonly rules: readonly Placed<unknown>[];
}

/** A scenario as one group, its parameters filled in and what it extends worked in. */
export interface Assembled extends Placed<unknown> {
  /** Its name with the parameters that were given; undefined when none were. */
  readonly name: string | undefined;
}

/** Throws ScenarioError; ReferenceFault when parameters are given that it does not have. */
export function assemble(source: Source, loading: Loading): Assembled {
  const { head, rules } = partsOf(source, loading, [source.file]);
  const { values = new Map<string, string>() } = loading;
  return {
    value: head.value['rules'] === undefined && rules.length === 0 ? head.value : whole(head.value, rules),
    at: ([key, index, ...rest]) => {
      const rule = key === 'rules' && typeof index === 'number' ? rules[index] : undefined;
      if (rule !== undefined) return rule.at(rest);
      return head.at([key, index, ...rest].filter((part) => part !== undefined));
    },
    name: values.size === 0 ? undefined : written({ name: String(head.value['name']), values }),
  };
}

/** Rules that are no list stay as they are, for the form to refuse. */
const whole = (head: Group, rules: readonly Placed<unknown>[]): Group => ({
  ...head,
  rules: head['rules'] === undefined || Array.isArray(head['rules']) ? rules.map(({ value }) => value) : head['rules'],
});

function partsOf({ file, text }: Source, loading: Loading, chain: readonly string[]): Parts {
  const { value, at } = parse(file, text);
  const refuse = (faults: readonly { path: Path; message: string }[]): ScenarioError =>
    new ScenarioError(faults.map(({ path, message }) => told(at(path), path, message)));
  const read = v.safeParse(headForm, value);
  if (!read.success) {
    throw refuse(read.issues.map(({ path, message }) => ({ path: (path ?? []).map(({ key }) => key), message })));
  }
  const { extends: extended = [], params = {}, ...group } = read.output;
  const given = { name: String(group['name']), values: loading.values ?? new Map<string, string>() };
  const values = new Substitution(valuesFor(given, params));
  const own = { value: filled(group, values), at };
  const bases = extended.map((named, index): Parts => {
    const path = ['extends', index];
    try {
      return extendedParts(named, { path, values, loading, chain });
    } catch (error) {
      throw error instanceof ReferenceFault ? refuse([{ path, message: error.message }]) : error;
    }
  });
  const unused = values.unused.map((param) => ({ path: ['params', param], message: 'is used nowhere' }));
  const faults = [...values.faults, ...unused];
  if (faults.length > 0) throw refuse(faults);
  return [...bases, { head: own, rules: ownRules(own) }].reduce(merged);
}

/** The name stays as it is: it says which file it is, whatever is given. */
function filled({ name, ...group }: Group, values: Substitution): Group {
  const rest = Object.entries(group).map(([key, value]) => [key, values.in(value, [key])] as const);
  return { ...(name !== undefined && { name }), ...Object.fromEntries(rest) };
}

const ownRules = ({ value: { rules }, at }: Placed<Group>): Placed<unknown>[] =>
  Array.isArray(rules)
    ? rules.map((rule: unknown, index) => ({ value: rule, at: (path) => at(['rules', index, ...path]) }))
    : [];

interface Extension {
  readonly path: readonly (string | number)[];
  readonly values: Substitution;
  readonly loading: Loading;
  readonly chain: readonly string[];
}

/** Parameters are filled into the values that a reference gives, never into what it names. */
function extendedParts(named: string, { path, values, loading: { read }, chain }: Extension): Parts {
  const reference = readReference(named);
  const given = [...reference.values].map(([key, value]) => [key, String(values.inText(value, path))] as const);
  if (read === undefined) throw new ReferenceFault(`${named} cannot be found from here`);
  const source = read(reference.name, chain.at(-1) ?? '');
  if (chain.includes(source.file)) throw new ReferenceFault(`${named} leads back to ${source.file}`);
  return partsOf(source, { read, values: new Map(given) }, [...chain, source.file]);
}

/** The later one's parts replace the earlier one's; rules by their id, new ones after all others. */
function merged(base: Parts, later: Parts): Parts {
  const own = ['name', 'description', 'rules'];
  const inherited = Object.fromEntries(Object.entries(base.head.value).filter(([key]) => !own.includes(key)));
  const rules = [...base.rules];
  const ids = base.rules.map(idOf);
  for (const rule of later.rules) {
    const index = isGroup(rule.value) ? ids.indexOf(idOf(rule)) : -1;
    const earlier = rules[index];
    // Once for each: a second one of the same id in one file is a mistake, and is told as one.
    if (earlier === undefined || idOf(rule) === undefined) rules.push(rule);
    else rules[index] = changed(earlier as Placed<Group>, rule as Placed<Group>);
    if (index >= 0) ids[index] = undefined;
  }
  return { head: over({ ...base.head, value: inherited }, later.head), rules };
}

/** A rule with the parts of a later one in the place of its own, and without those of which the later one says null. */
function changed(earlier: Placed<Group>, later: Placed<Group>): Placed<Group> {
  const { value, at } = over(earlier, later);
  const parts = Object.entries(value).filter(([key]) => later.value[key] !== null);
  return { value: Object.fromEntries(parts), at };
}

const idOf = ({ value }: Placed<unknown>): unknown => (isGroup(value) ? value['id'] : undefined);
