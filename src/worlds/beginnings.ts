import type { FixtureName } from '../../fixtures/names.ts';
import { accountDefaults } from '../domain/account.ts';
import type { SwitchedOn } from '../scenarios/running.ts';
import { Store } from '../store/store.ts';
import { StoreImage } from '../store/store-image.ts';
import type { AccountChange } from '../settings/account.ts';
import type { WorldImage } from './image.ts';
import { omitUndefined } from '../shared/objects.ts';

/** What a world begins from. The same beginning makes the same world. */
export interface Beginning {
  readonly fixture: FixtureName;
  /** The number of faxes in the fixture `large`. */
  readonly fixtureSize: number;
  readonly seed: number;
  /** The moment that the data leads up to, in ms. */
  readonly dataTime: number;
  /** What is to be otherwise in the account than the fixture has it. */
  readonly account: AccountChange;
  /** What the clock shows first, in ms; undefined: the real time. */
  readonly time: number | undefined;
  /** Simulated ms for each real one. */
  readonly clockPace: number;
  readonly scenarios: readonly SwitchedOn[];
}

const mostKept = 8;

/** Makes worlds' first images; the latest fixtures are kept, since worlds that begin alike share their records. */
export class Beginnings {
  readonly #fixtures = new Map<string, Promise<StoreImage>>();

  async imageOf(beginning: Beginning): Promise<WorldImage> {
    const { account, time, clockPace, scenarios } = beginning;
    return { store: withAccount(await this.#fixture(beginning), account), time, clockPace, scenarios };
  }

  #fixture(beginning: Beginning): Promise<StoreImage> {
    const { fixture, fixtureSize, seed, dataTime } = beginning;
    const key = JSON.stringify([fixture, fixtureSize, seed, storesFiles(beginning), dataTime]);
    const image = this.#fixtures.get(key) ?? generated(beginning);
    this.#fixtures.delete(key); // and behind the others again
    this.#fixtures.set(key, image);
    for (const [oldest] of this.#fixtures) if (this.#fixtures.size > mostKept) this.#fixtures.delete(oldest);
    return image;
  }
}

/** The fixtures come with faker, which takes its time to load: only who needs them waits for it. */
async function generated(beginning: Beginning): Promise<StoreImage> {
  const { fixture, fixtureSize: size, seed, dataTime: now } = beginning;
  const { generate } = await import('../../fixtures/catalogue.ts');
  return StoreImage.of(await generate(fixture, { seed, now, size, fileStorage: storesFiles(beginning) }));
}

/** Without file storage the fixture's faxes have no files either. */
const storesFiles = ({ account: { fileStorage = accountDefaults.fileStorage } }: Beginning): boolean => fileStorage;

/** The image with an account that is as it was asked for. */
export function withAccount(image: StoreImage, asked: Beginning['account']): StoreImage {
  const given = omitUndefined(asked);
  if (Object.keys(given).length === 0) return image;
  const store = new Store(image);
  store.account = { ...store.account, ...given };
  return store.image();
}
