import { identifiedRecord } from '../domain/operation.ts';
import type { ApiVersion, OperationId } from '../domain/operation.ts';
import type { PortOrder } from '../domain/port-order.ts';
import { canonicalParam, identityOf } from '../journal/canonical-params.ts';
import { readPhoneNumber } from '../numbering/e164.ts';
import { findPortNumber } from '../operations/port-orders.ts';
import { dig } from '../scenarios/matching.ts';
import type { RuleSubject } from '../scenarios/rule-subject.ts';
import { writeRule } from '../wire/v2-1/blocking-rules.ts';
import { writeFax } from '../wire/v2-1/faxes.ts';
import { writeNumber } from '../wire/v2-1/phone-numbers.ts';
import { writePortOrder } from '../wire/v2-1/port-orders.ts';
import type { World } from '../worlds/world.ts';

interface RequestParts {
  readonly world: World;
  readonly operation: OperationId;
  readonly version: ApiVersion;
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
    identity: () => (identity ??= identityOf(`${version} ${operation}`, params)),
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
