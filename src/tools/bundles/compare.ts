import { isList, isPlainObject, numberByKey } from '../../model/shared/objects.ts';
import type { Bundle, BundledRequest, BundledWebhook } from '../../worlds/history/bundle.ts';
import { laterPaths } from '../../store/memory/record-checks.ts';
import { secretPrefix } from '../../worlds/history/bundled-secrets.ts';

export const grades = ['same', 'alike', 'differs'] as const;
/** `same`: to the byte; `alike`: but for headers or times; `differs`: in anything else. */
export type Grade = (typeof grades)[number];

/** A thing that two bundles should have in common. */
export interface Finding {
  readonly kind: 'request' | 'webhook' | 'record';
  /** Name of the thing: `GET /v2.1/faxes`, `fax_completed of fax 1, attempt 1`, `faxes 1`. */
  readonly what: string;
  readonly grade: Grade;
  /** The differences, in words; empty where there are none. */
  readonly differences: readonly string[];
}

/** Compares the answers, the webhooks and the changed records of two bundles. */
export function compare(one: Bundle, other: Bundle): Finding[] {
  const nearMs = ownWorkMs * Math.max(1, one.start.speed, one.end.speed);
  return [
    ...findingsIn('request', [one, other].map(requestsIn), answerDifferences),
    ...findingsIn('webhook', [one, other].map(webhooksIn), (first, second) =>
      webhookDifferences(first, second, nearMs),
    ),
    ...findingsIn('record', [one, other].map(recordsIn), recordDifferences(documentsWithSecrets(one))),
  ];
}

/** Compares the nth of a name in the first list with the nth of that name in the second. */
function findingsIn<T>(
  kind: Finding['kind'],
  [ones = new Map(), others = new Map()]: readonly ReadonlyMap<string, T>[],
  compareTwo: (first: T, second: T) => Difference[],
): Finding[] {
  return [...new Set([...ones.keys(), ...others.keys()])].map((name) => {
    const [first, second] = [ones.get(name), others.get(name)];
    const missing = `only the ${first === undefined ? 'second' : 'first'} has it`;
    return findingOf(kind, name.replace(/ #1$/, ''), first && second ? compareTwo(first, second) : missing);
  });
}

/** Items by name and number among those of the name. */
function byName<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T> {
  return new Map(numberByKey(items, nameOf).map(([item, nth]) => [`${nameOf(item)} #${nth}`, item]));
}

/** How an answer differs from another. */
export function answerDifferences(one: BundledRequest, other: BundledRequest): Difference[] {
  const [first, second] = [one, other].map(({ answer: { body, tag, bytes, ...head }, rule }) => {
    const json = bodyOf(body);
    // The tag of a body, and its length, say nothing beside the whole of it.
    if (typeof json !== 'string' && body !== null) return { ...head, rule, body: json };
    if (typeof json !== 'string') return { ...head, rule, body, tag, bytes };
    // The digest of a list changes with any time in it. Its records are compared by themselves.
    return { ...head, rule, body: splitAtTimes(json), times: tag, bytes };
  });
  return differences(first, second);
}

/** The times in a text of JSON, as any version writes them, each with the end of its name. */
const timesInText = /_at":(?:"[^"]*"|\d+)/g;

/** A part of a body, with its times apart: those of a clock that runs are never quite the same. */
const splitAtTimes = (text: string) => ({
  text: text.replaceAll(timesInText, '…'),
  times: [...text.matchAll(timesInText)].map(([time]) => {
    const value: unknown = JSON.parse(time.slice(time.indexOf(':') + 1));
    return typeof value === 'number' ? new Date(value * 1000).toISOString() : value;
  }),
});

function bodyOf(text: string | null): unknown {
  if (text?.startsWith('{') !== true) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const requestsIn = ({ steps }: Bundle) =>
  byName(
    steps.filter((step) => step.kind === 'request'),
    ({ method, url }) => `${method} ${url}`,
  );

const webhooksIn = ({ steps }: Bundle) =>
  byName(
    steps.filter((step) => step.kind === 'webhook'),
    ({ event, fax_id: fax, attempt }) => `${event} of fax ${fax}, attempt ${attempt}`,
  );

/**
 * Longest own work of an attempt, in real ms: it may wait for others to the same receiver, and for its document,
 * never for the same time.
 */
const ownWorkMs = 1000;

function webhookDifferences(one: BundledWebhook, other: BundledWebhook, nearMs: number): Difference[] {
  const isAtOnce = Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= nearMs;
  return differences(shownWebhook(one), shownWebhook(isAtOnce ? { ...other, at: one.at } : other));
}

/** The fields of a webhook, with the values of JSON texts. Ids of deliveries depend on the order of planning. */
function shownWebhook({ fields, ...webhook }: BundledWebhook) {
  const read = Object.entries(fields).map(([name, text]) => [name, bodyOf(text)] as const);
  return { ...webhook, delivery: undefined, fields: Object.fromEntries(read) };
}

const recordsIn = ({ records }: Bundle) =>
  new Map(
    Object.entries(records).flatMap(([collection, byKey]) =>
      Object.entries(byKey).map(([key, record]) => [`${collection} ${key}`, record] as const),
    ),
  );

/** The documents with a page that stands for a URL and shows its secret, which a bundle lacks: in a replay they are others. */
export function documentsWithSecrets({ steps, records: { faxes = {} } }: Bundle): ReadonlySet<unknown> {
  const fetches = steps.filter((step) => step.kind === 'fetch');
  const shown = fetches.filter(({ file, url }) => file === null && url.includes(secretPrefix));
  const documents = shown.map(({ fax_id: id }) => faxes[id]).map((fax) => isPlainObject(fax) && fax['document']);
  return new Set(documents.filter((document) => typeof document === 'string'));
}

const recordDifferences =
  (withSecrets: ReadonlySet<unknown>) =>
  (first: unknown, second: unknown): Difference[] =>
    differences(first, second)
      .filter((found) => !isUnknownToOne(found))
      .map((found) => (withSecrets.has(found.one) ? { ...found, isMinor: true } : found));

/** Whether one of two records is of a faxsim that did not know the field. */
const isUnknownToOne = ({ path, one, other }: Difference): boolean =>
  (one === undefined || other === undefined) && laterPaths.has(path.replaceAll(/\[\d+\]/g, ''));

/** Fields of headers and the like: their differences do not count. */
const ofHead = new Set(['request_id', 'rule', 'times', 'type']);

/** A finding from the differences of two values; a text: the reason why they cannot be compared. */
export function findingOf(kind: Finding['kind'], what: string, found: readonly Difference[] | string): Finding {
  if (typeof found === 'string') return { kind, what, grade: 'differs', differences: [found] };
  const isAlike = found.every(({ path, isMinor }) => isMinor || ofHead.has(path));
  const grade = found.length === 0 ? 'same' : isAlike ? 'alike' : 'differs';
  return { kind, what, grade, differences: found.slice(0, shownMax).map(differenceText) };
}

const shownMax = 10;

const differenceText = ({ path, one, other }: Difference): string =>
  `${path === '' ? 'it' : path}: ${valueText(one)}, then ${valueText(other)}`;

function valueText(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** A place where two values differ. */
interface Difference {
  /** `data.recipients[0].status`; empty: the values themselves. */
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
  /**
   * True for a difference that does not count, such as that of two times near one another: a clock that runs by
   * itself is never quite the same.
   */
  readonly isMinor: boolean;
}

const nearMs = 5000;

/** The differences of two JSON values, in the order of the first. */
function differences(one: unknown, other: unknown, path = ''): Difference[] {
  if (Object.is(one, other)) return [];
  if (isList(one) && isList(other)) {
    const length = Math.max(one.length, other.length);
    return Array.from({ length }, (_none, at) => differences(one[at], other[at], `${path}[${at}]`)).flat();
  }
  if (isPlainObject(one) && isPlainObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) => differences(one[name], other[name], path === '' ? name : `${path}.${name}`));
  }
  return [{ path, one, other, isMinor: isNear(timeIn(one, path), timeIn(other, path)) }];
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= nearMs;

/** NaN: it is no time. Numbers are times where their name says so. */
function timeIn(value: unknown, path: string): number {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value)) return Date.parse(value);
  if (typeof value !== 'number' || !/(?:_at|At|\.at)$/.test(path)) return NaN;
  return value < 1e11 ? value * 1000 : value; // v1 counts seconds
}
