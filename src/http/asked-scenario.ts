import type { Request } from 'express';
import { findNamed } from '../control/scenarios.ts';
import type { PortOrder } from '../domain/port-order.ts';
import { Refusal } from '../domain/refusal.ts';
import { cleanPath, withoutKnown } from '../journal/known-secrets.ts';
import type { KnownSecrets } from '../journal/known-secrets.ts';
import { withoutCredentials } from '../journal/urls.ts';
import { readPhoneNumber } from '../numbering/e164.ts';
import { findPortNumber } from '../operations/port-orders.ts';
import type { Scripting } from '../operations/service.ts';
import { scriptingOf } from '../scenarios/courses.ts';
import type { FindScenario } from '../scenarios/kept.ts';
import { dig } from '../scenarios/matching.ts';
import type { Fired, Occasion } from '../scenarios/occasion.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { Params } from '../wire/fields.ts';
import { blockingRuleBody } from '../wire/v2-1/blocking-rules.ts';
import { faxBody } from '../wire/v2-1/faxes.ts';
import { phoneNumberBody } from '../wire/v2-1/phone-numbers.ts';
import { portOrderBody } from '../wire/v2-1/port-orders.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/worlds.ts';
import { canonicalParam } from './canonical-params.ts';
import { identityOf } from './request-identity.ts';
import type { Route } from './route.ts';

interface Asked {
  readonly caller: Caller;
  readonly params: Params;
  readonly row: Route;
  readonly version: string;
  /** What must not be read in what is told of it. */
  readonly known: KnownSecrets;
}

const header = 'x-faxsim-scenario';

/** Gives the scenario that a request names, if it does. Throws the Refusal `invalid` for one that cannot hold for a request. */
type NamedScenario = () => Scenario | undefined;

/**
 * Looks for the scenario that a request names in its header. To be awaited before it is asked who calls, since the world may
 * be another afterwards; what is wrong with the scenario is told when it is needed, after what is wrong with the caller.
 */
export async function lookForNamed(req: Request, findScenario: FindScenario): Promise<NamedScenario> {
  if (req.headers[header] === undefined) return () => undefined;
  const [found] = await Promise.allSettled([namedScenario(req, findScenario)]);
  return () => {
    if (found.status === 'rejected') throw found.reason;
    return found.value;
  };
}

async function namedScenario(req: Request, findScenario: FindScenario): Promise<Scenario> {
  const scenario = await findNamed(String(req.headers[header]), findScenario);
  if (!scenario.rules.every(({ on }) => on.includes('webhook'))) return scenario;
  throw new Refusal('invalid', `${scenario.name} is about webhooks, which no request can name: switch it on instead`);
}

/** What scenarios have for the records of a call that names one: that goes before those that are on in the world. */
export function scriptingFor({ scenarios, scripting, seed }: World, named: Scenario | undefined): Scripting {
  return named === undefined ? scripting : scriptingOf({ scenarios, seed, named });
}

/** The rule that fires for a request, in the scenario that it names or in those that are on in its world. */
export function firedRule(req: Request, asked: Asked, named: Scenario | undefined): Fired | undefined {
  const { scenarios } = asked.caller.world;
  if (named === undefined && scenarios.isIdle) return undefined;
  const { id, number, to, port_numbers: ported } = asked.params;
  let identity: string | undefined;
  const occasion: Occasion = {
    on: asked.row.operation,
    fact: factsOf(req, asked),
    fax: keyOf(id),
    number: keyOf(number ?? to ?? ported),
    identity: () => (identity ??= identityOf(`${asked.version} ${asked.row.operation}`, asked.params)),
    shown: () => `${req.method} ${readable(req.originalUrl, asked.known)}`,
  };
  return scenarios.ask(occasion, named);
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
function factsOf(req: Request, { params, caller: { world }, row, version }: Asked) {
  const records = new Map<string, unknown>();
  const record = (kind: string): unknown => {
    if (!records.has(kind)) records.set(kind, recordOf(kind, { world, params, row }));
    return records.get(kind);
  };
  return (name: string): unknown => {
    const [head = '', ...rest] = name.split('.');
    if (head === 'version') return version;
    if (head === 'account') return world.id;
    if (head === 'headers') return req.headers[rest.join('.').toLowerCase()];
    if (head === 'params') return canonicalParam(dig(params, rest));
    return dig(record(head), rest);
  };
}

function recordOf(kind: string, { world, params, row }: { world: World; params: Params; row: Route }): unknown {
  const { store } = world;
  if (kind === 'number') {
    const owned = store.phoneNumbers.get(readPhoneNumber(String(params['number'])) ?? '');
    return owned && phoneNumberBody(owned);
  }
  const id = Number(params['id']);
  if (kind !== kindOf(row)) return undefined;
  if (kind === 'rule') return shown(store.blockingRules.get(id), blockingRuleBody);
  if (kind === 'order') return shown(portOrderOf(world, row, id), portOrderBody);
  return shown(store.faxes.get(id), faxBody);
}

/** What the id in a path is of. */
function kindOf({ path }: Route): string {
  if (path.startsWith('/blocking_rules')) return 'rule';
  if (path.startsWith('/atas')) return 'ata';
  return path.startsWith('/port_') ? 'order' : 'fax';
}

/** The order itself, or the one that a port number is in. */
function portOrderOf({ store }: World, { path }: Route, id: number): PortOrder | undefined {
  return path.startsWith('/port_orders') ? store.portOrders.get(id) : findPortNumber(store, id)?.order;
}

const shown = <T>(record: T | undefined, body: (record: T) => unknown): unknown => record && body(record);
