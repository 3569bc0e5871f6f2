import { findNamed } from '../control/scenarios.ts';
import { identifiedRecord } from '../domain/operation.ts';
import type { PortOrder } from '../domain/port-order.ts';
import { Refusal } from '../domain/refusal.ts';
import { cleanPath, withoutKnown } from '../journal/known-secrets.ts';
import type { KnownSecrets } from '../journal/known-secrets.ts';
import { withoutCredentials } from '../journal/urls.ts';
import { readPhoneNumber } from '../numbering/e164.ts';
import { findPortNumber } from '../operations/port-orders.ts';
import { scriptingOf } from '../scenarios/courses.ts';
import { dig } from '../scenarios/matching.ts';
import type { RuleSubject } from '../scenarios/rule-subject.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { Params } from '../wire/fields.ts';
import { blockingRuleBody } from '../wire/v2-1/blocking-rules.ts';
import { faxBody } from '../wire/v2-1/faxes.ts';
import { phoneNumberBody } from '../wire/v2-1/phone-numbers.ts';
import { portOrderBody } from '../wire/v2-1/port-orders.ts';
import type { World } from '../worlds/world.ts';
import type { ApiCall } from './api-call.ts';
import type { Dependencies } from './dependencies.ts';
import { canonicalParam, identityOf } from './request-identity.ts';
import type { Route } from './route.ts';

/** Names the scenario of a request. */
export const scenarioHeader = 'x-faxsim-scenario';

/**
 * Looks for the scenario that the request names in its header, before it is asked who calls, since the world may be another
 * after the wait. What is wrong with the scenario is said when it is needed, after what is wrong with the caller.
 */
export function findScenario(call: ApiCall, deps: Dependencies): Promise<void> {
  return namedScenario(String(call.headers[scenarioHeader]), deps).then(
    (scenario) => {
      call.namedScenario = () => scenario;
    },
    (reason: unknown) => {
      call.namedScenario = () => {
        throw reason;
      };
    },
  );
}

async function namedScenario(name: string, { findScenario: find }: Dependencies): Promise<Scenario> {
  const scenario = await findNamed(name, find);
  if (!scenario.rules.every(({ on }) => on.includes('webhook'))) return scenario;
  throw new Refusal('invalid', `${scenario.name} is about webhooks, which no request can name: switch it on instead`);
}

/**
 * Finds the rule that fires, in the scenario that the request names or in those that are on in its world. What the named one
 * has for the records of the call goes before what the others have. Throws the Refusal `invalid` for a wrong scenario.
 */
export function matchRule(call: ApiCall, { secrets }: Dependencies): void {
  const { scenarios, seed } = call.world;
  const named = call.namedScenario?.();
  if (named !== undefined) call.scripting = scriptingOf({ scenarios, seed, named });
  call.fired = scenarios.ask(subjectOf(call, secrets.of(call.world)), named);
}

/** The request as rules are held against it. */
function subjectOf(call: ApiCall, known: KnownSecrets): RuleSubject {
  const params = call.params ?? {};
  const { operation } = call.matchedRow;
  const { id, number, to, port_numbers: ported } = params;
  let identity: string | undefined;
  return {
    on: operation,
    fact: factsOf(call, params),
    fax: keyOf(id),
    number: keyOf(number ?? to ?? ported),
    identity: () => (identity ??= identityOf(`${call.matchedVersion} ${operation}`, params)),
    shown: () => `${call.method} ${readable(call.originalUrl, known)}`,
  };
}

/** A URL as people may read it: credentials, which every request has, are left out. */
function readable(url: string, known: KnownSecrets): string {
  const shown = withoutCredentials(url.replace(/(?<=[?&])api_(?:key|secret)=[^&]*&?/g, '').replace(/[?&]$/, ''));
  return cleanPath(shown, (text) => withoutKnown(text, known));
}

/** What counts by itself, from a parameter in whatever notation; a list of several counts as one. */
const keyOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(canonicalParam(value));

/** The facts of a request that rules can ask about; records as v2.1 shows them. */
function factsOf({ world, headers, matchedRow: row, matchedVersion: version }: ApiCall, params: Params) {
  const known = new Map<string, unknown>();
  const find = (name: string): unknown => {
    const [head = '', ...rest] = name.split('.');
    if (head === 'version') return version;
    if (head === 'account') return world.id;
    if (head === 'headers') return headers[rest.join('.').toLowerCase()];
    if (head === 'params') return canonicalParam(dig(params, rest));
    return dig(recordOf(head, { world, params, row }), rest);
  };
  // Many rules ask for the same few facts.
  return (name: string): unknown => {
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}

function recordOf(kind: string, { world, params, row }: { world: World; params: Params; row: Route }): unknown {
  const { store } = world;
  if (kind === 'number') {
    const owned = store.phoneNumbers.get(readPhoneNumber(String(params['number'])) ?? '');
    return shown(owned, phoneNumberBody);
  }
  const id = Number(params['id']);
  if (kind !== identifiedRecord(row.operation)) return undefined;
  if (kind === 'rule') return shown(store.blockingRules.get(id), blockingRuleBody);
  if (kind === 'order') return shown(portOrderOf(world, row, id), portOrderBody);
  return shown(store.faxes.get(id), faxBody);
}

/** The order itself, or the one that a port number is in. */
function portOrderOf({ store }: World, { operation }: Route, id: number): PortOrder | undefined {
  return operation === 'getPortOrder' ? store.portOrders.get(id) : findPortNumber(store, id)?.order;
}

/** Bodies of records, which never change; each is kept as long as its record. */
const bodies = new WeakMap<object, unknown>();

function shown<T extends object>(record: T | undefined, body: (record: T) => unknown): unknown {
  if (record === undefined) return undefined;
  if (!bodies.has(record)) bodies.set(record, body(record));
  return bodies.get(record);
}
