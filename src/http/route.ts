import type { OperationId, ApiVersion } from '../model/domain/operation.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { fillPath, namesInPath, templateOf } from '../model/shared/urls.ts';
import { typos } from '../model/shared/words.ts';
import type { Scripting } from '../scenarios/courses.ts';
import { emptyParams, read, setParams } from '../wire/fields.ts';
import type { Form, Params } from '../wire/fields.ts';
import { namesIn } from '../wire/json-schema.ts';
import type { Download, Reply, Shape } from '../wire/reply.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/worlds.ts';
import { pathOf } from './api-call.ts';
import type { ApiCall, LocatedCall, ReadCall, RoutedCall } from './api-call.ts';
import type { RefusalForm } from './errors.ts';

/** The methods that the service knows, and that `_method` may name. */
export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export type Answer = Reply | Download;

/** The parts of a request that a route uses: its caller, and the scenario effects on the records of this call. */
export interface RouteContext extends Caller {
  readonly scripting: Scripting;
  /** The address that the request was sent to, `http://127.0.0.1:8329`; HTTP/1.0 need not name it. */
  readonly origin: string;
  /** Aborted when the client goes away before its answer. */
  readonly signal: AbortSignal;
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
      const input = read(spec.form, setParams(params), inPath);
      const { world, scripting } = context;
      const ruledWorld = scripting === world.scripting ? world : { ...world, scripting };
      const result = spec.run(ruledWorld, input, context);
      return result instanceof Promise ? result.then((stored) => spec.reply(stored)) : spec.reply(result);
    },
  };
}

/**
 * The context of a call that only reads: documents are made only while its client waits. A call that changes records
 * runs to its end even when its client has left.
 */
export const whileAwaited = (world: World, { signal }: RouteContext): World => ({
  ...world,
  documents: world.documents.until(signal),
});

interface MatchDeps {
  readonly findVersion: FindVersion;
}

/** Finds the version and the routes of the path. Throws the Refusal `unknown_route`, and URIError for broken %-escapes. */
export function matchPath(call: ApiCall, { findVersion }: MatchDeps): LocatedCall {
  const name = firstPart(call.path);
  const served = findVersion(name);
  if (served === undefined) throw unknownRoute();
  const located = Object.assign(call, { version: served.version });
  call.path = call.path.slice(name.length + 1);
  const match = served.table.match(call.path);
  if (match === undefined) throw unknownRoute();
  call.candidateRoutes = match.candidateRoutes;
  call.pathParams = match.params;
  return located;
}

/**
 * Chooses the route by method and parameters. Throws the Refusals `wrong_method`, `invalid` for a wrong `_method`, and
 * `unavailable` when the world that the path names was deleted while the request arrived.
 */
export function matchRoute(call: ReadCall): RoutedCall {
  call.hostedWorld?.assertThere();
  const { params } = call;
  const method = effectiveMethod(call.method, params);
  const route = call.candidateRoutes.find((candidate) => has(candidate, method) && isMeant(candidate, params));
  if (route !== undefined) return Object.assign(call, { route });
  const allowed = methods.filter((known) => call.candidateRoutes.some((other) => has(other, known))).join(', ');
  call.setHeader('Allow', allowed);
  const message = `${method} is not possible here, only ${allowed}`;
  throw new Refusal('wrong_method', message, message);
}

/** The route of the method alone, for a request that was refused before its parameters were known. */
export const likelyRow = ({ candidateRoutes, method }: ApiCall): Route | undefined =>
  candidateRoutes.find((route) => has(route, method));

const has = (route: Route, method: string): boolean => route.methods.some((own) => own === method);

const isMeant = (route: Route, params: Params): boolean => route.when === undefined || route.when(params);

/** Text and status as recorded. */
export const unknownRoute = () => new Refusal('unknown_route', 'Not found');

/**
 * The effective method of a request: `_method` of a POST, and GET for HEAD. Throws the Refusal `invalid` for a
 * `_method` that is none of the five.
 */
function effectiveMethod(method: string, params: Params): string {
  if (method === 'HEAD') return 'GET';
  const simulated = params['_method'];
  if (method !== 'POST' || simulated === undefined || simulated === '') return method;
  const known = methods.find((candidate) => typeof simulated === 'string' && candidate === simulated.toUpperCase());
  if (known !== undefined) return known;
  throw new Refusal('invalid', `_method must be one of ${methods.join(', ')}, got ${JSON.stringify(simulated)}`);
}

/** The routes of a path, and the values of its parameters. */
export interface PathMatch {
  readonly candidateRoutes: readonly Route[];
  readonly params: Params;
}

/** A version with its routes, by path. */
export interface ServedVersion {
  readonly version: Version;
  readonly table: RouteTable;
}

/** The version that is the first part of a path. */
export type FindVersion = (name: string) => ServedVersion | undefined;

interface PathPattern {
  readonly path: RegExp;
  readonly names: readonly string[];
  readonly candidateRoutes: readonly Route[];
}

const none: Params = emptyParams();

/** A version's routes by path: those without parameters by the path itself, the others by its first part. */
export class RouteTable {
  readonly #exact = new Map<string, PathMatch>();
  readonly #patterns = new Map<string, PathPattern[]>();

  constructor(routes: readonly Route[]) {
    for (const path of new Set(routes.map((route) => route.path))) {
      const candidateRoutes = routes.filter((route) => route.path === path);
      if (path.includes(':')) this.#addPattern(path, candidateRoutes);
      else this.#exact.set(path, { candidateRoutes, params: none });
    }
  }

  /** A slash may follow the path. Throws URIError for a parameter whose %-escapes make no text. */
  match(path: string): PathMatch | undefined {
    const bare = path.endsWith('/') ? path.slice(0, -1) : path;
    const exact = this.#exact.get(bare);
    if (exact !== undefined) return exact;
    for (const pattern of this.#patterns.get(firstPart(bare)) ?? []) {
      const found = pattern.path.exec(bare);
      if (found !== null) return { candidateRoutes: pattern.candidateRoutes, params: paramsIn(found, pattern.names) };
    }
    return undefined;
  }

  #addPattern(path: string, candidateRoutes: readonly Route[]): void {
    const { regexp, names } = compilePath(path);
    const first = firstPart(path);
    const known = this.#patterns.get(first) ?? [];
    this.#patterns.set(first, [...known, { path: regexp, names, candidateRoutes }]);
  }
}

/** A path of a route (`/faxes/:id`) as a pattern of paths. */
function compilePath(path: string): { regexp: RegExp; names: readonly string[] } {
  const names: string[] = [];
  const source = path.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, (_param, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  return { regexp: new RegExp(`^${source}$`), names };
}

/** The values of a matched path's parameters. Throws URIError for one whose %-escapes make no text. */
function paramsIn(found: RegExpExecArray, names: readonly string[]): Params {
  const params = emptyParams();
  for (const [index, name] of names.entries()) params[name] = decodeURIComponent(found[index + 1] ?? '');
  return params;
}

/** `faxes` of `/faxes/7`. */
function firstPart(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}

type RoutesByVersion = Readonly<Record<string, readonly Pick<Route, 'methods' | 'path'>[]>>;

interface RouteCandidate {
  readonly method: string;
  readonly path: string;
  readonly version: string;
  /** In lower case, with `id` in place of values that differ from record to record. */
  readonly form: string;
}

/** The distance between two methods, in letters. */
const otherMethodCost = 2;

/** The route that was probably meant by a method and a path: `GET /v2.1/faxes/{id}`; null: none is near. */
export type FindNearest = (method: string, path: string) => string | null;

/**
 * Finds routes in a table. For a path of no known version, `/v3/faxes` or `/faxes`, the first version of the table that has
 * such a route goes before the others.
 */
export function nearestRouteFinder(versions: RoutesByVersion): FindNearest {
  let all: RouteCandidate[] | undefined; // not before it is needed: a start does not wait for it
  return (method, path) => {
    all ??= knownIn(versions);
    const [first = '', ...rest] = path.slice(1, longestPath).split('/').map(formOf);
    const isVersion = Object.hasOwn(versions, first);
    const below = isVersion || looksLikeVersion.test(first) ? rest : [first, ...rest];
    const cost = (route: RouteCandidate): number =>
      typos(['', isVersion ? first : route.version, ...below].join('/'), route.form) +
      (route.method === method ? 0 : otherMethodCost);
    const costs = all.map(cost);
    const least = Math.min(...costs);
    const nearest = least === Infinity ? undefined : all[costs.indexOf(least)];
    return nearest === undefined ? null : `${nearest.method} ${nearest.path}`;
  };
}

/** The route that a request without one probably meant. Found once, for the message, the hint and the journal. */
export function nearestTo(call: ApiCall, find: FindNearest): string | null {
  if (call.nearestRoute === undefined) call.nearestRoute = find(call.method, pathOf(call.url));
  return call.nearestRoute;
}

const looksLikeVersion = /^v\d/;

const longestPath = 200;

const knownIn = (versions: RoutesByVersion): RouteCandidate[] =>
  Object.entries(versions).flatMap(([version, routes]) =>
    routes.flatMap(({ methods, path }) => methods.map((method) => knownRoute(method, version, path))),
  );

const knownRoute = (method: string, version: string, path: string): RouteCandidate => ({
  method,
  path: templateOf(`/${version}${path}`),
  version,
  form: fillPath(`/${version}${path}`, () => 'id').toLowerCase(),
});

const formOf = (part: string): string => (/^(?:\+|%2B)?\d+$/i.test(part) ? 'id' : part.toLowerCase());
