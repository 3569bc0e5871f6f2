import { hash } from 'node:crypto';
import type { ApiVersion, OperationId, RecordReference } from '../model/domain/operation.ts';
import type { PortOrder } from '../model/domain/port-order.ts';
import { dig } from '../scenarios/rule-subject.ts';
import type { RuleSubject } from '../scenarios/rule-subject.ts';
import { findPortNumber } from '../service/operations/port-orders.ts';
import { canonicalParam, canonicalText } from './canonical-params.ts';
import { writeRule, writeNumber } from '../wire/v2-1/account.ts';
import { writeFax } from '../wire/v2-1/faxes.ts';
import { writePortOrder } from '../wire/v2-1/port-orders.ts';
import { clientHeader, consoleName } from '../worlds/journal/observed-request.ts';
import type { World } from '../worlds/world.ts';

interface RequestParts {
  readonly world: World;
  readonly operation: OperationId;
  /** Version of the API; null for a path outside of a version. */
  readonly version: ApiVersion | null;
  /** Headers by names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly params: Readonly<Record<string, unknown>>;
  /** The record that the request names, if any. */
  readonly record: RecordReference | null;
  /** Returns the request in words. */
  readonly label: () => string;
}

/** A request as a subject for rules, with the current records of its world. */
export function requestSubject(parts: RequestParts): RuleSubject {
  const { operation, version, headers, params, record, label } = parts;
  const { number, to, port_numbers: ported } = params;
  let identity: string | undefined;
  return {
    on: operation,
    fact: factsOf(parts),
    get fax() {
      return record?.kind === 'fax' ? keyOf(String(record.id)) : undefined;
    },
    get number() {
      return keyOf(number ?? to ?? ported);
    },
    // Equal for equal requests of any caller: credentials, order and notation do not count.
    identity: () => (identity ??= hash('sha1', `${version} ${operation} ${canonicalText(params)}`, 'hex')),
    label,
    isOfConsole: headers[clientHeader] === consoleName,
  };
}

/** The key by which a rule counts a parameter, independent of notation. A list is one key. */
const keyOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(canonicalParam(value));

/** The facts about a request for rules; records have the form of v2.1. */
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
  // Caches facts, because many rules use the same few.
  return (name: string): unknown => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}

function recordOf(kind: string, { world: { store }, record, operation }: RequestParts): unknown {
  if (record?.kind !== kind) return undefined;
  if (kind === 'number') return bodyOf(store.phoneNumbers.get(String(record.id)), writeNumber.body);
  const id = Number(record.id);
  if (kind === 'rule') return bodyOf(store.blockingRules.get(id), writeRule.body);
  if (kind === 'order') return bodyOf(portOrderOf(store, operation, id), writePortOrder.body);
  return bodyOf(store.faxes.get(id), writeFax.body);
}

/** The port order, or the one that contains the port number. */
function portOrderOf(store: World['store'], operation: OperationId, id: number): PortOrder | undefined {
  return operation === 'getPortOrder' ? store.portOrders.get(id) : findPortNumber(store, id)?.order;
}

/** Cached bodies of records, which never change. */
const bodies = new WeakMap<object, unknown>();

function bodyOf<T extends object>(record: T | undefined, body: (record: T) => unknown): unknown {
  if (record === undefined) return undefined;
  if (!bodies.has(record)) bodies.set(record, body(record));
  return bodies.get(record);
}
