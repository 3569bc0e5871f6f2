import * as v from 'valibot';
import type { FileFault, Path } from '../model/shared/yaml-document.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { contradictions } from './contradictions.ts';
import { inLineOrder, ScenarioError } from './errors.ts';
import { resolveExtends, faultOfIssue, faultAsLine } from './inheritance.ts';
import type { LoadOptions, ResolvedFile } from './inheritance.ts';
import { dig } from './rule-subject.ts';
import { unknownValue } from './substitution.ts';
import type { CheckedRule, Rule, Scenario } from './scenario.ts';
import { ruleSchema, scenarioFileSchema } from './schema.ts';
import { findWarnings } from './warnings.ts';
import { asNumber, asText } from '../model/shared/conversion.ts';

/** The result of a check of a scenario. */
export interface LintReport {
  /** Name of the scenario; null if the file has none that is valid. */
  readonly name: string | null;
  /** The number of rules, with inherited ones. */
  readonly rules: number;
  /** All faults, as `FILE:LINE: rule ID: …`. */
  readonly faults: readonly string[];
  /** Reasons why rules may never fire, in the same form. */
  readonly warnings: readonly string[];
}

/** Reads a scenario from YAML or JSON. Throws ScenarioError with all faults of the file. */
export function loadScenario(file: string, source: string, options: LoadOptions = {}): Scenario {
  const { scenario, faults } = checkFile(file, source, options);
  if (scenario === undefined) throw new ScenarioError(faults);
  return scenario;
}

/** Finds the faults of a scenario, and rules that may never fire. Throws ScenarioError if the text is not a mapping. */
export function lintScenario(file: string, source: string, options: LoadOptions = {}): LintReport {
  const { document, rules, faults } = checkFile(file, source, options);
  const { name, rules: listed } = isPlainObject(document.value) ? document.value : {};
  return {
    name: typeof name === 'string' ? name : null,
    rules: Array.isArray(listed) ? listed.length : 0,
    faults,
    warnings: inLineOrder(linesOf(document, document.isIncomplete ? [] : [...findWarnings(rules)], 'warnings')),
  };
}

/** Checks a scenario file. Returns its faults; `scenario` is undefined if there are any. */
function checkFile(file: string, source: string, options: LoadOptions) {
  const document = resolveExtends({ file, text: source }, options);
  const { value, name, faults: early, isIncomplete } = document;
  const result = v.safeParse(scenarioFileSchema, value);
  const issues = (result.issues ?? []).filter((issue) => !isIncomplete || !isAbsence(issue));
  // A placeholder is possible only after an early fault. Without one, a text that contains this character is ordinary.
  const hasStandIn = (part: unknown): boolean => early.length > 0 && holdsStandIn(part);
  const rules =
    result.success && early.length === 0
      ? result.output.rules.map(wholeRule)
      : readableRules(value, issues, hasStandIn);
  const found = [
    ...issues
      .filter(({ input }) => typeof input === 'object' || !hasStandIn(input))
      .map((issue) => faultOfIssue(value, issue)),
    ...rules.flatMap((checked) =>
      contradictions(checked).map(({ path, message }) => ({ path: ['rules', checked.index, ...path], message })),
    ),
  ];
  const faults = inLineOrder([...new Set([...early, ...linesOf(document, found, 'faults')])]);
  const scenario: Scenario | undefined =
    result.success && faults.length === 0
      ? { ...result.output, ...(name !== undefined && { name }), source: writtenOut(value), written: source }
      : undefined;
  return { document, rules, faults, scenario };
}

/** Whether an issue is about a missing part that an unreadable extended file may contain. */
const isAbsence = ({ message, path, type }: v.BaseIssue<unknown>): boolean =>
  path?.[0].key === 'rules' && (message === 'is required' || type === 'min_length');

const wholeRule = (rule: Rule, index: number): CheckedRule => ({ index, rule, faulty: new Set() });

/** Whether a part contains the placeholder of a value that already has a fault: a parameter or a number. */
function holdsStandIn(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(unknownValue);
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsStandIn);
}

/**
 * The rules of a file with faults, each without its faulty parts. A rule that is unreadable without them is left out.
 */
function readableRules(
  value: unknown,
  issues: readonly v.BaseIssue<unknown>[],
  hasStandIn: (part: unknown) => boolean,
): CheckedRule[] {
  const rules: unknown = isPlainObject(value) ? value['rules'] : undefined;
  if (!Array.isArray(rules)) return [];
  const pathsByRule = new Map<unknown, Path[]>();
  for (const { path = [] } of issues) {
    const [first, index, ...rest] = path.map(({ key }) => key);
    if (first === 'rules') pathsByRule.set(index, [...(pathsByRule.get(index) ?? []), rest]);
  }
  return rules.flatMap((rule: unknown, index) => {
    if (!isPlainObject(rule)) return [];
    const parts = [...(pathsByRule.get(index) ?? []), ...partsOf(rule).filter((path) => hasStandIn(dig(rule, path)))];
    return readableRule(rule, index, new Set(parts.map(partOf)));
  });
}

/** Removing one part may make another invalid, such as the last effect. */
const attemptsMax = 3;

function readableRule(rule: Mapping, index: number, faulty: Set<string>): CheckedRule[] {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const parts = withoutParts(rule, faulty);
    const result = v.safeParse(ruleSchema, { ...spare, ...parts });
    if (result.success) {
      const effects = parts['do'] === undefined ? {} : result.output.do;
      return [{ index, rule: { ...result.output, do: effects }, faulty }];
    }
    for (const { path = [] } of result.issues) faulty.add(partOf(path.map(({ key }) => key)));
  }
  return [];
}

/** The groups whose keys can be removed one by one. */
const groups: readonly unknown[] = ['do', 'where', 'expect'];

/** The part of a rule that contains a path: `do.fail` for a group's key, otherwise the whole part. */
const partOf = (path: Path): string =>
  path
    .slice(0, groups.includes(path[0]) ? 2 : 1)
    .map(asText)
    .join('.');

const partsOf = (rule: Mapping): string[][] =>
  Object.entries(rule).flatMap(([part, value]) =>
    groups.includes(part) && isPlainObject(value) ? Object.keys(value).map((key) => [part, key]) : [[part]],
  );

/** Placeholders for a faulty id and faulty effects, because both are required. */
const spare = { id: 'faulty', do: { delay: 0 } };

function withoutParts(rule: Mapping, faulty: ReadonlySet<string>): Mapping {
  const parts = Object.entries(rule).flatMap(([part, value]) => {
    if (faulty.has(part)) return [];
    if (!groups.includes(part) || !isPlainObject(value)) return [[part, value] as const];
    const kept = Object.entries(value).filter(([key]) => !faulty.has(`${part}.${key}`));
    return kept.length === 0 ? [] : [[part, Object.fromEntries(kept)] as const];
  });
  return Object.fromEntries(parts);
}

/** Limit for the listed lines. Further ones are only counted. */
const shownMax = 100;

/** Lines for the faults, in the order of the rules. */
function linesOf(document: ResolvedFile, found: readonly FileFault[], noun: string): string[] {
  const indexOf = ({ path: [first, index] }: FileFault): number => (first === 'rules' ? asNumber(index) : -1);
  const listed = found.toSorted((one, other) => indexOf(one) - indexOf(other)).slice(0, shownMax);
  const lines = listed.map((fault) => faultAsLine(document, fault));
  return found.length > shownMax ? [...lines, `and ${found.length - shownMax} more ${noun}`] : lines;
}

/** The value as JSON, which is valid YAML. A text that looks like a parameter is escaped. */
const writtenOut = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('${', () => '$${') : part,
  );
