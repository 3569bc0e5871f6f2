import { withoutLoopbackPorts } from '../../model/shared/urls.ts';
import { isList, isPlainObject, numberByKey } from '../../model/shared/objects.ts';
import type { BundledRequest, BundledWebhook } from '../../worlds/history/bundle.ts';
import { answerFields, firstRevision, isLaterField, isUserMap, laterNames } from '../../wire/answer-fields.ts';
import { laterPaths } from '../../store/memory/record-checks.ts';
import { secretPrefix } from '../../worlds/history/bundled-secrets.ts';
import type { Session } from './sides.ts';

export const grades = ['same', 'alike', 'differs'] as const;
/** `same`: byte by byte. `alike`: except for headers, times or ports of loopback. `differs`: otherwise. */
export type Grade = (typeof grades)[number];

/** A thing that two bundles should have in common. */
export interface CommonPart {
  readonly kind: 'request' | 'webhook' | 'record' | 'setting';
  /** The part's name: `GET /v2.1/faxes`, `fax_completed of fax 1, attempt 1`, `faxes 1`, `scenarios`. */
  readonly what: string;
  readonly grade: Grade;
  /** The differences in words, if any. */
  readonly differences: readonly string[];
}

/** Compares the answers, the webhooks and the changed records of two bundles. */
export function compare(one: Session, other: Session, fields = answerFields): CommonPart[] {
  const nearMs = ownWorkMs * Math.max(1, one.start.speed, one.end.speed);
  const later = laterIn(
    [one, other].map(({ answer_fields: revision = firstRevision }) => revision),
    fields,
  );
  return [
    ...findingsIn('request', [one, other].map(requestsIn), (first, second) => answerDifferences(first, second, later)),
    ...findingsIn('webhook', [one, other].map(webhooksIn), (first, second) =>
      webhookDifferences(first, second, nearMs).filter((found) => !later.isLater(found)),
    ),
    ...findingsIn('record', [one, other].map(recordsIn), recordDifferences(documentsWithSecrets(one))),
  ];
}

/** Compares items of two lists in pairs: the nth item of a name with the nth of the same name. */
function findingsIn<T>(
  kind: CommonPart['kind'],
  [ones = new Map(), others = new Map()]: readonly ReadonlyMap<string, T>[],
  compareTwo: (first: T, second: T) => Difference[],
): CommonPart[] {
  return [...new Set([...ones.keys(), ...others.keys()])].map((name) => {
    const [first, second] = [ones.get(name), others.get(name)];
    const isWhole = first !== undefined && second !== undefined && (first === null) === (second === null);
    const found = isWhole ? compareTwo(first, second) : onlyOne(kind, first, second);
    return findingOf(kind, name.replace(/ #1$/, ''), found);
  });
}

/** Says which of two sessions has an item. A record that is null does not exist; an undefined one did not change. */
function onlyOne(kind: CommonPart['kind'], first: unknown, second: unknown): string {
  if (kind === 'record' && (first === undefined || second === undefined)) {
    return `changed only in the ${first === undefined ? 'second' : 'first'}`;
  }
  return `only the ${(first ?? null) === null ? 'second' : 'first'} has it`;
}

/** Maps items by their name and their ordinal within the name. */
function byName<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T> {
  return new Map(numberByKey(items, nameOf).map(([item, nth]) => [`${nameOf(item)} #${nth}`, item]));
}

/** The fields that one of two versions of faxsim did not know. */
export interface LaterFields {
  /**
   * Whether a field is missing because that side's faxsim did not know it. `version` is the API version of the answer; undefined
   * for a webhook.
   */
  readonly isLater: (found: Difference, version?: BundledRequest['version']) => boolean;
  /** The names of later fields in the answers of a version. */
  readonly namesIn: (version: BundledRequest['version']) => ReadonlySet<string>;
}

/** `revisions` are the revisions of the known fields on each side. */
export function laterIn(revisions: readonly number[], fields = answerFields): LaterFields {
  const [first = firstRevision, second = firstRevision] = revisions;
  return {
    isLater({ name, beside, one, other }, version = null) {
      if (name === undefined || (one === undefined) === (other === undefined)) return false;
      const place = { name, beside, version: version ?? undefined };
      return isLaterField(place, one === undefined ? first : second, fields);
    },
    namesIn: (version) => (version === null ? new Set() : laterNames(version, Math.min(first, second), fields)),
  };
}

/** How an answer differs from another. */
export function answerDifferences(one: BundledRequest, other: BundledRequest, later: LaterFields): Difference[] {
  const [first, second] = sameFields([one, other], later).map(({ answer: { body, tag, bytes, ...head }, rule }) => {
    const json = bodyOf(body);
    // The whole body makes its tag and length unnecessary.
    if (typeof json !== 'string' && body !== null) return { ...head, rule, body: json };
    if (typeof json !== 'string') return { ...head, rule, body, tag, bytes };
    // The digest of a list changes with any time in it, so it does not count. The records of the list are compared separately.
    return { ...head, rule, body: splitAtTimes(json), times: tag, bytes };
  });
  return differences(first, second).filter((found) => !later.isLater(found, one.version));
}

/**
 * The two answers without the fields that one side did not know. Cut bodies get the same length, and lose their size and digest.
 */
function sameFields(pair: readonly BundledRequest[], later: LaterFields): readonly BundledRequest[] {
  const names = pair.flatMap(({ version }) => [...later.namesIn(version)]);
  const bodies = pair.map(({ answer }) => answer.body ?? '');
  if (names.length === 0 || pair.some(({ answer }) => answer.tag === null)) return pair;
  const fewer = bodies.map((text) => withoutFields(text, names));
  if (fewer.every((text, at) => text === bodies[at])) return pair;
  const length = Math.min(...fewer.map((text) => text.length));
  return pair.map((step, at) => {
    const body = fewer[at]?.slice(0, length) ?? null;
    return { ...step, answer: { ...step.answer, body, tag: null, bytes: 0 } };
  });
}

/** A JSON text without these fields, none of which may be the first of its mapping. */
const withoutFields = (text: string, names: readonly string[]): string =>
  // eslint-disable-next-line no-restricted-syntax -- the names are of the table in the source, not of a caller
  text.replaceAll(new RegExp(String.raw`,"(?:${names.join('|')})":(?:"(?:[^"\\]|\\.)*"|[\w.+-]+|\[\]|\{\})`, 'g'), '');

/** Matches times in a JSON text of any version, with the end of their names. */
const timesInText = /_at":(?:"[^"]*"|\d+)/g;

/** Separates a cut body from its times, because times of a running clock always differ a little. */
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

const requestsIn = ({ steps }: Session) =>
  byName(
    steps.filter((step) => step.kind === 'request'),
    ({ method, url }) => `${method} ${url}`,
  );

const webhooksIn = ({ steps }: Session) =>
  byName(
    steps.filter((step) => step.kind === 'webhook'),
    ({ event, fax_id: fax, attempt }) => `${event} of fax ${fax}, attempt ${attempt}`,
  );

/**
 * How much the times of equal webhooks may differ, in real ms: an attempt may wait for others to the same receiver, and for its
 * document.
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

const recordsIn = ({ records }: Session) =>
  new Map(
    Object.entries(records).flatMap(([collection, byKey]) =>
      Object.entries(byKey).map(([key, record]) => [`${collection} ${key}`, record] as const),
    ),
  );

/** The documents with a page that shows a URL with a secret. The bundle lacks the secret, so a replay draws them differently. */
export function documentsWithSecrets({ steps, records: { faxes = {} } }: Session): ReadonlySet<unknown> {
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

/** Whether one of two records was written by a faxsim that did not know the field. */
const isUnknownToOne = ({ path, one, other }: Difference): boolean =>
  (one === undefined || other === undefined) && laterPaths.has(path.replaceAll(/\[\d+\]/g, ''));

/** Fields such as headers, whose differences do not count. */
const ofHead = new Set(['request_id', 'rule', 'times', 'type']);

/** Makes a finding from the differences of two values, or from a text: the reason why they cannot be compared. */
export function findingOf(kind: CommonPart['kind'], what: string, found: readonly Difference[] | string): CommonPart {
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
  /** `data.recipients[0].status`; empty for the values themselves. */
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
  /** Whether the difference does not count: that between two close times of a running clock, or between two ports of loopback. */
  readonly isMinor: boolean;
  /** The name of a field in its mapping; undefined for an item of a list, and for the values themselves. */
  readonly name?: string;
  /** The names of all fields of that mapping, on either side. */
  readonly beside: readonly string[];
}

const nearMs = 5000;

type Place = Pick<Difference, 'path' | 'name' | 'beside'>;

const whole: Place = { path: '', beside: [] };

/** The differences of two JSON values, in the order of the first. */
function differences(one: unknown, other: unknown, place = whole): Difference[] {
  if (Object.is(one, other)) return [];
  const { path } = place;
  if (isList(one) && isList(other)) {
    const length = Math.max(one.length, other.length);
    const items = Array.from({ length }, (_none, at) => ({ path: `${path}[${at}]`, beside: [] }));
    return items.flatMap((item, at) => differences(one[at], other[at], item));
  }
  if (isPlainObject(one) && isPlainObject(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    const isOfRecord = !isUserMap(place.name);
    return names.flatMap((name) => {
      const at = path === '' ? name : `${path}.${name}`;
      return differences(
        one[name],
        other[name],
        isOfRecord ? { path: at, name, beside: names } : { path: at, beside: [] },
      );
    });
  }
  return [{ ...place, one, other, isMinor: isNear(timeIn(one, path), timeIn(other, path)) || isSamePlace(one, other) }];
}

/** Whether two texts differ only in ports of loopback, on which a program of each session listened. */
const isSamePlace = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string' && withoutLoopbackPorts(one) === withoutLoopbackPorts(other);

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= nearMs;

/** The time of a value in ms, or NaN. A number is a time if its name says so. */
function timeIn(value: unknown, path: string): number {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(value)) return Date.parse(value);
  if (typeof value !== 'number' || !/(?:_at|At|\.at)$/.test(path)) return NaN;
  return value < 1e11 ? value * 1000 : value; // v1 counts seconds
}
