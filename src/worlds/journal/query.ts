import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import { dig } from '../../scenarios/rule-subject.ts';
import { holds } from '../../scenarios/fact-tests.ts';
import type { FactComparison, Value } from '../../scenarios/scenario.ts';
import { wasRefused } from '../../model/shared/refused-request.ts';
import { isOfRule } from '../../model/shared/scenario-text.ts';
import { withSingleSlashes } from '../../model/shared/urls.ts';
import { ofConsoleText, pluralize } from '../../model/shared/words.ts';
import { batchIn, detailsOfEntry, lintOfEntry } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import type { LintRule } from './lint.ts';
import { faxIdOf } from './observed-request.ts';
import type { KeyMode } from './observed-request.ts';

/** The conditions of a search for requests, all of which must match. */
export interface RequestQuery {
  readonly operation?: OperationId | undefined;
  readonly version?: ApiVersion | undefined;
  readonly method?: string | undefined;
  /** The pattern of the path: `*` matches a part between slashes, `**` anything. */
  readonly path?: string | undefined;
  /** 422, a class such as 4xx, or `refused`. */
  readonly status?: string | undefined;
  /** A scenario, a rule `scenario/rule`, or one firing `scenario/rule#n`. */
  readonly rule?: string | undefined;
  readonly key?: KeyMode | undefined;
  /** A number in E.164 that the request is about, or the digits of a part of one. */
  readonly number?: string | undefined;
  /** The numbers of a request, for that condition. */
  readonly numbersOf?: (entry: JournalEntry) => readonly string[];
  /** The fax that the request is about or created; a resend has both. */
  readonly fax?: number | undefined;
  /** The batch of that fax. Requests that fire or close it are about the fax too. */
  readonly batch?: number | undefined;
  /** Values by parameter, or by a path of names: `tag.case`. */
  readonly params?: Readonly<Record<string, Value | FactComparison>> | undefined;
  /** Rule that the request broke, or `any`. */
  readonly lint?: LintRule | 'any' | undefined;
  /** The earliest time of the request, in ms on the world's clock. */
  readonly since?: number | undefined;
  /** The latest time of the request. */
  readonly until?: number | undefined;
  /** True for requests that match no route, or no method of a route. */
  readonly isUnmatched?: boolean | undefined;
}

/** A condition for each part of a query, so that near misses can name the unmet ones. Cheap conditions come first. */
export function queryFilters(query: RequestQuery): Filter<JournalEntry>[] {
  const {
    operation,
    version,
    method,
    key,
    since,
    until,
    isUnmatched,
    status,
    rule,
    path,
    number,
    numbersOf = () => [],
    fax,
    batch,
    lint,
    params = {},
  } = query;
  return [
    ...condition('operation', operation, ({ observed }: JournalEntry) => observed.profile.operation),
    ...condition('version', version, ({ observed }: JournalEntry) => observed.profile.version),
    ...condition(
      'method',
      method,
      ({ observed }: JournalEntry) => observed.profile.method,
      (method, it) => method === it.toUpperCase(),
    ),
    ...condition('key', key, ({ observed }: JournalEntry) => observed.profile.key),
    ...sinceCondition(since, ({ observed }: JournalEntry) => observed.at),
    ...untilCondition(until, ({ observed }: JournalEntry) => observed.at),
    ...condition('isUnmatched', isUnmatched, ({ observed }: JournalEntry) => observed.profile.isUnmatched),
    ...statusCondition(status, ({ observed }: JournalEntry) => observed.answer.status, isRefused),
    ...condition('rule', rule, ({ observed }: JournalEntry) => observed.rule, isOfRule),
    ...condition('path', path, (entry: JournalEntry) => withSingleSlashes(detailsOfEntry(entry).path), isPath),
    ...condition('fax', fax, ({ observed }: JournalEntry) => faxIdOf(observed)).map((filter) => ({
      ...filter,
      matches: (entry: JournalEntry) => isAboutFax(entry, fax) || (batch !== undefined && isAboutBatch(entry, batch)),
    })),
    ...condition('number', number, numbersOf, (numbers, part) => numbers.some((one) => one.includes(part))),
    ...condition('lint', lint, (entry: JournalEntry) => lintOfEntry(entry).map((remark) => remark.rule), isLinted),
    ...groupFilters('params', params, (entry: JournalEntry) => detailsOfEntry(entry).params ?? {}),
  ];
}

const isAboutFax = ({ observed }: JournalEntry, fax: number | undefined): boolean =>
  faxIdOf(observed) === fax || observed.createdFaxIds.some((id) => id === fax);

const isAboutBatch = (entry: JournalEntry, batch: number): boolean =>
  batchIn({ observed: entry.observed, details: detailsOfEntry(entry) }) === batch;

const isLinted = (rules: readonly LintRule[], expected: LintRule | 'any'): boolean =>
  expected === 'any' ? rules.length > 0 : rules.includes(expected);

/** Whether the response refuses the request, also in v1, where its status is 200, or broke the connection. */
const isRefused = ({ observed: { answer, refusal }, heldUntil }: JournalEntry): boolean =>
  heldUntil === undefined && wasRefused(answer.status, refusal);

/** The condition on the status of a response: a number, a class such as 4xx, or `refused`. */
export const statusCondition = <T>(
  status: string | undefined,
  actual: (item: T) => number | null,
  isRefused: (item: T) => boolean,
): Filter<T>[] =>
  condition('status', /^\d+$/.test(status ?? '') ? Number(status) : status, actual, isStatus).map((filter) =>
    status === 'refused' ? { ...filter, matches: isRefused } : filter,
  );

function isStatus(status: number | null, expected: string | number): boolean {
  const [text, meant] = [String(status), String(expected)];
  return meant.endsWith('xx') ? text.length === meant.length && text.startsWith(meant.slice(0, -2)) : text === meant;
}

/** The condition that an item came at this time or later. */
export const sinceCondition = <T>(since: number | undefined, at: (item: T) => number): Filter<T>[] =>
  condition(
    'since',
    since === undefined ? undefined : timeText(since),
    (item) => timeText(at(item)),
    (time, earliest) => time >= earliest,
  );

/** The condition that an item came at this time or earlier. */
export const untilCondition = <T>(until: number | undefined, at: (item: T) => number): Filter<T>[] =>
  condition(
    'until',
    until === undefined ? undefined : timeText(until),
    (item) => timeText(at(item)),
    (time, latest) => time <= latest,
  );

const timeText = (ms: number): string => new Date(ms).toISOString();

/**
 * Matches a pattern without a regular expression, which could take forever with many stars. Proceeds part by part, with all
 * possible ends so far.
 */
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

type GroupConditions = Readonly<Record<string, Value | FactComparison>>;

/** Conditions on the values of a group, by name or by a path of names: `params[tag.case]`. */
export function groupFilters<T>(group: string, conditions: GroupConditions, read: (item: T) => unknown): Filter<T>[] {
  return Object.entries(conditions).map(([name, expected]) => {
    const actual = (item: T): unknown => dig(read(item), name.split('.'));
    return { name: `${group}[${name}]`, expected, actual, matches: (item) => holds(expected, actual(item)) };
  });
}

/** A condition of a query for requests or webhooks. */
export interface Filter<T> {
  /** Name as the query spells it: `status`, `params[to]`. */
  readonly name: string;
  /** The expected value or comparison. */
  readonly expected: string | number | boolean | object;
  /** The value of the item; null or undefined without one. */
  actual(item: T): unknown;
  matches(item: T): boolean;
}

/** A condition on a value of an item, as a list; empty if the query does not have it. */
export function condition<T, Wanted extends Filter<T>['expected'], Actual>(
  name: string,
  expected: Wanted | undefined,
  actual: (item: T) => Actual,
  holds: (actual: Actual, value: Wanted) => boolean = Object.is,
): Filter<T>[] {
  return expected === undefined ? [] : [{ name, expected, actual, matches: (item) => holds(actual(item), expected) }];
}

/** A condition in messages: `operation=resendFax`. */
export const textOf = ({ name, expected }: Filter<never>): string =>
  `${name}=${typeof expected === 'object' ? JSON.stringify(expected) : String(expected)}`;

export const all =
  <T>(filters: readonly Filter<T>[]) =>
  (item: T): boolean =>
    filters.every((filter) => filter.matches(item));

/** An item that meets some conditions of a query, but not all. */
export interface NearMiss<T> {
  readonly item: T;
  /** The conditions that the item does not meet. */
  readonly missed: readonly Filter<T>[];
}

const nearMax = 5;

/** The items that meet the most conditions. Among equals, those of the expected fax come first, then the latest. */
export function nearMisses<T extends { readonly id: number }>(
  items: readonly T[],
  filters: readonly Filter<T>[],
): NearMiss<T>[] {
  return items
    .map((item) => ({ item, missed: filters.filter((filter) => !filter.matches(item)) }))
    .filter(({ missed }) => missed.length > 0 && missed.length < filters.length)
    .toSorted(
      (one, other) =>
        one.missed.length - other.missed.length ||
        Number(isOfOther(one)) - Number(isOfOther(other)) ||
        other.item.id - one.item.id,
    )
    .slice(0, nearMax);
}

const isOfOther = <T>({ missed }: NearMiss<T>): boolean => missed.some(({ name }) => name === 'fax');

/** The expected number of items, and the id or time after which no item may come. */
export interface CountBounds {
  readonly exactly?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
  /** The highest allowed id. */
  readonly noneAfterId?: number | undefined;
  /** The latest allowed time, in ms on the world's clock. */
  readonly noneAfter?: number | undefined;
}

/** The requests or webhooks to verify, oldest first. */
interface VerifiedLog<T> {
  readonly noun: 'request' | 'webhook';
  readonly items: readonly T[];
  /** The number of items of the console, which are left out. */
  readonly ofConsole?: number;
  /** The number of dropped older items. */
  readonly dropped: number;
  /** Instant at which the item came, in ms on the world's clock. */
  timeOf(item: T): number;
}

/** Whether a log has the expected number of matching items; at least one by default. */
export function verifyCount<T extends { readonly id: number }>(
  log: VerifiedLog<T>,
  filters: readonly Filter<T>[],
  expected: CountBounds,
) {
  const { noun, dropped, ofConsole = 0 } = log;
  const items = log.items.filter(all(filters));
  const { noneAfterId = Infinity, noneAfter = Infinity } = expected;
  const late = items.filter((item) => item.id > noneAfterId || log.timeOf(item) > noneAfter);
  const { lowest, highest } = boundsOf(expected);
  const isEnough = items.length >= lowest;
  const passed = isEnough && items.length <= highest && late.length === 0;
  const kind = filters.map(textOf).join(', ') || 'any';
  const expectation = [boundsText(expected, noun), ...lateText(expected, noun)].join(' and ');
  const droppedText = dropped > 0 ? `; ${dropped} older ${noun}s were dropped, and are not counted` : '';
  const leftOut = `${droppedText}${ofConsoleText(ofConsole, noun)}`;
  return {
    passed,
    /** The expected and the actual count. */
    message: `Expected ${expectation} (${kind}), and there ${countText(items.length)}${late.length > 0 ? `, ${late.length} of them later` : ''}${leftOut}`,
    count: items.length,
    /** The matching entries; if some came too late, only those. */
    items: late.length > 0 ? late : items,
    nearest: isEnough ? [] : nearMisses(log.items, filters),
  };
}

function boundsOf({ exactly, atLeast, atMost, noneAfterId, noneAfter }: CountBounds) {
  const isOnlyLate = (noneAfterId ?? noneAfter) !== undefined;
  const lowest = exactly ?? atLeast ?? (atMost === undefined && !isOnlyLate ? 1 : 0);
  return { lowest, highest: exactly ?? atMost ?? Infinity };
}

function boundsText(expected: CountBounds, noun: string): string {
  const { lowest, highest } = boundsOf(expected);
  const some = (count: number): string => pluralize(count, noun);
  if (lowest === highest) return `exactly ${some(lowest)}`;
  if (highest === Infinity) return lowest === 0 ? `any number of ${noun}s` : `at least ${some(lowest)}`;
  return lowest === 0 ? `at most ${some(highest)}` : `from ${lowest} to ${some(highest)}`;
}

const lateText = ({ noneAfterId, noneAfter }: CountBounds, noun: string): string[] => [
  ...(noneAfterId === undefined ? [] : [`none after ${noun} ${noneAfterId}`]),
  ...(noneAfter === undefined ? [] : [`none after ${timeText(noneAfter)}`]),
];

const countText = (count: number): string => (count === 1 ? 'was 1' : `were ${count}`);
