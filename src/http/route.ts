import type { OperationId, ApiVersion } from '../model/domain/operation.ts';
import { fillPath, namesInPath, templateOf } from '../model/shared/urls.ts';
import { typos } from '../model/shared/words.ts';
import type { Scripting } from '../scenarios/courses.ts';
import { emptyParams, read, setParams } from '../wire/fields.ts';
import type { Form, Params } from '../wire/fields.ts';
import { namesIn } from '../wire/json-schema.ts';
import type { AnswerForm, Download, Reply, Shape } from '../wire/reply.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/worlds.ts';
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
export interface Route extends Omit<Spec<unknown, never>, 'run' | 'answer'> {
  readonly methods: readonly Method[];
  /** In Express's form: `/faxes/:id`. */
  readonly path: string;
  readonly operation: OperationId;
  /** The names of the parameters that it reads. */
  readonly parameters: readonly string[];
  /** The shape of its response. */
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
  /** Open to anyone: credentials are not looked at, even wrong ones. */
  readonly isPublic?: true;
  /** Distinguishes routes of one method and path by their parameters; without it, the route takes all requests. */
  readonly when?: (params: Params) => boolean;
  /** The schema of its parameters. */
  readonly form: Form<I>;
  readonly run: (world: World, input: I, caller: RouteContext) => R | Promise<R>;
  readonly answer: AnswerForm<R>;
}

export type MethodsAndPath = `${string} /${string}`;

/**
 * `route('GET /faxes/:id', 'getFax', …)`: reads the parameters, runs the operation, gives its result the version's form and one of
 * these messages.
 */
export const routeWith =
  (messages: Readonly<Partial<Record<OperationId, string>>>) =>
  <I, R>(methodsAndPath: MethodsAndPath, operation: OperationId, { run, answer, ...row }: Spec<I, R>): Route => {
    const [names = '', path = ''] = methodsAndPath.split(' ');
    const inPath = namesInPath(path);
    const { shape, reply } = answer(messages[operation] ?? '');
    return {
      ...row,
      methods: names.split('|').flatMap((name) => methods.find((known) => known === name) ?? []),
      path,
      operation,
      parameters: namesIn(row.form),
      shape,
      answer: (context, params) => {
        const input = read(row.form, setParams(params), inPath);
        const { world, scripting } = context;
        const ruledWorld = scripting === world.scripting ? world : { ...world, scripting };
        const result = run(ruledWorld, input, context);
        return result instanceof Promise ? result.then(reply) : reply(result);
      },
    };
  };

/**
 * The input of a call that makes a fax, which is a test where the test key pair asks for it. Not by a spread, for which V8 makes a
 * hidden class each time.
 */
export const withMode = <I extends object>(input: I, { isTest }: Caller) => Object.assign(input, { isTest });

/**
 * The context of a call that only reads: documents are made only while its client waits. A call that changes records
 * runs to its end even when its client has left.
 */
export const whileAwaited = (world: World, { signal }: RouteContext): World => ({
  ...world,
  documents: world.documents.until(signal),
});

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
  /** A pattern of the path, with a group for each parameter. */
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
      if (found !== null) return { candidateRoutes: pattern.candidateRoutes, params: paramsIn(found, pattern) };
    }
    return undefined;
  }

  #addPattern(path: string, candidateRoutes: readonly Route[]): void {
    const source = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([^/]+)');
    const first = firstPart(path);
    const known = this.#patterns.get(first) ?? [];
    this.#patterns.set(first, [
      ...known,
      { path: new RegExp(`^${source}$`), names: namesInPath(path), candidateRoutes },
    ]);
  }
}

/** The values of a matched path's parameters. Throws URIError for one whose %-escapes make no text. */
function paramsIn(found: RegExpExecArray, { names }: PathPattern): Params {
  const params = emptyParams();
  for (let at = 0; at < names.length; at++) params[names[at] ?? ''] = decoded(found[at + 1] ?? '');
  return params;
}

/** Most parts have no escape, and the engine's decoder takes ten times as long as the search for one. */
const decoded = (part: string): string => (part.includes('%') ? decodeURIComponent(part) : part);

/** `faxes` of `/faxes/7`. */
export function firstPart(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path.slice(1) : path.slice(1, end);
}

type RoutesByVersion = Readonly<Record<string, readonly Pick<Route, 'methods' | 'path'>[]>>;

/** The distance between two methods, in letters. */
const otherMethodCost = 2;

/** The route that was probably meant by a method and a path: `GET /v2.1/faxes/{id}`; null: none is near. */
export type FindNearest = (method: string, path: string) => string | null;

/**
 * Finds routes in a table. For a path of no known version, `/v3/faxes` or `/faxes`, the first version of the table that has
 * such a route goes before the others.
 */
export function nearestRouteFinder(versions: RoutesByVersion): FindNearest {
  let all: readonly RouteCandidate[] | undefined; // not before it is needed: a start does not wait for it
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

const looksLikeVersion = /^v\d/;

const longestPath = 200;

type RouteCandidate = ReturnType<typeof knownIn>[number];

const knownIn = (versions: RoutesByVersion) =>
  Object.entries(versions).flatMap(([version, routes]) =>
    routes.flatMap(({ methods, path: ownPath }) => {
      const path = templateOf(`/${version}${ownPath}`);
      // In lower case, with `id` in place of values that differ from record to record.
      const form = fillPath(`/${version}${ownPath}`, () => 'id').toLowerCase();
      return methods.map((method) => ({ method, path, version, form }));
    }),
  );

const formOf = (part: string): string => (/^(?:\+|%2B)?\d+$/i.test(part) ? 'id' : part.toLowerCase());
