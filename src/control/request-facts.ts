import { identifiedRecord } from '../model/domain/operation.ts';
import type { ApiVersion, OperationId } from '../model/domain/operation.ts';
import type { PortOrder } from '../model/domain/port-order.ts';
import { readPhoneNumber } from '../model/numbering/e164.ts';
import { dig } from '../scenarios/rule-subject.ts';
import type { RuleSubject } from '../scenarios/rule-subject.ts';
import { findPortNumber } from '../service/operations/port-orders.ts';
import { writeRule, writeNumber } from '../wire/v2-1/account.ts';
import { writeFax } from '../wire/v2-1/faxes.ts';
import { writePortOrder } from '../wire/v2-1/port-orders.ts';
import type { ObservedRequest } from '../worlds/journal/observed-request.ts';
import type { World } from '../worlds/world.ts';
import { hash } from 'node:crypto';
import { isList } from '../model/shared/objects.ts';
import { Upload } from '../wire/fields.ts';

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const none = 'none';

/** A status with the requests that got it. */
interface StatusCount {
  readonly labels: string;
  count: number;
}

/** The requests of one operation in one version. */
interface Series {
  readonly labels: string;
  readonly statuses: Map<number | null, StatusCount>;
  /** How many took as long as a bound and no longer than it, but longer than the one before; at the end the rest. */
  readonly within: number[];
  sum: number;
}

/** Counts requests to the service, of all worlds together: a few look-ups and additions for each. */
export class RequestCounts {
  readonly #series = new Map<string, Map<string, Series>>();
  readonly #statuses: StatusCount[] = [];

  add({ profile: { operation, version }, answer, tookMicros }: ObservedRequest): void {
    const series = this.#seriesOf(operation ?? none, version ?? none);
    this.#statusOf(series, answer.status).count++;
    const seconds = tookMicros / 1e6;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket++;
    series.within[bucket] = (series.within[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  #seriesOf(operation: string, version: string): Series {
    const versions = this.#series.get(operation) ?? new Map<string, Series>();
    const known = versions.get(version);
    if (known !== undefined) return known;
    const series: Series = {
      labels: `operation="${operation}",version="${version}"`,
      statuses: new Map(),
      within: Array<number>(bounds.length + 1).fill(0),
      sum: 0,
    };
    this.#series.set(operation, versions.set(version, series));
    return series;
  }

  #statusOf({ labels, statuses }: Series, status: number | null): StatusCount {
    const known = statuses.get(status);
    if (known !== undefined) return known;
    const counted = { labels: `${labels},status="${status ?? none}"`, count: 0 };
    statuses.set(status, counted);
    this.#statuses.push(counted);
    return counted;
  }

  /** By labels as Prometheus writes them. */
  get byStatus(): ReadonlyMap<string, number> {
    return new Map(this.#statuses.map(({ labels, count }) => [labels, count]));
  }

  /** The samples of a histogram, by the ends of their names and their labels. */
  histogram(): [end: string, labels: string, value: number][] {
    const all = [...this.#series.values()].flatMap((versions) => [...versions.values()]);
    return all.flatMap(({ labels, within, sum }) => {
      let count = 0;
      const buckets = within.map((more, index): [string, string, number] => {
        count += more;
        return ['_bucket', `${labels},le="${bounds[index] ?? '+Inf'}"`, count];
      });
      return [...buckets, ['_sum', labels, sum], ['_count', labels, count]];
    });
  }
}

interface RequestParts {
  readonly world: World;
  readonly operation: OperationId;
  /** Null for a path outside of a version. */
  readonly version: ApiVersion | null;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly params: Readonly<Record<string, unknown>>;
  /** The request in words, for people. */
  readonly label: () => string;
}

/** A request as rules are matched against it, with the records of its world as they are now. */
export function requestSubject(parts: RequestParts): RuleSubject {
  const { operation, version, params, label } = parts;
  const { id, number, to, port_numbers: ported } = params;
  let identity: string | undefined;
  return {
    on: operation,
    fact: factsOf(parts),
    get fax() {
      return keyOf(id);
    },
    get number() {
      return keyOf(number ?? to ?? ported);
    },
    // Equal for equal requests of any caller: credentials, order and notation do not count.
    identity: () => (identity ??= hash('sha1', `${version} ${operation} ${canonicalText(params)}`, 'hex')),
    label,
  };
}

/** The key by which a rule counts a parameter in any notation; a list of several values is one key. */
const keyOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(canonicalParam(value));

/** The facts of a request that rules can ask about; records as v2.1 shows them. */
function factsOf(parts: RequestParts) {
  const { world, headers, version, params } = parts;
  const known = new Map<string, unknown>();
  const find = (name: string): unknown => {
    const [head = '', ...rest] = name.split('.');
    if (head === 'version') return version;
    if (head === 'account') return world.id;
    if (head === 'headers') return headers[rest.join('.').toLowerCase()];
    if (head === 'params') return canonicalParam(dig(params, rest));
    return dig(recordOf(head, parts), rest);
  };
  // Many rules ask for the same few facts.
  return (name: string): unknown => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}

function recordOf(kind: string, { world, params, operation }: RequestParts): unknown {
  const { store } = world;
  if (kind === 'number') {
    const owned = store.phoneNumbers.get(readPhoneNumber(String(params['number'])) ?? '');
    return bodyOf(owned, writeNumber.body);
  }
  const id = Number(params['id']);
  if (kind !== identifiedRecord(operation)) return undefined;
  if (kind === 'rule') return bodyOf(store.blockingRules.get(id), writeRule.body);
  if (kind === 'order') return bodyOf(portOrderOf(world, operation, id), writePortOrder.body);
  return bodyOf(store.faxes.get(id), writeFax.body);
}

/** The order itself, or the one that a port number is in. */
function portOrderOf({ store }: World, operation: OperationId, id: number): PortOrder | undefined {
  return operation === 'getPortOrder' ? store.portOrders.get(id) : findPortNumber(store, id)?.order;
}

/** Bodies of records, which never change; each is kept as long as its record. */
const bodies = new WeakMap<object, unknown>();

function bodyOf<T extends object>(record: T | undefined, body: (record: T) => unknown): unknown {
  if (record === undefined) return undefined;
  if (!bodies.has(record)) bodies.set(record, body(record));
  return bodies.get(record);
}

/**
 * A parameter in one form, however it is written: `to=a`, `to[]=a` and `to[0]=a` are `"a"`, several are a list. The number 5
 * of a JSON body is the text of a query, and null is the empty text. Keys of groups are in alphabetical order.
 */
export function canonicalParam(value: unknown, formOf = (upload: Upload): unknown => upload): unknown {
  if (value === undefined || typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Upload) return formOf(value);
  const items = itemsOf(value);
  if (items?.length === 1) return canonicalParam(items[0], formOf);
  if (items !== undefined) return items.map((item) => canonicalParam(item, formOf));
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(sorted.map(([name, item]) => [name, canonicalParam(item, formOf)]));
}

/**
 * All parameters without credentials as one text, the same whatever their order and notation. Files count by their contents
 * alone.
 */
export function canonicalText(params: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const name of Object.keys(params).sort()) {
    if (name === 'api_key' || name === 'api_secret') continue;
    const value = JSON.stringify(canonicalParam(params[name], digestOf));
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${value}`;
  }
  return `{${text}}`;
}

const digestOf = ({ bytes }: Upload) => ({ sha1: hash('sha1', bytes, 'hex') });

/** The items of a list, or of a group that is numbered as one: from 0 or from 1, without a gap. */
function itemsOf(value: object): readonly unknown[] | undefined {
  if (isList(value)) return value;
  const keys = Object.keys(value); // those that are indices come first, in ascending order
  const isNumberedFrom = (first: number): boolean => keys.every((key, index) => key === String(first + index));
  return keys.length > 0 && (isNumberedFrom(0) || isNumberedFrom(1)) ? Object.values(value) : undefined;
}
