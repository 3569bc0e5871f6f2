import type { KnownSecrets } from '../journal/redaction.ts';
import { secretsOf } from '../world.ts';
import type { World } from '../world.ts';
import type { Worlds } from './worlds.ts';

/** The secrets that the journals and logs of a simulator hide. */
export class Secrets {
  readonly #worlds: Worlds;
  readonly #controlToken: string | undefined;
  /** Cached secrets by world, because every request is noted with them. Renewed for a new webhook token. */
  readonly #known = new WeakMap<World, KnownSecrets & { readonly token: string | null }>();

  constructor(worlds: Worlds, controlToken: string | undefined) {
    this.#worlds = worlds;
    this.#controlToken = controlToken;
  }

  /** Secrets of the default world, for requests without a world. */
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
