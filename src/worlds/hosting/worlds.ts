import type { KeyPair } from '../../model/domain/account.ts';
import type { WorkChange, WorkKind } from '../../model/domain/long-work.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { BoundedMap } from '../../model/shared/objects.ts';
import type { HostedWorld } from './hosted-world.ts';
import type { World } from '../world.ts';
import type { WorldEvents } from '../activity/world-events.ts';

/** The caller of a request: a world's account, and whether its key pair is the test one. */
export interface Caller {
  readonly world: World;
  readonly isTest: boolean;
}

/** The world and mode that a key belongs to. */
export interface KeyOwner {
  readonly hosted: HostedWorld;
  readonly isTest: boolean;
  readonly secret: string;
}

/** The worlds of one simulator, by id and by the API keys that lead to them. */
export class Worlds {
  /** The default world. */
  readonly first: HostedWorld;
  readonly #byId = new Map<string, HostedWorld>();
  readonly #byKey = new Map<string, KeyOwner>();
  /** Key owners by complete Basic header, to skip decoding of the usual spelling. */
  readonly #byHeader = new Map<string, KeyOwner>();
  /** The ids of deleted worlds, so that late requests get a specific message. */
  readonly #deleted = new BoundedMap<string, true>(10_000);
  readonly #followedLogs = new Set<WorldEvents>();
  /** How many pairs each secret belongs to. */
  readonly #secrets = new Map<string, number>();

  constructor(defaultWorld: HostedWorld) {
    this.first = defaultWorld;
    this.add(defaultWorld);
  }

  /** The current world at the root. */
  get default(): World {
    return this.first.world;
  }

  get all(): readonly HostedWorld[] {
    return [...this.#byId.values()];
  }

  /** The number of worlds, the default one included. */
  get size(): number {
    return this.#byId.size;
  }

  /** All worlds but the default one. */
  get made(): readonly HostedWorld[] {
    return this.all.filter((hosted) => hosted !== this.first);
  }

  /** Adds a world. Throws the Refusal `invalid` if the id or a key belongs to another world. */
  add(hosted: HostedWorld): void {
    const { id, credentials } = hosted;
    if (this.#byId.has(id)) throw new Refusal('invalid', `There is a world ${id} already`);
    const keys = [credentials.live.key, credentials.test.key];
    const usedKey = keys.find((key, index) => this.#byKey.has(key) || keys.indexOf(key) !== index);
    if (usedKey !== undefined) throw new Refusal('invalid', 'An API key must lead to one world and one mode alone');
    this.#byId.set(id, hosted);
    for (const mode of ['live', 'test'] as const) {
      const { key, secret } = credentials[mode];
      const owner = { hosted, isTest: mode === 'test', secret };
      this.#byKey.set(key, owner);
      this.#byHeader.set(basicHeader({ key, secret }), owner);
      this.#secrets.set(secret, (this.#secrets.get(secret) ?? 0) + 1);
    }
    hosted.events.join(this.#followedLogs);
    hosted.events.noteWorld('created');
  }

  /** Notes long work in all followed logs, because it slows down other worlds too. */
  noteWork(task: { readonly kind: WorkKind; readonly world: string | null }, change: WorkChange): void {
    for (const log of this.#followedLogs) log.noteWork(task, change);
  }

  /** Removes a world, except the default one. */
  remove({ id, credentials }: HostedWorld): void {
    this.#byId.delete(id);
    this.#deleted.set(id, true);
    for (const { key, secret } of [credentials.live, credentials.test]) {
      this.#byKey.delete(key);
      this.#byHeader.delete(basicHeader({ key, secret }));
      const others = (this.#secrets.get(secret) ?? 1) - 1;
      if (others === 0) this.#secrets.delete(secret);
      else this.#secrets.set(secret, others);
    }
  }

  get(id: string): HostedWorld | undefined {
    return this.#byId.get(id);
  }

  /** Finds a world. Throws the Refusal `misdirected` for an unknown one, because another process behind a balancer may have it. */
  find(id: string): HostedWorld {
    const hosted = this.get(id);
    if (hosted !== undefined) return hosted;
    // Ids with other characters are not quoted: escapes could contain a secret that the journal would not hide.
    const remedy = /^[\w.-]+$/.test(id)
      ? `PUT /_faxsim/worlds/${id} creates it`
      : 'GET /_faxsim/worlds lists the worlds';
    const message = this.#deleted.has(id)
      ? `The world ${id} was closed or deleted before this request; ${remedy} again`
      : `This process has no world ${id}; ${remedy}`;
    throw new Refusal('misdirected', message, { hint: remedy });
  }

  /** The owner of a key, with the key's secret. */
  ownerOf(key: string): KeyOwner | undefined {
    return this.#byKey.get(key);
  }

  /** The owner of the key pair in an Authorization header; undefined for a wrong pair, or an unusual spelling. */
  ownerByHeader(authorization: string): KeyOwner | undefined {
    return this.#byHeader.get(authorization);
  }

  /** Whether a word is a key, or the secret of one. */
  isCredential(word: string): boolean {
    return this.#byKey.has(word) || this.#secrets.has(word);
  }

  async close(): Promise<void> {
    // Receivers may read their faxes before they answer, so the worlds must exist until then.
    await Promise.all(this.all.map((hosted) => hosted.finishPosts()));
    await Promise.all(this.all.map((hosted) => hosted.close('The simulator stops')));
  }
}

/** Source: RFC 7617. */
const basicHeader = ({ key, secret }: KeyPair): string => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
