import type { Page } from '../domain/page.ts';
import type { SeenAnswer } from '../journal/seen.ts';
import { BoundedMap } from '../shared/bounded-map.ts';
import type { Params } from '../wire/fields.ts';
import type { Download, Reply } from '../wire/reply.ts';
import type { World } from '../worlds/world.ts';

/** The bytes of a reply with its headers, all but the request id, at `idAt`. */
export interface Rendering {
  readonly headers: readonly string[];
  readonly idAt: number;
  readonly bytes: Buffer;
  readonly seen: SeenAnswer;
}

/** A reply that is sent again as long as the records in it stay the same. */
export class KeptReply implements Reply {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Undefined until it is sent for the first time. */
  rendering: Rendering | undefined = undefined;

  constructor({ json, headers }: Reply) {
    this.json = json;
    this.headers = headers;
  }
}

/** For each row and world. */
const mostReplies = 100;
/** In characters. */
const longestReply = 65_536;

/**
 * The latest replies of one row, by world and parameters. Records are never changed in place, so that a reply holds as long
 * as the operation finds the very same records. The replies go with their world.
 */
export class KeptReplies<R> {
  readonly #make: (result: R) => Reply | Download;
  readonly #worlds = new WeakMap<World, BoundedMap<Params, Kept<R>>>();

  constructor(make: (result: R) => Reply | Download) {
    this.#make = make;
  }

  /** `params` are those of one URL, the same object for each request. */
  replyTo(params: Params, world: World, result: R): Reply | Download {
    const replies = this.#of(world);
    const known = replies.get(params);
    if (known !== undefined && isSame(known.result, result)) return known.reply;
    const made = this.#make(result);
    if (!('json' in made) || made.json.length > longestReply || !canBeKept(result)) return made;
    const reply = new KeptReply(made);
    replies.set(params, { result, reply });
    return reply;
  }

  #of(world: World): BoundedMap<Params, Kept<R>> {
    const known = this.#worlds.get(world);
    if (known !== undefined) return known;
    const replies = new BoundedMap<Params, Kept<R>>(mostReplies);
    this.#worlds.set(world, replies);
    return replies;
  }
}

interface Kept<R> {
  readonly result: R;
  readonly reply: KeptReply;
}

const isPage = (result: unknown): result is Page<unknown> =>
  typeof result === 'object' && result !== null && 'items' in result && Array.isArray(result.items);

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isPage(one) || !isPage(other)) return false;
  if (one.total !== other.total || one.page !== other.page || one.perPage !== other.perPage) return false;
  return one.items.length === other.items.length && one.items.every((item, at) => item === other.items[at]);
}

/** A record of the store, or a page of such records; what is made for one request never comes again. */
const canBeKept = (result: unknown): boolean => typeof result === 'object' && result !== null && !Array.isArray(result);
