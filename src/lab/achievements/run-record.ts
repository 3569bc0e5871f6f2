import type { ExpectationVerdict, WebhookRecord } from '../../control/client/named-types.ts';
import type { AnswerOf } from '../../control/client/surface.ts';
import type { WorldHandle } from '../../control/client/world-handle.ts';
import { fromNames } from '../../model/shared/objects.ts';
import { beyond } from './beside.ts';
import { controlEffects, isOfProgram } from './of-controls.ts';
import { asText } from '../../model/shared/conversion.ts';

/** How a run of the program ended. */
export interface Ending {
  /**
   * `crashed`: ended by a signal. `endless`: timed out without progress. `cut short`: timed out while it made progress. `stopped`:
   * the sweep itself was stopped.
   */
  readonly how: 'passed' | 'failed' | 'crashed' | 'endless' | 'cut short' | 'stopped';
  /** `exit code 1`, `SIGSEGV`, `killed by faxsim` or the message of an error. */
  readonly detail: string;
  /** Real ms. */
  readonly ms: number;
  /** The end of the program's output. */
  readonly output: string;
}

export type RecordedRequest = AnswerOf<'requests', 'list'>['requests'][number];
/** Whether an operation changes nothing. */
export const isRead = (operation: string): boolean => /^(?:get|list)/.test(operation);
export type SentFax = AnswerOf<'faxes', 'list'>['faxes'][number];
export type StoredRecord = Readonly<Record<string, unknown>>;

/** The collections whose records cost money, or must not be created twice. */
export const ownedCollections = ['phone_numbers', 'port_orders', 'atas', 'phax_codes', 'blocking_rules'] as const;
export type OwnedCollection = (typeof ownedCollections)[number];

/** The traces that a run leaves in its world. */
export interface RunRecord {
  /** Oldest first, as all lists here. */
  readonly calls: readonly RecordedRequest[];
  /** The webhooks that are evidence about the program. */
  readonly deliveries: readonly WebhookRecord[];
  /** The faxes that the program made: those of the fixture are left out. */
  readonly faxes: readonly SentFax[];
  /** The ids of the faxes that a control call created, for example to prepare a test. */
  readonly prepared: ReadonlySet<number>;
  /** All records of the world, those of the fixture included. */
  readonly owned: Readonly<Record<OwnedCollection, readonly StoredRecord[]>>;
  /** The records that the program made: without those of the fixture, and without ported numbers, which time alone brings. */
  readonly made: RunRecord['owned'];
  /** The number of records of the fixture that are gone. */
  readonly gone: Readonly<Record<OwnedCollection, number>>;
  /** The received faxes of the fixture. */
  readonly receivedBefore: number;
  /** The end of what the program has printed. */
  readonly output: string;
  /** How often the rule of the run has fired; with two rules, the smaller number. */
  readonly fired: number;
  readonly verdicts: readonly ExpectationVerdict[];
  /** The message of a failed matcher, which the test noted in its world, if any. */
  readonly failure: string | null;
  /** The time of the world at the end of the program. */
  readonly now: string;
  /** The faxes that were received in the run. */
  readonly received: readonly SentFax[];
  /** The faxes of the fixture whose file the program requested. */
  readonly readBefore: readonly SentFax[];
  /** The faxes whose file the program removed, new or of the fixture. */
  readonly removed: readonly SentFax[];
  /** The sent faxes by id; after `withEnds`, in their final states. */
  readonly ends: ReadonlyMap<number, SentFax>;
  /** The amount that the account paid, in US cents; after `withEnds`, including what unfinished faxes will cost. */
  readonly paidCents: number;
}

/** A world before its run: its highest ids, and its records. */
export interface Start {
  readonly fax: number;
  readonly delivery: number;
  readonly received: number;
  readonly owned: RunRecord['owned'];
  /** Whether the setting `traffic` makes up faxes, which are not the program's. */
  readonly hasTraffic: boolean;
  readonly balanceCents: number;
}

const noRecords: RunRecord['owned'] = fromNames(ownedCollections, () => []);
export const emptyStart: Start = {
  fax: 0,
  delivery: 0,
  received: 0,
  owned: noRecords,
  hasTraffic: false,
  balanceCents: 0,
};

/** The highest page size of the control API. */
export const page = 1000;

export async function startOf(world: WorldHandle): Promise<Start> {
  const [{ faxes }, deliveries, received, settings, owned] = await Promise.all([
    world.faxes.list({ limit: page }),
    world.webhooks.list({ limit: 1 }),
    world.faxes.list({ direction: 'received', limit: 1 }),
    world.settings.show(),
    ownedIn(world),
  ]);
  const fax = Math.max(0, ...faxes.map(({ id }) => id));
  const { traffic, balance_cents: balanceCents } = settings;
  const before = { fax, delivery: deliveries[0]?.id ?? 0, received: received.total, owned };
  return { ...before, hasTraffic: traffic !== null, balanceCents };
}

async function ownedIn(world: WorldHandle): Promise<RunRecord['owned']> {
  const lists = await Promise.all(ownedCollections.map((collection) => world.records.list({ collection })));
  return fromNames<RunRecord['owned']>(ownedCollections, (name) => lists[ownedCollections.indexOf(name)] ?? []);
}

/** Reads a world after its run. */
export async function observeRun(world: WorldHandle, start: Start): Promise<RunRecord> {
  const [{ now }, { requests: calls, ofConsole }, deliveries, faxes, { verdicts }, rules, owned, paidCents, hosted] =
    await Promise.all([
      world.clock.show(),
      allRequests(world),
      world.webhooks.list({ after: start.delivery, limit: 20 * page }),
      newFaxes(world, start),
      world.scenarios.verdicts(),
      world.scenarios.list(),
      ownedIn(world),
      paidIn(world, start),
      world.worlds.show(),
    ]);
  const received = faxesOf('received', faxes);
  const sent = faxesOf('sent', faxes).filter(
    ({ id }) => makersOf(id, ofConsole).length === 0 && (!start.hasTraffic || makersOf(id, calls).length > 0),
  );
  const effects = await controlEffects(world, { faxes: sent, requests: calls, ofConsole });
  return {
    calls,
    deliveries: deliveries.filter(isOfProgram(effects)),
    faxes: sent,
    prepared: effects.sent,
    received,
    removed: await removedIn(world, calls),
    readBefore: await readBefore(world, calls, start),
    ends: new Map(sent.map(byId)),
    paidCents,
    owned,
    ...changesOf(owned, start),
    receivedBefore: start.received,
    output: '',
    failure: hosted.failure?.startsWith('Scenario ') === true ? null : hosted.failure,
    fired: firedOf(rules.filter(({ scenario }) => isGenerated(scenario))),
    verdicts: verdicts.filter(({ scenario }) => isGenerated(scenario)),
    now,
  };
}

const firedOf = (rules: readonly { readonly fired: number }[]): number =>
  rules.length === 0 ? 0 : Math.min(...rules.map(({ fired }) => fired));

/** The records that were created in a run, and the number of deleted ones. */
function changesOf(owned: RunRecord['owned'], { owned: before }: Start): Pick<RunRecord, 'made' | 'gone'> {
  const ported = new Set([...owned.port_orders, ...before.port_orders].flatMap(portedNumbers));
  const isOwn = (record: StoredRecord): boolean => !ported.has(keyOf(record));
  return {
    made: fromNames(ownedCollections, (name) => beyond(owned[name], before[name], keyOf).filter(isOwn)),
    gone: fromNames(ownedCollections, (name) => beyond(before[name], owned[name], keyOf).length),
  };
}

/** The id of a record; for a phone number, the number itself. */
const keyOf = ({ id, number, identifier }: StoredRecord): string => asText(id ?? number ?? identifier);

const portedNumbers = ({ numbers }: StoredRecord): string[] =>
  Array.isArray(numbers) ? numbers.map((one: StoredRecord) => asText(one['number'])) : [];

/** An entry of a map by id. */
export const byId = (fax: SentFax) => [fax.id, fax] as const;

/** The amount that the account has paid since the start, in US cents. */
export async function paidIn(world: WorldHandle, { balanceCents }: Start): Promise<number> {
  const { balance_cents: now } = await world.settings.show();
  return balanceCents - now;
}

/** Oldest first. */
export const faxesOf = (direction: SentFax['direction'], faxes: readonly SentFax[]): SentFax[] =>
  faxes.filter((fax) => fax.direction === direction).toReversed();

/** Whether a request deletes the file of a fax. v1 does that by a parameter of another operation. */
export const isRemoval = ({ operation }: Pick<RecordedRequest, 'operation'>): boolean =>
  operation === 'deleteFaxFile' || operation === 'deleteFax';

async function removedIn(world: WorldHandle, calls: readonly RecordedRequest[]): Promise<SentFax[]> {
  const faxes = await faxesOfCalls(world, calls.filter(isRemoval));
  return faxes.filter(({ file }) => file === 'deleted');
}

async function readBefore(world: WorldHandle, calls: readonly RecordedRequest[], start: Start): Promise<SentFax[]> {
  const reads = calls.filter(
    ({ operation, fax_id: id }) => operation === 'getFaxFile' && (id ?? Infinity) <= start.fax,
  );
  return faxesOfCalls(world, reads);
}

/** The faxes that requests name. A fax that no longer exists was a test. */
async function faxesOfCalls(world: WorldHandle, calls: readonly RecordedRequest[]): Promise<SentFax[]> {
  const ids = new Set(calls.flatMap(({ fax_id: id }) => id ?? []));
  const faxes = await Promise.all([...ids].map((id) => world.faxes.show({ id }).catch(() => undefined)));
  return faxes.filter((fax) => fax !== undefined);
}

/** The beginning of the names of generated scenarios. */
export const scenarioPrefix = 'sweep-';

const isGenerated = (scenario: string): boolean => scenario.startsWith(scenarioPrefix);

/** All requests of the programs in a world, oldest first, those of the console, and how many its journal has dropped. */
export async function allRequests({ requests }: { readonly requests: Pick<WorldHandle['requests'], 'list'> }) {
  const found: RecordedRequest[] = [];
  for (;;) {
    const read = await requests.list({ after: found.at(-1)?.id ?? 0, limit: page });
    found.push(...read.requests);
    if (read.requests.length < page) return { ...byClient(found), dropped: read.dropped };
  }
}

const byClient = (all: readonly RecordedRequest[]) => ({
  requests: all.filter((request) => !request.is_of_console),
  ofConsole: all.filter((request) => request.is_of_console),
});

/** Newest first. */
export async function newFaxes(
  world: { readonly faxes: Pick<WorldHandle['faxes'], 'list'> },
  start: Pick<Start, 'fax'>,
): Promise<SentFax[]> {
  const faxes: SentFax[] = [];
  for (let offset = 0; ; offset += page) {
    const found = await world.faxes.list({ limit: page, offset });
    const ownFaxes = found.faxes.filter(({ id }) => id > start.fax);
    faxes.push(...ownFaxes);
    if (ownFaxes.length < page) return faxes;
  }
}

/** The request that created a fax; none for a fax created by a control call or by the world itself. */
export const makersOf = (fax: number, calls: readonly RecordedRequest[]): RecordedRequest[] =>
  calls.filter(({ new_fax_ids: made }) => made.includes(fax));
