import type { ApiVersion, OperationId } from '../domain/operation.ts';
import { dig, holds } from '../scenarios/matching.ts';
import type { Comparison, Value } from '../scenarios/scenario.ts';
import { detailsOfEntry } from './journal.ts';
import type { JournalEntry } from './journal.ts';
import { faxOf } from './faxes.ts';
import type { Filter } from './filter.ts';
import { lintOf } from './lint/lint.ts';
import type { LintRule } from './lint/remark.ts';
import type { KeyMode } from './seen.ts';
import { keysOf } from '../shared/objects.ts';

/** What requests are looked for by; all that is given must hold. */
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

type QueryName = Exclude<keyof RequestQuery, 'params'>;
type EntryTest = Filter<JournalEntry>['matches'];
type Tests = { readonly [Named in QueryName]-?: (wanted: NonNullable<RequestQuery[Named]>) => EntryTest };

/** Those that cost little first. */
const tests: Tests = {
  operation: (wanted) => same(({ operation }) => operation, wanted),
  version: (wanted) => same(({ version }) => version, wanted),
  method: (wanted) => same(({ method }) => method, wanted.toUpperCase()),
  key: (wanted) => same(({ key }) => key, wanted),
  since:
    (wanted) =>
    ({ seen }) =>
      seen.at >= wanted,
  isUnmatched:
    (wanted) =>
    ({ seen }) =>
      seen.isUnmatched === wanted,
  status:
    (wanted) =>
    ({ seen: { answer } }) =>
      statusPattern(wanted).test(String(answer.status ?? '')),
  rule:
    (wanted) =>
    ({ seen }) =>
      isRule(seen.rule, wanted),
  path: (wanted) => (entry) => isPath(wanted, detailsOfEntry(entry).path),
  fax: (wanted) => (entry) => faxOf(entry).about === wanted,
  lint: (wanted) => (entry) => lintOf(entry).some(({ rule }) => wanted === 'any' || rule === wanted),
};

const same =
  <T>(read: (seen: JournalEntry['seen']) => T | null, wanted: T): EntryTest =>
  ({ seen }) =>
    read(seen) === wanted;

const isRule = (label: string | null, wanted: string): boolean =>
  label !== null && (label === wanted || label.startsWith(`${wanted}/`) || label.startsWith(`${wanted}#`));

export const statusPattern = (status: string): RegExp => new RegExp(`^${status.replace('xx', '\\d\\d')}$`);

/** Without a regular expression: one with many stars would take for ever. Goes from part to part, with all ends so far. */
export function isPath(pattern: string, path: string): boolean {
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

/** What a request has where a query asks for something. */
const actuals: Readonly<Record<QueryName, (entry: JournalEntry) => unknown>> = {
  operation: ({ seen }) => seen.operation,
  version: ({ seen }) => seen.version,
  method: ({ seen }) => seen.method,
  key: ({ seen }) => seen.key,
  since: ({ seen }) => timeText(seen.at),
  isUnmatched: ({ seen }) => seen.isUnmatched,
  status: ({ seen }) => seen.answer.status,
  rule: ({ seen }) => seen.rule,
  path: (entry) => detailsOfEntry(entry).path,
  fax: (entry) => faxOf(entry).about,
  lint: (entry) => lintOf(entry).map(({ rule }) => rule),
};

/** How a near miss shows what was asked for, in the form of what there was. */
const shown: Readonly<Partial<Record<QueryName, (wanted: string) => string | number>>> = {
  since: (ms) => timeText(Number(ms)),
  status: shownStatus,
};

/** A status as a number, a class of them as text. */
export function shownStatus(status: string): string | number {
  return status.endsWith('xx') ? status : Number(status);
}

const timeText = (ms: number): string => new Date(ms).toISOString();

/** A query as one condition for each of its parts, so that a near miss can say which ones it does not meet. */
export function filtersOf({ params = {}, ...query }: RequestQuery): Filter<JournalEntry>[] {
  const named = keysOf(tests).flatMap((name): Filter<JournalEntry>[] => {
    const wanted = query[name];
    if (wanted === undefined) return [];
    const test = tests[name] as (wanted: unknown) => EntryTest; // of the same name
    return [{ name, expected: shown[name]?.(String(wanted)) ?? wanted, matches: test(wanted), actual: actuals[name] }];
  });
  return [...named, ...groupFilters('params', params, (entry: JournalEntry) => detailsOfEntry(entry).params ?? {})];
}

type GroupConditions = Readonly<Record<string, Value | Comparison>>;

/** Conditions on the values of a group, by name or by a path of names: `params[tag.case]`. */
export function groupFilters<T>(group: string, wanted: GroupConditions, read: (item: T) => unknown): Filter<T>[] {
  return Object.entries(wanted).map(([name, expected]) => {
    const actual = (item: T): unknown => dig(read(item), name.split('.'));
    return { name: `${group}[${name}]`, expected, actual, matches: (item) => holds(expected, actual(item)) };
  });
}
