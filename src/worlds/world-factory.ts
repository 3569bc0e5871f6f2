import { createHash, randomBytes } from 'node:crypto';
import type { Cancel } from '../domain/clock.ts';
import { draw } from '../domain/draws.ts';
import type { Credentials, KeyPair } from '../domain/credentials.ts';
import type { PaceName } from '../domain/pace.ts';
import { Refusal } from '../domain/refusal.ts';
import { settings } from '../settings/settings.ts';
import { MemoryBlobs } from '../store/blobs.ts';
import { refuseFile, withAccount } from './world-seeds.ts';
import type { WorldSeed, WorldSeeds } from './world-seeds.ts';
import { HostedWorld } from './hosted-world.ts';
import type { Tools } from './hosted-world-options.ts';
import { readDocument } from './world-document.ts';
import type { ImportedWorld } from './world-document.ts';
import type { Worlds } from './worlds.ts';
import { omitUndefined } from '../shared/objects.ts';

/** The parameters of a new world; a missing one is that of the simulator's first world. */
export interface WorldOrder {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly credentials?: { readonly [Mode in keyof Credentials]?: KeyPair | undefined } | undefined;
  readonly pace?: PaceName | undefined;
  readonly worldSeed: { readonly [Part in Exclude<keyof WorldSeed, 'pace'>]?: WorldSeed[Part] | undefined };
  /** An export, in place of a fixture: of the seed, only account, pace of the clock and further scenarios count then. */
  readonly document?: object | undefined;
  /** The parameters of the call without the id, as text: a world of the same id and text is the same world. */
  readonly parameters?: string | undefined;
}

export interface FactoryOptions {
  readonly worlds: Worlds;
  readonly worldSeeds: WorldSeeds;
  readonly tools: Tools;
  readonly mostWorlds: number;
  /** Real ms without a call after which a world is deleted. */
  readonly idleMs: number;
  /** The values of parameters that a request for a world leaves out. */
  readonly defaults: {
    readonly worldSeed: Omit<WorldSeed, 'dataTime' | 'scenarios' | 'pace'>;
    readonly pace: PaceName;
  };
}

const minute = 60_000;

/** Names the setting, since its default is not one that a caller has chosen. */
const full = (most: number): string =>
  `There ${most === 1 ? 'is 1 world' : `are ${most} worlds`} already, and maxWorlds (${settings.maxWorlds.flag}, ${settings.maxWorlds.env}) allows no more: delete some, or start faxsim with a higher one`;
/** Node's timers hold 31 bits of ms. */
const longestWait = 2_000_000_000;

/** Creates further worlds, in memory, and deletes those without calls for long. */
export class WorldFactory {
  readonly #options: FactoryOptions;

  /** The request that each world was created from. */
  readonly #orders = new WeakMap<HostedWorld, string>();
  /** The worlds that are being created by `ensure`, by id. */
  readonly #ensuring = new Map<string, Promise<HostedWorld>>();
  #cancelSweep: Cancel | undefined;
  #isClosed = false;

  constructor(options: FactoryOptions) {
    this.#options = options;
  }

  /** Throws the Refusal `invalid` for an id or a key that is another world's, or when there are too many. */
  async create({ id = newId(), name, credentials = {}, pace, parameters, ...order }: WorldOrder): Promise<HostedWorld> {
    const { worlds, tools, mostWorlds } = this.#options;
    await this.sweep();
    const assertRoom = (): void => {
      if (worlds.all.length > mostWorlds) throw new Refusal('not_allowed', full(mostWorlds));
    };
    assertRoom();
    const origin = await (order.document === undefined
      ? this.#makeOrigin(order, pace)
      : originOfImport(order.document, order, tools));
    assertRoom(); // others may have been made meanwhile
    const snapshot = { ...origin.snapshot, pace: pace ?? origin.snapshot.pace };
    const hosted = new HostedWorld(
      {
        ...origin,
        id,
        name,
        snapshot,
        firstSnapshot: () => snapshot,
        seed: snapshot.seed,
        pace: snapshot.pace,
        credentials: { live: credentials.live ?? pairOf(id, 'live'), test: credentials.test ?? pairOf(id, 'test') },
      },
      tools,
    );
    try {
      worlds.add(hosted);
    } catch (error) {
      await hosted.close();
      throw error;
    }
    if (parameters !== undefined) this.#orders.set(hosted, hashOf(parameters));
    this.#arm();
    return hosted;
  }

  /**
   * The world of an id that the caller chose: it is created once, also for repeated and parallel requests. Throws the
   * Refusals of `create`, and `not_allowed` when the world was created from other parameters.
   */
  async ensure(order: WorldOrder & { readonly id: string }): Promise<HostedWorld> {
    const { id, parameters = '' } = order;
    const hosted = this.#options.worlds.get(id) ?? (await this.#createdOnce(order));
    if (this.#orders.get(hosted) === hashOf(parameters)) return hosted;
    throw new Refusal(
      'not_allowed',
      `There is a world ${id} already, from other parameters: delete it first, or choose another id`,
    );
  }

  #createdOnce(order: WorldOrder & { readonly id: string }): Promise<HostedWorld> {
    const { id } = order;
    const creating = this.#ensuring.get(id) ?? this.create(order).finally(() => this.#ensuring.delete(id));
    this.#ensuring.set(id, creating);
    return creating;
  }

  async #makeOrigin({ worldSeed: seed }: WorldOrder, pace = this.#options.defaults.pace): Promise<ImportOrigin> {
    const worldSeed = { ...this.#worldSeed(seed), pace };
    const snapshot = await this.#options.worldSeeds.snapshotOf(worldSeed).catch(refuseFile);
    const blobs = await MemoryBlobs.with(snapshot.blobs?.values());
    return { snapshot: { ...snapshot, seed: worldSeed.seed, pace }, blobs };
  }

  async remove(hosted: HostedWorld): Promise<void> {
    this.#options.worlds.remove(hosted);
    await hosted.close();
  }

  /** Deletes the worlds without calls for long. */
  async sweep(): Promise<void> {
    const { worlds, idleMs, tools } = this.#options;
    const since = tools.systemClock.now() - idleMs;
    const idle = worlds.made.filter(({ lastUsed }) => lastUsed < since);
    await Promise.all(idle.map((hosted) => this.remove(hosted)));
  }

  /** Looks after idle worlds no more. */
  close(): void {
    this.#isClosed = true;
    this.#cancelSweep?.();
  }

  /** Looks after worlds when the first of them may have been idle for long; not while there are none. */
  #arm(): void {
    const { worlds, idleMs, tools } = this.#options;
    if (this.#cancelSweep !== undefined || this.#isClosed || worlds.made.length === 0) return;
    const oldest = worlds.made.reduce((first, { lastUsed }) => Math.min(first, lastUsed), Infinity);
    const wait = Math.min(Math.max(oldest + idleMs - tools.systemClock.now(), 0) + 1, longestWait);
    this.#cancelSweep = tools.systemClock.wake(wait, () => {
      this.#cancelSweep = undefined;
      void this.sweep()
        .catch(tools.onFault)
        .finally(() => this.#arm());
    });
  }

  /**
   * Data that leads up to the last full minute is shared by all that are made in this one. The fixtures plan the next step of a
   * fax two minutes ahead or more, so that a new world still has faxes on their way.
   */
  #worldSeed(seed: WorldOrder['worldSeed']): Omit<WorldSeed, 'pace'> {
    const { defaults, tools } = this.#options;
    const chosen = omitUndefined(seed);
    const time = seed.time ?? defaults.worldSeed.time;
    const dataTime = time ?? Math.floor(tools.systemClock.now() / minute) * minute;
    const account = { ...defaults.worldSeed.account, ...seed.account };
    return { ...defaults.worldSeed, dataTime, scenarios: [], ...chosen, account };
  }
}

interface ImportOrigin {
  readonly snapshot: ImportedWorld['snapshot'];
  readonly blobs: MemoryBlobs;
  readonly pins?: ReadonlySet<string>;
}

async function originOfImport(
  document: object,
  { worldSeed }: Pick<WorldOrder, 'worldSeed'>,
  { findScenario }: Pick<Tools, 'findScenario'>,
): Promise<ImportOrigin> {
  const { snapshot, blobs: files } = await readDocument(document, findScenario);
  const blobs = await MemoryBlobs.with(files.values());
  const { account = {}, clockPace = snapshot.clockPace, scenarios = [] } = worldSeed;
  const ordered = {
    clockPace,
    scenarios: [...scenarios, ...snapshot.scenarios],
    store: withAccount(snapshot.store, account),
  };
  return { snapshot: { ...snapshot, ...ordered }, blobs, pins: new Set(files.keys()) };
}

const hashOf = (parameters: string): string => createHash('sha256').update(parameters).digest('base64');

const newId = (): string => randomBytes(5).toString('hex');

/** In the service's form: 40 lower-case hexadecimal digits each. Of an id, always the same, so that they can be known. */
function pairOf(id: string, mode: keyof Credentials): KeyPair {
  const digits = (part: string): string =>
    Array.from({ length: 40 }, (_, at) =>
      Math.floor(draw(0, 'credentials', id, mode, part, at) * 16).toString(16),
    ).join('');
  return { key: digits('key'), secret: digits('secret') };
}
