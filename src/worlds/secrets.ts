import type { KnownSecrets } from '../journal/known-secrets.ts';
import type { World } from './world.ts';
import type { Worlds } from './worlds.ts';

/** What must not be read in the journals and logs of a simulator. */
export class Secrets {
  readonly #worlds: Worlds;
  readonly #controlToken: string | undefined;
  /** One for each world and webhook token, since every request is noted with it. */
  readonly #known = new WeakMap<World, KnownSecrets & { readonly token: string | null }>();

  constructor(worlds: Worlds, controlToken: string | undefined) {
    this.#worlds = worlds;
    this.#controlToken = controlToken;
  }

  /** For a request that belongs to no world. */
  get default(): KnownSecrets {
    return this.of(this.#worlds.default);
  }

  /** As they are now, for a request that belongs to a world. */
  of(world: World): KnownSecrets {
    const token = world.store.account.webhookToken;
    const known = this.#known.get(world);
    if (known?.token === token) return known;
    const { live, test } = world.credentials;
    const given = [live.secret, test.secret, live.key, test.key, token, this.#controlToken];
    const texts = given.filter((text) => typeof text === 'string').sort((one, other) => other.length - one.length);
    const made = { texts, token, has: (word: string) => this.#worlds.isCredential(word) };
    this.#known.set(world, made);
    return made;
  }
}
