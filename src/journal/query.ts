import type { ApiVersion, OperationId } from '../domain/operation.ts';
import { dig, holds } from '../scenarios/matching.ts';
import type { Comparison, Value } from '../scenarios/scenario.ts';
import { detailsOfEntry } from './journal.ts';
import type { JournalEntry } from './journal.ts';
import { faxOf } from './faxes.ts';
import { condition } from './filter.ts';
import type { Filter } from './filter.ts';
import { lintOf } from './lint/lint.ts';
import type { LintRule } from './lint/remark.ts';
import type { KeyMode } from './observed-request.ts';

/** The conditions of a search for requests, which must all match. */
export interface RequestQuery {
  readonly operation?: OperationId | undefined;
  readonly version?: ApiVersion | undefined;
  readonly method?: string | undefined;
  /** In it, `*` stands for a part between slashes, and `**` for anything. */
  readonly path?: string | undefined;
  /** 422, or a class such as 4xx. */
  readonly status?: string | undefined;
  /** A scenario, its rule `scenario/rule`, or one time that it fired `scenario/rule#n`. */
  readonly rule?: string | undefined;
  readonly key?: KeyMode | undefined;
  /** The fax that the request is about, or that it sent. */
  readonly fax?: number | undefined;
  /** By name, or by a path of names: `tag.case`. */
  readonly params?: Readonly<Record<string, Value | Comparison>> | undefined;
  /** One rule, or `any`. */
  readonly lint?: LintRule | 'any' | undefined;
  /** That came at this time or later, on the world's clock. */
  readonly since?: number | undefined;
  /** Without a route, or a method of it. */
  readonly isUnmatched?: boolean | undefined;
}

/** A query as one condition for each of its parts, so that a near miss can say which ones it does not meet. Those that cost little first. */
export function filtersOf(query: RequestQuery): Filter<JournalEntry>[] {
  const { operation, version, method, key, since, isUnmatched, status, rule, path, fax, lint, params = {} } = query;
  return [
    ...condition('operation', operation, ({ observed }: JournalEntry) => observed.operation),
    ...condition('version', version, ({ observed }: JournalEntry) => observed.version),
    ...condition('method', method, ({ observed }: JournalEntry) => observed.method, isMethod),
    ...condition('key', key, ({ observed }: JournalEntry) => observed.key),
    ...sinceCondition(since, ({ observed }: JournalEntry) => observed.at),
    ...condition('isUnmatched', isUnmatched, ({ observed }: JournalEntry) => observed.isUnmatched),
    ...statusCondition(status, ({ observed }: JournalEntry) => observed.answer.status),
    ...condition('rule', rule, ({ observed }: JournalEntry) => observed.rule, isRule),
    ...condition('path', path, (entry: JournalEntry) => detailsOfEntry(entry).path, isPath),
    ...condition('fax', fax, (entry: JournalEntry) => faxOf(entry).about),
    ...condition('lint', lint, (entry: JournalEntry) => lintOf(entry).map((remark) => remark.rule), isLinted),
    ...groupFilters('params', params, (entry: JournalEntry) => detailsOfEntry(entry).params ?? {}),
  ];
}

const isMethod = (method: string, expected: string): boolean => method === expected.toUpperCase();

const isRule = (label: string | null, expected: string): boolean =>
  label !== null && (label === expected || label.startsWith(`${expected}/`) || label.startsWith(`${expected}#`));

const isLinted = (rules: readonly LintRule[], expected: LintRule | 'any'): boolean =>
  expected === 'any' ? rules.length > 0 : rules.includes(expected);

/** A status of a response, or a class of them such as 4xx; shown as a number, or the class as text. */
export const statusCondition = <T>(status: string | undefined, actual: (item: T) => number | null): Filter<T>[] =>
  condition('status', status?.endsWith('xx') === false ? Number(status) : status, actual, isStatus);

const isStatus = (status: number | null, expected: string | number): boolean =>
  new RegExp(`^${String(expected).replace('xx', '\\d\\d')}$`).test(String(status));

/** That an item came at this time or later, on the world's clock. */
export const sinceCondition = <T>(since: number | undefined, at: (item: T) => number): Filter<T>[] =>
  condition('since', since === undefined ? undefined : timeText(since), (item) => timeText(at(item)), isNotBefore);

const timeText = (ms: number): string => new Date(ms).toISOString();

const isNotBefore = (time: string, since: string): boolean => time >= since;

/** Without a regular expression: one with many stars would take for ever. Goes from part to part, with all ends so far. */
export function isPath(path: string, pattern: string): boolean {
  const start = [true, ...Array<boolean>(path.length).fill(false)];
  const ends = (pattern.match(/\*\*|[^]/g) ?? []).reduce((before, part) => {
    const after: boolean[] = [];
    for (const [at, isEnd] of before.entries()) {
      const last = path[at - 1];
      if (part === '**') after.push(isEnd || after[at - 1] === true);
      else if (part === '*') after.push(isEnd || (after[at - 1] === true && last !== '/'));
      else after.push(before[at - 1] === true && last === part);
    }
    return after;
  }, start);
  return ends.at(-1) === true;
}

type GroupConditions = Readonly<Record<string, Value | Comparison>>;

/** Conditions on the values of a group, by name or by a path of names: `params[tag.case]`. */
export function groupFilters<T>(group: string, conditions: GroupConditions, read: (item: T) => unknown): Filter<T>[] {
  return Object.entries(conditions).map(([name, expected]) => {
    const actual = (item: T): unknown => dig(read(item), name.split('.'));
    return { name: `${group}[${name}]`, expected, actual, matches: (item) => holds(expected, actual(item)) };
  });
}
