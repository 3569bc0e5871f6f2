import type { Request, Response } from 'express';
import type { RequestCounts } from '../control/request-counts.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { KnownSecrets } from '../journal/known-secrets.ts';
import type { Seen, SeenAnswer, Version } from '../journal/seen.ts';
import type { Params } from '../wire/fields.ts';
import type { Secrets } from '../worlds/secrets.ts';
import type { Caller, Worlds } from '../worlds/worlds.ts';
import { namedWorld, urlOf } from './addressed.ts';
import type { Authenticate } from './auth.ts';
import type { Route } from './route.ts';

/** What requests are noted with. */
export interface Noting {
  /** Counts them, of whatever world. */
  readonly requests: RequestCounts;
  /** Where those are noted that nobody's world is known for. */
  readonly worlds: Worlds;
  readonly authenticate: Authenticate;
  readonly secrets: Secrets;
  /** The route that was probably meant; null: none is near. */
  readonly nearest: (method: string, path: string) => string | null;
}

/** What is known of a request of the API while it is answered; with the answer it is counted, and goes to its world's journal. */
export class RequestNote {
  /** Null: none could be read. */
  params: Params | null = null;
  row: Route | undefined;
  rule: string | null = null;
  refusal: Refusal | null = null;
  readonly #startedAt = performance.now();
  readonly #version: Version | null;
  readonly #noting: Noting;
  #caller: Caller | undefined;
  #at = 0;
  #known: KnownSecrets | undefined;
  #isWritten = false;

  constructor(version: Version | null, noting: Noting) {
    this.#version = version;
    this.#noting = noting;
  }

  set caller(caller: Caller) {
    this.#caller = caller;
    this.#at = caller.world.clock.now();
  }

  /** Who calls, or of whom nothing was asked yet, whoever the path or the key names. */
  callerOf(req: Request, res: Response): Caller {
    return this.#caller ?? callerOf(req, res, { params: this.params, noting: this.#noting });
  }

  /** Of the world that the request was noted in; undefined: it was not noted yet. */
  get known(): KnownSecrets | undefined {
    return this.#known;
  }

  /** Called before the client can know of the answer; what comes later is no answer. */
  write(req: Request, res: Response, answer: SeenAnswer): void {
    if (this.#isWritten) return;
    this.#isWritten = true;
    const key = this.#key;
    const { world } = this.callerOf(req, res);
    const known = this.#noting.secrets.of(world);
    this.#known = known;
    const row = this.#isUnmatched ? undefined : this.row;
    const url = urlOf(req, res);
    const seen: Seen = {
      at: this.#caller === undefined ? world.clock.now() : this.#at,
      tookMs: performance.now() - this.#startedAt,
      version: this.#version,
      operation: row === undefined ? null : row.operation,
      method: req.method,
      url,
      contentType: req.headers['content-type'],
      userAgent: req.headers['user-agent'],
      authorization: req.headers.authorization,
      params: this.params,
      knownParams: row === undefined ? [] : row.parameters,
      bodyBytes: bodyBytesOf(req),
      key,
      rule: this.rule,
      refusal: this.refusal,
      answer,
      known,
      isLate: res.destroyed,
      isUnmatched: this.#isUnmatched,
      nearest: this.#isUnmatched ? this.#noting.nearest(req.method, pathOf(url)) : null,
    };
    this.#noting.requests.add(seen);
    world.journal.note(seen);
  }

  get #key(): Seen['key'] {
    if (this.#caller === undefined || this.row?.isPublic === true) return null;
    return this.#caller.isTest ? 'test' : 'live';
  }

  get #isUnmatched(): boolean {
    return this.refusal !== null && (this.refusal.kind === 'unknown_route' || this.refusal.kind === 'wrong_method');
  }
}

const bodyBytesOf = ({ body }: Request): number => (Buffer.isBuffer(body) ? body.length : 0);

/** The note of a request of the API; the control surface has none. */
export const noteOf = ({ locals }: Response): RequestNote | undefined => locals['note'] as RequestNote | undefined; // set below

export function openNote(res: Response, version: Version | null, noting: Noting): RequestNote {
  const note = new RequestNote(version, noting);
  res.locals['note'] = note;
  return note;
}

/** Notes an answer, as it is about to be written. */
export function noteAnswer(res: Response, answer: SeenAnswer): void {
  noteOf(res)?.write(res.req, res, answer);
}

/** In the world that the path names; or else in that of the key, if it is right; or else in the default one. */
function callerOf(req: Request, res: Response, { params, noting }: { params: Params | null; noting: Noting }): Caller {
  const hosted = namedWorld(res);
  if (hosted !== undefined) return { world: hosted.world, isTest: false };
  try {
    return noting.authenticate(req, res, params ?? {});
  } catch {
    return { world: noting.worlds.default, isTest: false };
  }
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
