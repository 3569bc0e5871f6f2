import type { KnownSecrets } from '../journal/redaction.ts';
import { secretsOf } from '../world.ts';
import type { World } from '../world.ts';
import type { Worlds } from './worlds.ts';

/** The secrets that the journals and logs of a simulator hide. */
export class Secrets {
  readonly #worlds: Worlds;
  readonly #controlToken: string | undefined;
  /** Secrets by world, renewed for a new webhook token, since every request is noted with them. */
  readonly #known = new WeakMap<World, KnownSecrets & { readonly token: string | null }>();

  constructor(worlds: Worlds, controlToken: string | undefined) {
    this.#worlds = worlds;
    this.#controlToken = controlToken;
  }

  /** Secrets of the default world, for a request that belongs to no world. */
  get default(): KnownSecrets {
    return this.of(this.#worlds.default);
  }

  /** The current secrets of a world. */
  of(world: World): KnownSecrets {
    const token = world.store.account.webhookToken;
    const known = this.#known.get(world);
    if (known?.token === token) return known;
    const texts = secretsOf(world, this.#controlToken);
    const knownSecrets = { texts, token, has: (word: string) => this.#worlds.isCredential(word) };
    this.#known.set(world, knownSecrets);
    return knownSecrets;
  }
}
