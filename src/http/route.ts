import type { OperationId } from '../domain/operation.ts';
import type { Page } from '../domain/page.ts';
import type { ObservedAnswer } from '../journal/observed-request.ts';
import type { ScriptedCall } from '../operations/operation-context.ts';
import { BoundedMap } from '../shared/bounded-map.ts';
import { namesInPath } from '../shared/path-params.ts';
import { read } from '../wire/fields.ts';
import type { Form, Params } from '../wire/fields.ts';
import { namesIn } from '../wire/json-schema.ts';
import type { Download, Reply } from '../wire/reply.ts';
import type { Shape } from '../wire/shape.ts';
import type { ApiVersion } from '../evidence/evidence.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/worlds.ts';
import type { RefusalForm } from './errors.ts';

/** The methods that the service knows, and that `_method` may name. */
export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export type Answer = Reply | CachedReply | Download;

/** The parts of a request that a route uses: its caller, and the scenario effects on the records of this call. */
export interface RouteContext extends Caller, ScriptedCall {
  /** The address that the request was sent to, `http://127.0.0.1:8329`; HTTP/1.0 need not name it. */
  readonly origin: string;
  /** Aborted when the client goes away before its answer. */
  readonly signal: AbortSignal;
  /** The parameters are an object that later requests with the same URL have too. */
  readonly hasSharedParams: boolean;
}

/** A row of a version’s table of contents with its compiled form. */
export interface Route {
  readonly methods: readonly Method[];
  /** In Express's form: `/faxes/:id`. */
  readonly path: string;
  readonly operation: OperationId;
  /** Open to anyone: credentials are not looked at, even wrong ones. */
  readonly isPublic?: true;
  /** The names of the parameters that it reads. */
  readonly parameters: readonly string[];
  /** Distinguishes routes of one method and path by their parameters; without it, the route takes all requests. */
  readonly when?: (params: Params) => boolean;
  /** The schema of its parameters, and the shape of its response. */
  readonly form: Form<unknown>;
  readonly shape: Shape;
  /** Resolves once the changes of the call are stored. Throws Refusals. */
  answer(caller: RouteContext, params: Params): Answer | Promise<Answer>;
}

/** A version of the API: its routes, and the form of its refusals. */
export interface Version {
  readonly name: ApiVersion;
  readonly routes: readonly Route[];
  /** Takes HTTP Basic authentication only; else also the parameters `api_key` and `api_secret`. */
  readonly basicOnly: boolean;
  readonly refusals: RefusalForm;
}

/** The meaning of a URL without a body, the same for all worlds and callers. */
export interface ParsedUrl {
  readonly version: Version;
  readonly candidateRoutes: readonly Route[];
  readonly params: Params;
  /** By method. */
  readonly routes: Map<string, Route>;
  /** The texts that distinguish requests, by method and key. */
  readonly identities: Map<string, string>;
}

export interface Spec<I, R> {
  readonly operation: OperationId;
  readonly isPublic?: true;
  readonly when?: (params: Params) => boolean;
  readonly form: Form<I>;
  readonly shape: Shape;
  run(world: World, input: I, caller: RouteContext): R | Promise<R>;
  reply(result: R): Answer;
}

/** `route('GET /faxes/:id', …)`: reads the parameters, runs the operation, gives its result the version's form. */
export function route<I, R>(methodAndPath: `${string} /${string}`, spec: Spec<I, R>): Route {
  const [names = '', path = ''] = methodAndPath.split(' ');
  const inPath = namesInPath(path);
  const isRead = /^(?:get|list)/.test(spec.operation);
  const replies = new ReplyCache<R>((result) => spec.reply(result));
  const inputs = new WeakMap<Params, { readonly input: I }>();
  const inputOf = (params: Params, { hasSharedParams }: RouteContext): I => {
    const known = hasSharedParams ? inputs.get(params) : undefined;
    if (known !== undefined) return known.input;
    const input = read(spec.form, params, inPath);
    if (hasSharedParams) inputs.set(params, { input });
    return input;
  };
  return {
    methods: names.split('|').flatMap((name) => methods.find((known) => known === name) ?? []),
    path,
    operation: spec.operation,
    parameters: namesIn(spec.form),
    form: spec.form,
    shape: spec.shape,
    ...(spec.isPublic !== undefined && { isPublic: spec.isPublic }),
    ...(spec.when !== undefined && { when: spec.when }),
    answer: (context, params) => {
      const input = inputOf(params, context);
      const result = spec.run(context.world, input, context);
      if (result instanceof Promise) return result.then((stored) => spec.reply(stored));
      if (!isRead || !context.hasSharedParams) return spec.reply(result);
      return replies.replyTo(params, context.world, result);
    },
  };
}

/** The bytes of a reply with its headers, all but the request id, at `idAt`. */
export interface ReplyTemplate {
  readonly headers: readonly string[];
  readonly idAt: number;
  readonly bytes: Buffer;
  readonly observed: ObservedAnswer;
}

/** A reply that is sent again as long as the records in it stay the same. */
export class CachedReply implements Reply {
  readonly json: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Undefined until it is sent for the first time. */
  rendering: ReplyTemplate | undefined = undefined;

  constructor({ json, headers }: Reply) {
    this.json = json;
    this.headers = headers;
  }
}

/** For each route and world. */
const mostReplies = 100;
/** In characters. */
const longestReply = 65_536;

/**
 * The latest replies of one route, by world and parameters. Records are never changed in place, so that a reply holds as long
 * as the operation finds the very same records. The replies go with their world.
 */
class ReplyCache<R> {
  readonly #make: (result: R) => Reply | Download;
  readonly #worlds = new WeakMap<World, BoundedMap<Params, CachedResult<R>>>();

  constructor(make: (result: R) => Reply | Download) {
    this.#make = make;
  }

  /** `params` are those of one URL, the same object for each request. */
  replyTo(params: Params, world: World, result: R): Reply | Download {
    const replies = this.#of(world);
    const known = replies.get(params);
    if (known !== undefined && isSame(known.result, result)) return known.reply;
    const fresh = this.#make(result);
    if (!('json' in fresh) || fresh.json.length > longestReply || !isCacheable(result)) return fresh;
    const reply = new CachedReply(fresh);
    replies.set(params, { result, reply });
    return reply;
  }

  #of(world: World): BoundedMap<Params, CachedResult<R>> {
    const known = this.#worlds.get(world);
    if (known !== undefined) return known;
    const replies = new BoundedMap<Params, CachedResult<R>>(mostReplies);
    this.#worlds.set(world, replies);
    return replies;
  }
}

interface CachedResult<R> {
  readonly result: R;
  readonly reply: CachedReply;
}

const isPage = (result: unknown): result is Page<unknown> =>
  typeof result === 'object' && result !== null && 'items' in result && Array.isArray(result.items);

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!isPage(one) || !isPage(other)) return false;
  if (one.total !== other.total || one.page !== other.page || one.perPage !== other.perPage) return false;
  return one.items.length === other.items.length && one.items.every((item, at) => item === other.items[at]);
}

/** Whether a result can come again: a record of the store, or a page of records. A list is made for one request. */
const isCacheable = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && !Array.isArray(result);
