import * as v from 'valibot';
import { ruleSchema } from './schema.ts';
import { faultsOf } from './rule-checks.ts';
import type { FileFault, Group, Path } from './scenario-document.ts';
import { isPlainObject } from '../shared/objects.ts';

/**
 * Faults of meaning in the rules of a file, whether or not it has faults of form too: parts of a wrong form are left out.
 * `issues` are the faults of form.
 */
export function faultsInRules(value: unknown, issues: readonly FileFault[]): FileFault[] {
  const rules: unknown = isPlainObject(value) ? value['rules'] : undefined;
  if (!Array.isArray(rules)) return [];
  const wrong = wrongParts(issues);
  return [
    ...rules.flatMap((rule: unknown, index) =>
      faultsInRule(rule, wrong.get(index) ?? []).map(({ path, message }) => ({
        path: ['rules', index, ...path],
        message,
      })),
    ),
    ...repeatedIds(rules),
  ];
}

/** The paths of the wrong parts within each rule, by its index. */
function wrongParts(issues: readonly FileFault[]): Map<number, Path[]> {
  const parts = new Map<number, Path[]>();
  for (const { path } of issues) {
    const [first, index, ...rest] = path;
    if (first !== 'rules' || typeof index !== 'number') continue;
    const others = parts.get(index);
    if (others === undefined) parts.set(index, [rest]);
    else others.push(rest);
  }
  return parts;
}

function faultsInRule(rule: unknown, wrong: readonly Path[]): FileFault[] {
  if (!isPlainObject(rule)) return [];
  const sound = wrong.length === 0 ? rule : wrong.reduce(without, { ...rule, id: 'sound' });
  const read = v.safeParse(ruleSchema, sound);
  if (!read.success) return []; // a part is missing that decides what the others mean
  return faultsOf(read.output).filter(({ path }) => wrong.length === 0 || isOfOnePart(path));
}

/** The rule without a part: without one effect or one fact of those that it has, else without the key. */
function without(rule: Group, [key, within]: Path): Group {
  const group = rule[String(key)];
  if ((key === 'do' || key === 'where') && within !== undefined && isPlainObject(group)) {
    return { ...rule, [key]: omitted(group, within) };
  }
  return key === 'id' ? rule : omitted(rule, key);
}

const omitted = (group: Group, key: unknown): Group =>
  Object.fromEntries(Object.entries(group).filter(([name]) => name !== key));

/** Whether a fault is of one part alone, and so of no other that was left out. */
const isOfOnePart = ([key, within]: Path): boolean =>
  key !== 'expect' && (key !== 'do' || (within !== undefined && within !== 'commit' && within !== 'retry_after'));

function repeatedIds(rules: readonly unknown[]): FileFault[] {
  const seen = new Set<unknown>();
  return rules.flatMap((rule, index) => {
    const id = isPlainObject(rule) ? rule['id'] : undefined;
    if (id === undefined || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ path: ['rules', index, 'id'], message: 'is used by an earlier rule too' }];
  });
}
