import type { Credentials } from '../domain/credentials.ts';
import { WorldClock } from '../domain/world-clock.ts';
import type { Host } from '../domain/world-clock.ts';
import { Refusal } from '../domain/refusal.ts';
import { blobsOf } from '../operations/blob-care.ts';
import { reasonOf } from '../store/data-directory-error.ts';
import { PinnedBlobs } from '../store/pinned-blobs.ts';
import type { StoreImage, Update } from '../store/store-image.ts';
import { imageOf } from './image.ts';
import type { WorldImage } from './image.ts';
import { createWorld } from './world.ts';
import type { World, WorldOptions } from './world.ts';

/** Where a world is kept beyond the process. */
export interface Keeping {
  save(updates: readonly Update[]): Promise<void>;
  /** Saves the time of this clock from now on. */
  follow(clock: { now(): number }): Promise<void>;
}

/** What all worlds of a simulator work with. */
export interface Tools extends Pick<WorldOptions, 'documents' | 'fetchPage' | 'post' | 'onFault'> {
  readonly host: Host;
}

export interface HostedWorldOptions extends Pick<WorldOptions, 'id' | 'credentials' | 'seed' | 'pace' | 'blobs'> {
  /** For people. */
  readonly name?: string | undefined;
  /** What it is now. */
  readonly image: WorldImage;
  /** What a reset returns it to. */
  readonly beginning: () => Promise<WorldImage> | WorldImage;
  readonly keeping?: Keeping | undefined;
}

/**
 * A world under its id. A reset, and a return to a saved image, put a new world in the place of the old one, so that nothing
 * can be forgotten: what is still under way in the old one is refused.
 */
export class HostedWorld {
  readonly id: string;
  readonly name: string | undefined;
  readonly credentials: Credentials;
  /** When it was last called, in real ms. */
  lastUsed: number;
  readonly #options: HostedWorldOptions;
  readonly #tools: Tools;
  readonly #blobs: PinnedBlobs;
  readonly #images = new Map<string, WorldImage>();
  #pins: ReadonlySet<string> = new Set();
  #world: World;
  /** One change of worlds after the other. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(options: HostedWorldOptions, tools: Tools) {
    this.id = options.id;
    this.name = options.name;
    this.credentials = options.credentials;
    this.#options = options;
    this.#tools = tools;
    this.lastUsed = tools.host.now();
    this.#blobs = new PinnedBlobs(options.blobs, () => this.#pins);
    this.#world = this.#incarnate(options.image);
    void options.keeping?.follow(this.#world.clock).catch(() => undefined); // is saved again soon
    this.#world.resume();
  }

  /** The world as it is now: never to be kept across a reset. */
  get world(): World {
    return this.#world;
  }

  /** To be told of each call, so that what nobody calls can go. */
  use(): World {
    this.lastUsed = this.#tools.host.now();
    return this.#world;
  }

  /** Returns to the seed: all records, the clock, the scenarios, and all that was counted or noted. */
  async reset(): Promise<void> {
    await this.#replace(this.#options.beginning);
  }

  /** Keeps what the world is now under a name, until the process ends. */
  save(name: string): void {
    this.#images.set(name, imageOf(this.#world));
    this.#pin();
  }

  /** False when nothing was saved under that name. */
  async restore(name: string): Promise<boolean> {
    const image = this.#images.get(name);
    if (image === undefined) return false;
    await this.#replace(() => image);
    return true;
  }

  /** False when nothing was saved under that name. */
  forget(name: string): boolean {
    const isKnown = this.#images.delete(name);
    this.#pin();
    return isKnown;
  }

  get saved(): { name: string; time: number | undefined; faxes: number }[] {
    return [...this.#images].map(([name, { time, store }]) => ({ name, time, faxes: store.collections.faxes.size }));
  }

  async close(): Promise<void> {
    this.#world.store.close(`The world ${this.id} is no more`);
    await retire(this.#world);
  }

  #replace(imageOfNew: () => Promise<WorldImage> | WorldImage): Promise<void> {
    const replace = async (): Promise<void> => {
      const image = await imageOfNew();
      const old = this.#world;
      old.store.close(`The world ${this.id} was reset while this was under way`);
      await this.#keep(old, image);
      this.#world = this.#incarnate(image);
      await retire(old);
      await this.#blobs.keepOnly(blobsIn(image.store));
      await this.#options.keeping?.follow(this.#world.clock);
      this.#world.resume();
    };
    const replacing = this.#changing.then(replace, replace);
    this.#changing = replacing.catch(() => undefined);
    return replacing;
  }

  /** Has an image on disk in place of the old world, which goes on if the disk refuses. */
  async #keep(old: World, image: WorldImage): Promise<void> {
    try {
      await this.#options.keeping?.save(old.store.updatesTo(image.store));
    } catch (error) {
      old.store.reopen();
      throw new Refusal('storage_failed', `The world is as it was, since the disk refused: ${reasonOf(error)}`);
    }
  }

  #incarnate(image: WorldImage): World {
    const { host, onFault, ...tools } = this.#tools;
    const { keeping, ...own } = this.#options;
    const clock = new WorldClock({ host, startsAt: image.time, pace: image.clockPace, onFault });
    const parts = { ...own, ...tools, onFault, clock, contents: image.store, blobs: this.#blobs };
    const disk = keeping === undefined ? {} : { disk: keeping, saveTime: () => keeping.follow(clock) };
    const world = createWorld({ ...parts, ...disk });
    for (const { scenario, by } of image.scenarios.toReversed()) world.scenarios.switchOn(scenario, by);
    return world;
  }

  #pin(): void {
    this.#pins = new Set([...this.#images.values()].flatMap(({ store }) => [...blobsIn(store)]));
  }
}

async function retire({ clock, deliveries }: World): Promise<void> {
  clock.stop();
  await deliveries.close();
}

const blobsIn = ({ collections }: StoreImage): Set<string> => new Set([...collections.faxes.values()].flatMap(blobsOf));
