import { createHash, randomBytes } from 'node:crypto';
import type { Cancel } from '../../model/domain/clock.ts';
import { drawSeries } from '../../model/domain/draws.ts';
import type { Credentials, KeyPair } from '../../model/domain/account.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { settings } from '../../model/settings/settings.ts';
import { MemoryBlobs } from '../../store/memory/swept-blobs.ts';
import { assertActiveTogether } from '../../scenarios/active-scenario.ts';
import { dataTimeAt, refuseFile, withAccount } from '../making/recipes.ts';
import type { WorldRecipe, WorldRecipes } from '../making/recipes.ts';
import { settleBeginning } from '../waiting/instant.ts';
import { HostedWorld } from './hosted-world.ts';
import type { Tools } from './hosted-world.ts';
import { importing, readWorldDocument } from '../making/world-document.ts';
import type { ImportProgress } from '../making/world-document.ts';
import type { WorldState } from '../making/state.ts';
import type { Worlds } from './worlds.ts';
import { omitUndefined } from '../../model/shared/objects.ts';

/** The parameters of a new world. Missing ones are those of the simulator's first world. */
export interface WorldOrder {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly credentials?: { readonly [Mode in keyof Credentials]?: KeyPair | undefined } | undefined;
  readonly recipe: { readonly [Part in keyof WorldRecipe]?: WorldRecipe[Part] | undefined };
  /** An export in place of a fixture. Of the recipe, only account, paces and additional scenarios then count. */
  readonly document?: object | undefined;
  /** The parameters of the call without the id, as text. The same id and text mean the same world. */
  readonly parameters?: string | undefined;
}

export interface FactoryOptions {
  readonly worlds: Worlds;
  readonly recipes: WorldRecipes;
  readonly tools: Tools;
  readonly worldsMax: number;
  /** Real ms without a call after which a world is deleted. */
  readonly idleMs: number;
  /** The defaults of the parameters. */
  readonly defaults: Omit<WorldRecipe, 'dataTime' | 'scenarios'>;
}

/** The message names the setting, because the caller may not know its default. */
const full = (most: number): string =>
  `There ${most === 1 ? 'is 1 world' : `are ${most} worlds`} already, and maxWorlds (${settings.maxWorlds.flag}, ${settings.maxWorlds.env}) allows no more: delete some, or start faxsim with a higher one`;
/** Node's timers hold 31 bits of ms. */
const waitMsMax = 2_000_000_000;

/** Creates further worlds in memory, and deletes idle ones. */
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

  /** Creates a world. Throws the Refusal `invalid` if its id or a key belongs to another world, or if there are too many worlds. */
  async create({
    id = randomBytes(5).toString('hex'),
    name,
    credentials = {},
    parameters,
    recipe,
    document,
  }: WorldOrder): Promise<HostedWorld> {
    const { worlds, recipes, tools, worldsMax } = this.#options;
    const isFull = (): boolean => worlds.size > worldsMax;
    const assertRoom = (): void => {
      if (isFull()) throw new Refusal('not_allowed', full(worldsMax));
    };
    // Idle worlds are checked only if there is no room: a check of all worlds would slow down each creation.
    if (isFull()) await this.sweep();
    assertRoom();
    const whole = this.#complete(recipe);
    const beginning = (): Promise<WorldState> => recipes.stateOf(whole).catch(refuseFile);
    const state = await (document === undefined
      ? beginning()
      : importing(id, tools, (progress) => importedState(document, recipe, { ...tools, progress })));
    const blobs = await MemoryBlobs.with(state.blobs?.values());
    assertRoom(); // others may have been made meanwhile
    const hosted = new HostedWorld(
      {
        id,
        name,
        state,
        // A reset creates the state of a fixture file again, because the times in the file count from the start of the world. Every other
        // world returns to the state with which it began.
        firstState: state.origin === undefined && document === undefined ? beginning : () => state,
        blobs,
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
    await settleBeginning(hosted);
    return hosted;
  }

  /**
   * The world with the id that the caller chose. It is created once, even for repeated and parallel requests. Throws the Refusals
   * of `create`, and `not_allowed` if the world was created with other parameters.
   */
  async ensure(order: WorldOrder & { readonly id: string }): Promise<HostedWorld> {
    const { id, parameters = '' } = order;
    let hosted = this.#options.worlds.get(id);
    if (hosted === undefined) {
      const creating = this.#ensuring.get(id) ?? this.create(order).finally(() => this.#ensuring.delete(id));
      this.#ensuring.set(id, creating);
      hosted = await creating;
    }
    if (this.#orders.get(hosted) === hashOf(parameters)) return hosted;
    throw new Refusal(
      'not_allowed',
      `There is a world ${id} already, from other parameters: delete it first, or choose another id`,
    );
  }

  async remove(hosted: HostedWorld): Promise<void> {
    this.#options.worlds.remove(hosted);
    await hosted.close();
  }

  /** Deletes the idle worlds. */
  async sweep(): Promise<void> {
    const { worlds, idleMs, tools } = this.#options;
    const since = tools.systemClock.now() - idleMs;
    const idle = worlds.made.filter(({ lastUsed }) => lastUsed < since);
    await Promise.all(idle.map((hosted) => this.remove(hosted)));
  }

  /** Stops deleting idle worlds. */
  close(): void {
    this.#isClosed = true;
    this.#cancelSweep?.();
  }

  /** Sets a timer for when the first world may be idle; none without worlds. */
  #arm(): void {
    const { worlds, idleMs, tools } = this.#options;
    if (this.#cancelSweep !== undefined || this.#isClosed || worlds.made.length === 0) return;
    const oldest = worlds.made.reduce((first, { lastUsed }) => Math.min(first, lastUsed), Infinity);
    const wait = Math.min(Math.max(oldest + idleMs - tools.systemClock.now(), 0) + 1, waitMsMax);
    this.#cancelSweep = tools.systemClock.wake(wait, () => {
      this.#cancelSweep = undefined;
      void this.sweep()
        .catch(tools.onFault)
        .finally(() => this.#arm());
    });
  }

  /**
   * Completes a recipe. Worlds created in the same minute share data that leads up to the last full minute. The fixtures plan next
   * steps at least two minutes ahead, so that a new world still has unfinished faxes.
   */
  #complete(recipe: WorldOrder['recipe']): WorldRecipe {
    const { defaults, tools } = this.#options;
    const chosen = omitUndefined(recipe);
    const time = recipe.time ?? defaults.time;
    const dataTime = time ?? dataTimeAt(tools.systemClock.now());
    const account = { ...defaults.account, ...recipe.account };
    return { ...defaults, dataTime, scenarios: [], ...chosen, account };
  }
}

/** The state of an export, with the changes of a recipe. */
async function importedState(
  document: object,
  { account = {}, speed, pace, scenarios = [] }: WorldOrder['recipe'],
  { findScenario, progress }: Pick<Tools, 'findScenario'> & { readonly progress: ImportProgress },
): Promise<WorldState> {
  const state = await readWorldDocument(document, { findScenario }, progress);
  const all = [...scenarios, ...state.scenarios];
  assertActiveTogether(all.map(({ scenario }) => scenario));
  return {
    ...state,
    speed: speed ?? state.speed,
    pace: pace ?? state.pace,
    scenarios: all,
    store: withAccount(state.store, account),
  };
}

const hashOf = (parameters: string): string => createHash('sha256').update(parameters).digest('base64');

/**
 * The key pair for an id, in the service's form: 40 lower-case hexadecimal digits each. Equal ids have equal pairs, so that pairs
 * can be predicted.
 */
function pairOf(id: string, mode: keyof Credentials): KeyPair {
  const digits = (part: string): string =>
    drawSeries(40, 0, 'credentials', id, mode, part)
      .map((drawn) => Math.floor(drawn * 16).toString(16))
      .join('');
  return { key: digits('key'), secret: digits('secret') };
}
