import type { ExpectationVerdict, WebhookRecord } from '../client/named-types.ts';
import type { AnswerOf } from '../client/surface.ts';
import type { WorldHandle } from '../client/world-handle.ts';
import { fromNames } from '../shared/objects.ts';

export type RecordedRequest = AnswerOf<'requests', 'list'>['requests'][number];
export type SentFax = AnswerOf<'faxes', 'list'>['faxes'][number];
export type StoredRecord = Readonly<Record<string, unknown>>;

/** Collections whose records a program makes by operations that cost money, or that must not be made twice. */
export const ownedCollections = ['phone_numbers', 'port_orders', 'atas', 'phax_codes', 'blocking_rules'] as const;
export type OwnedCollection = (typeof ownedCollections)[number];

/** All that a run leaves in its world. */
export interface RunRecord {
  /** Oldest first, as all lists here. */
  readonly calls: readonly RecordedRequest[];
  readonly deliveries: readonly WebhookRecord[];
  /** The faxes that the program made: those of the fixture are left out. */
  readonly faxes: readonly SentFax[];
  readonly owned: Readonly<Record<OwnedCollection, readonly StoredRecord[]>>;
  /** How often the rule of the run has fired. */
  readonly fired: number;
  readonly verdicts: readonly ExpectationVerdict[];
}

/** The highest ids in a world before its run. */
export interface Start {
  readonly fax: number;
  readonly delivery: number;
}

const page = 1000;

export async function startOf(world: WorldHandle): Promise<Start> {
  const [{ faxes }, deliveries] = await Promise.all([
    world.faxes.list({ limit: page }),
    world.webhooks.list({ limit: 1 }),
  ]);
  return { fax: Math.max(0, ...faxes.map(({ id }) => id)), delivery: deliveries[0]?.id ?? 0 };
}

/** Reads a world after its run. */
export async function observe(world: WorldHandle, start: Start): Promise<RunRecord> {
  const [calls, deliveries, faxes, { verdicts }, rules, ...lists] = await Promise.all([
    allCalls(world),
    world.webhooks.list({ after: start.delivery, limit: 20 * page }),
    newFaxes(world, start),
    world.scenarios.verdicts(),
    world.scenarios.list(),
    ...ownedCollections.map((collection) => world.records.list({ collection })),
  ]);
  return {
    calls,
    deliveries,
    faxes: faxes.filter(({ direction }) => direction === 'sent').toReversed(),
    owned: fromNames<RunRecord['owned']>(ownedCollections, (name) => lists[ownedCollections.indexOf(name)] ?? []),
    fired: rules.filter(({ scenario }) => isGenerated(scenario)).reduce((sum, { fired }) => sum + fired, 0),
    verdicts: verdicts.filter(({ scenario }) => isGenerated(scenario)),
  };
}

/** The beginning of the names of generated scenarios. */
export const scenarioPrefix = 'sweep-';

const isGenerated = (scenario: string): boolean => scenario.startsWith(scenarioPrefix);

async function allCalls(world: WorldHandle): Promise<RecordedRequest[]> {
  const calls: RecordedRequest[] = [];
  for (;;) {
    const { requests } = await world.requests.list({ after: calls.at(-1)?.id ?? 0, limit: page });
    calls.push(...requests);
    if (requests.length < page) return calls;
  }
}

/** Newest first. */
async function newFaxes(world: WorldHandle, start: Start): Promise<SentFax[]> {
  const faxes: SentFax[] = [];
  for (let offset = 0; ; offset += page) {
    const found = await world.faxes.list({ limit: page, offset });
    const ownFaxes = found.faxes.filter(({ id }) => id > start.fax);
    faxes.push(...ownFaxes);
    if (ownFaxes.length < page) return faxes;
  }
}
