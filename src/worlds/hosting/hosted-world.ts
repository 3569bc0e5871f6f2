import type { Credentials } from '../../model/domain/account.ts';
import { blobsOf } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { SystemClock } from '../../model/domain/system-clock.ts';
import { errorText } from '../../model/shared/errors.ts';
import { labels } from '../../store/memory/labels.ts';
import { SweptBlobs } from '../../store/memory/swept-blobs.ts';
import type { Blobs } from '../../store/memory/swept-blobs.ts';
import { settleBeginning } from '../waiting/instant.ts';
import { lossOf, reachOf, rewindingTo } from '../history/reach.ts';
import type { Reach, Replacement } from '../history/reach.ts';
import { blobsIn } from '../making/state.ts';
import type { WorldState } from '../making/state.ts';
import { importing, readWorldDocument, writeDocument } from '../making/world-document.ts';
import type { ImportTools, WorldDocument } from '../making/world-document.ts';
import { WorldEvents } from '../activity/world-events.ts';
import { makeWorld, retire, stateOf } from '../world.ts';
import type { World, WorldParts } from '../world.ts';

/** How long a stop waits for receivers, in real ms. */
const postsMsMax = 1000;

/**
 * A world with its id. A reset, a restore and a rewind replace the world by a new one, so that no state is left over. The old one
 * still answers its running calls, whose changes are lost.
 */
export class HostedWorld {
  readonly id: string;
  readonly name: string | undefined;
  readonly credentials: Credentials;
  /** The events of the world, across all resets. */
  readonly events = new WorldEvents(() => this.#world);
  /** The message of the latest test of this world that failed. */
  failure: string | undefined;
  /** While the world is being replaced: settles when this is done or has failed. */
  replacing: Promise<unknown> | undefined;
  readonly #options: HostedWorldOptions;
  readonly #tools: Tools;
  /** The files of the world's records. */
  readonly blobs: SweptBlobs;
  readonly #snapshots = new Map<string, WorldState>();
  #pins: ReadonlySet<string> = new Set();
  #world: World;
  /** The latest change of worlds; the next one waits for it. */
  #lastChange: Promise<unknown> = Promise.resolve();
  /** Why the world has ended; undefined while it exists. */
  #end: string | undefined;
  /** Aborts conversions of running calls at the end of the world, but not at a reset. */
  readonly #ending = new AbortController();
  #usesUnderWay = 0;
  #requestsUnderWay = 0;
  #lastUsed: number;

  constructor(options: HostedWorldOptions, tools: Tools) {
    this.id = options.id;
    this.name = options.name;
    this.credentials = options.credentials;
    this.#options = options;
    this.#tools = tools;
    this.#lastUsed = tools.systemClock.now();
    this.blobs = new SweptBlobs({
      blobs: options.blobs,
      systemClock: tools.systemClock,
      isNamed: (blob) => this.#isNamed(blob),
      isSettled: () => this.#world.store.isSettled,
      onFault: tools.onFault,
    });
    this.#world = this.#make(options.state);
    void options.keeping?.follow(this.#world.clock).catch(() => undefined); // is saved again soon
    this.#world.resume();
    void this.blobs.sweepAll(); // files of a process that was killed before it stored the record
  }

  /** Why the disk refuses writes of this world now; undefined while it takes them. */
  get diskRefusal(): string | undefined {
    return this.#options.keeping?.refusal?.();
  }

  /** The current world. Do not keep it across a reset. */
  get world(): World {
    return this.#world;
  }

  /** Notes a momentary use of the world. */
  noteUse(): void {
    this.#lastUsed = this.#tools.systemClock.now();
  }

  /** Begins a use of the world, which ends when the returned function is called, once. A world in use is not idle. */
  beginUse({ isRequest = false } = {}): () => void {
    this.#usesUnderWay++;
    if (isRequest) this.#requestsUnderWay++;
    return () => {
      this.#usesUnderWay--;
      if (isRequest) this.#requestsUnderWay--;
      this.noteUse();
    };
  }

  /** The number of API requests without an answer. */
  get requestsUnderWay(): number {
    return this.#requestsUnderWay;
  }

  get systemClock(): SystemClock {
    return this.#tools.systemClock;
  }

  /** The time of the last use in real ms: now, while the world is in use. */
  get lastUsed(): number {
    return this.#usesUnderWay > 0 ? this.#tools.systemClock.now() : this.#lastUsed;
  }

  /** Whether the world exists: it is not deleted, and its simulator is not stopping. */
  get isThere(): boolean {
    return this.#end === undefined;
  }

  /** Throws the Refusal `unavailable` if the world is deleted, or its simulator is stopping. */
  assertThere(): void {
    if (this.#end !== undefined) throw new Refusal('unavailable', this.#end);
  }

  /** Returns to the initial records, clock, scenarios and counts. Snapshots stay. */
  async reset(): Promise<void> {
    await this.#replace(async () => ({ state: await this.#options.firstState() }), 'reset');
    this.failure = undefined;
  }

  /** Saves the current world under a name, until the process ends. Resets do not delete it. */
  save(name: string): void {
    const state = stateOf(this.#world);
    this.#snapshots.set(name, state);
    this.#pins = new Set([...this.#pins, ...blobsIn(state.store)]);
    void this.#lastChange.then(() => this.#pin()); // the world may be returning to what this name stood for
  }

  /** False when nothing was saved under that name. */
  async restore(name: string): Promise<boolean> {
    const state = this.#snapshots.get(name);
    if (state === undefined) return false;
    await this.#replace(() => ({ state }), 'restored');
    return true;
  }

  /** False when nothing was saved under that name. */
  forget(name: string): boolean {
    const isKnown = this.#snapshots.delete(name);
    void this.#lastChange.then(() => this.#pin()); // the world may be returning to it
    return isKnown;
  }

  /** Exports the whole state of the world, with files and active scenarios. */
  export(): Promise<WorldDocument> {
    return writeDocument(stateOf(this.#world), this.blobs);
  }

  /** Replaces the world by that in a document. Throws the Refusal `invalid` for a faulty document, before any change. */
  import(document: object): Promise<void> {
    return importing(this.id, this.#tools, async (progress) => {
      const state = await readWorldDocument(document, this.#tools, progress);
      await this.#replace(() => ({ state }), 'imported');
    });
  }

  get saved(): { name: string; time: number | undefined; faxes: number }[] {
    return [...this.#snapshots].map(([name, { time, store }]) => ({ name, time, faxes: store.collections.faxes.size }));
  }

  /** Returns to before a request, keeping the memory of everything before it. Overlapping requests are reverted together. */
  async rewind(id: number): Promise<Reach> {
    const { reach } = await this.#replace(() => rewindingTo(this.#world, id), 'rewound');
    return reach;
  }

  /** The loss of a rewind to before a request. Throws the Refusal `not_found` for a request out of reach. */
  lossBefore(id: number): ReturnType<typeof lossOf> & { readonly reach: Reach } {
    const { history } = this.#world;
    const reach = reachOf(history, id);
    return { reach, ...lossOf(history, reach) };
  }

  /** Waits for running posts of webhooks, if a later process would repeat them. */
  async finishPosts(): Promise<void> {
    await this.#lastChange;
    if (this.#options.keeping !== undefined) await this.#world.deliveries.finish(postsMsMax);
  }

  /** Closes after running changes, because a running reset would leave an open world behind. Running requests get the reason. */
  close(reason = `The world ${this.id} has been deleted`): Promise<void> {
    this.#end = reason;
    const close = async (): Promise<void> => {
      this.#world.store.close(reason);
      this.events.close();
      this.#ending.abort(new Refusal('unavailable', 'The world ended while a document was made'));
      await retire(this.#world);
      await this.blobs.close();
    };
    const closing = this.#lastChange.then(close);
    this.#lastChange = closing.catch(() => undefined);
    return closing;
  }

  #replace<R extends Replacement>(make: () => Promise<R> | R, action: string): Promise<R> {
    const replace = async (): Promise<R> => {
      this.assertThere();
      const replacement = await make();
      const { state } = replacement;
      for (const bytes of state.blobs?.values() ?? []) await this.blobs.put(bytes);
      const old = this.#world;
      old.store.hold();
      await this.#keep(old, state);
      this.#world = this.#make({ ...state, past: await replacement.handOver?.() });
      if (replacement.handOver === undefined) {
        this.#world.history.noteBeginning(action, { after: old.history.lastNumber, at: this.#world.clock.now() });
        await retire(old);
      }
      await this.blobs.sweepAll();
      await this.#options.keeping?.follow(this.#world.clock);
      this.events.worldReplaced(action);
      this.#world.resume();
      await settleBeginning(this);
      return replacement;
    };
    const work = (): Promise<R> => this.blobs.use(replace);
    const replacing = this.#lastChange.then(work, work);
    const ended = replacing
      .catch(() => undefined)
      .finally(() => {
        if (this.replacing === ended) this.replacing = undefined;
      });
    this.#lastChange = ended;
    this.replacing = ended;
    return replacing;
  }

  /** Stores a state in place of the old world. If the disk refuses, the old world continues. */
  async #keep(old: World, { store }: WorldState): Promise<void> {
    await old.store.settled(); // prevents a save of the old world after that of the new one
    try {
      await this.#options.keeping?.save(old.store.snapshot().updatesTo(store));
      old.store.detach();
    } catch (error) {
      old.store.release();
      throw new Refusal('storage_failed', `The world is as it was, since the disk refused: ${errorText(error)}`);
    }
  }

  #make(state: WorldState): World {
    const documents = this.#tools.documents.until(this.#ending.signal);
    const world = makeWorld(state, { ...this.#options, ...this.#tools, blobs: this.blobs, documents });
    world.store.watchCollection('faxes', ({ before }) => {
      if (before !== undefined) this.blobs.suspect(blobsOf(before));
    });
    return world;
  }

  #pin(): void {
    this.blobs.suspect(this.#pins);
    const saved = [...this.#snapshots.values()].flatMap(({ store }) => [...blobsIn(store)]);
    this.#pins = new Set(saved);
  }

  #isNamed(blob: string): boolean {
    const { store, history } = this.#world;
    return this.#pins.has(blob) || store.faxes.find({ labels: [labels.blob(blob)] }).total > 0 || history.names(blob);
  }
}

/** The parts of a simulator that all its worlds use. */
export type Tools = Omit<WorldParts, 'id' | 'credentials' | 'keeping' | 'blobs'> & ImportTools;

export interface HostedWorldOptions extends Pick<WorldParts, 'id' | 'credentials' | 'keeping'> {
  readonly blobs: Blobs;
  /** Name for people: `Billing`. */
  readonly name?: string | undefined;
  /** The current state of the world. */
  readonly state: WorldState;
  /** The state to which a reset returns. */
  readonly firstState: () => Promise<WorldState> | WorldState;
}
