import type { World } from './world.ts';

/** Who is calling: a world's account, and whether with its test pair. */
export interface Caller {
  readonly world: World;
  readonly isTest: boolean;
}

export interface KeyOwner extends Caller {
  readonly secret: string;
}

/** The worlds of one simulator, by id and by the API keys that lead to them. */
export class Worlds {
  readonly default: World;
  readonly #byId = new Map<string, World>();
  readonly #byKey = new Map<string, KeyOwner>();

  constructor(defaultWorld: World) {
    this.default = defaultWorld;
    this.add(defaultWorld);
  }

  add(world: World): void {
    const { live, test } = world.credentials;
    this.#byId.set(world.id, world);
    this.#byKey.set(live.key, { world, isTest: false, secret: live.secret });
    this.#byKey.set(test.key, { world, isTest: true, secret: test.secret });
  }

  get(id: string): World | undefined {
    return this.#byId.get(id);
  }

  /** Whom a key belongs to, and the secret that goes with it. */
  ownerOf(key: string): KeyOwner | undefined {
    return this.#byKey.get(key);
  }
}
