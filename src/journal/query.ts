import type { OperationId } from '../domain/operation.ts';
import { dig, holds } from '../scenarios/matching.ts';
import type { Comparison, Value } from '../scenarios/scenario.ts';
import { detailsOfEntry } from './entry.ts';
import type { Entry } from './entry.ts';
import { faxOf } from './faxes.ts';
import { lintOf } from './lint/lint.ts';
import type { LintRule } from './lint/remark.ts';
import type { KeyMode, Version } from './seen.ts';

/** What requests are looked for by; all that is given must hold. */
export interface RequestQuery {
  readonly operation?: OperationId | undefined;
  readonly version?: Version | undefined;
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

/** A part of a query. */
export interface Filter {
  /** As the query calls it, and what is wanted: `operation=resendFax`. */
  readonly text: string;
  matches(entry: Entry): boolean;
}

type Tests = {
  readonly [Name in Exclude<keyof RequestQuery, 'params'>]-?: (
    wanted: NonNullable<RequestQuery[Name]>,
  ) => Filter['matches'];
};

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
  <T>(read: (seen: Entry['seen']) => T | null, wanted: T): Filter['matches'] =>
  ({ seen }) =>
    read(seen) === wanted;

const isRule = (label: string | null, wanted: string): boolean =>
  label !== null && (label === wanted || label.startsWith(`${wanted}/`) || label.startsWith(`${wanted}#`));

const statusPattern = (status: string): RegExp => new RegExp(`^${status.replace('xx', '\\d\\d')}$`);

/** Without a regular expression: one with many stars would take for ever. Goes from part to part, with all ends so far. */
function isPath(pattern: string, path: string): boolean {
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

/** A query taken apart, so that of what does not match it can be said why. */
export function filtersOf({ params = {}, ...query }: RequestQuery): Filter[] {
  const named = (Object.keys(tests) as (keyof Tests)[]).flatMap((name): Filter[] => {
    const wanted = query[name];
    if (wanted === undefined) return [];
    const test = tests[name] as (wanted: unknown) => Filter['matches']; // of the same name
    return [{ text: `${name}=${String(wanted)}`, matches: test(wanted) }];
  });
  const byParams = Object.entries(params).map(([name, wanted]) => ({
    text: `params[${name}]=${typeof wanted === 'object' ? JSON.stringify(wanted) : String(wanted)}`,
    matches: (entry: Entry) => holds(wanted, dig(detailsOfEntry(entry).params ?? {}, name.split('.'))),
  }));
  return [...named, ...byParams];
}

export const all =
  (filters: readonly Filter[]) =>
  (entry: Entry): boolean =>
    filters.every((filter) => filter.matches(entry));
