import type { OperationId, RecordReference } from '../model/domain/operation.ts';
import { namesInPath } from '../model/shared/urls.ts';
import type { Scripting } from '../scenarios/courses.ts';
import { read, setParams } from '../wire/fields.ts';
import type { ParamsSchema, Params } from '../wire/fields.ts';
import { namesIn } from '../wire/json-schema.ts';
import type { AnswerForm, Download, Reply, Shape } from '../wire/reply.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/hosting/worlds.ts';

/** The methods that the service knows, and that `_method` may name. */
export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export type Answer = Reply | Download;

/** The parts of a request that a route uses: its caller, and the scenario effects on the records of this call. */
export interface RouteContext extends Caller {
  /** The faxes that the call created; the route sets them before it returns its answer. */
  createdFaxIds: readonly number[];
  readonly scripting: Scripting;
  /** The address that the request was sent to, `http://127.0.0.1:8329`, also if HTTP/1.0 does not name it. */
  readonly origin: string;
  /** Aborts when the client leaves before the response. */
  readonly signal: AbortSignal;
}

/** A route of one face: methods, path, operation and handler. */
export interface Route extends Omit<Spec<unknown, never>, 'perform' | 'answer' | 'creates'> {
  readonly methods: readonly Method[];
  /** Path in Express's form: `/faxes/:id`. */
  readonly path: string;
  readonly operation: OperationId;
  /** The names of the parameters that it reads. */
  readonly parameters: readonly string[];
  /** The shape of the route's response. */
  readonly shape: Shape;
  /** Resolves once the changes of the call are stored. Throws Refusals. */
  answer(caller: RouteContext, params: Params): Answer | Promise<Answer>;
}

export interface Spec<I, R> {
  /** Open to anyone: credentials are ignored, even wrong ones. */
  readonly isPublic?: true;
  /** Distinguishes routes of the same method and path by their parameters. A route without it accepts all requests. */
  readonly when?: (params: Params) => boolean;
  /** The schema of the operation's parameters. */
  readonly schema: ParamsSchema<I>;
  /** The operation. Throws Refusals. */
  readonly perform: (world: World, input: I, caller: RouteContext) => R | Promise<R>;
  readonly answer: AnswerForm<R>;
  /** The ids of the faxes that the operation created. */
  readonly creates?: ((result: R) => readonly number[]) | undefined;
  /** Finds the record that the parameters identify; undefined if they identify none, or are invalid. */
  readonly record?: ((params: Params, world: Pick<World, 'seed'>) => RecordReference | undefined) | undefined;
}

export type MethodsAndPath = `${string} /${string}`;

/** The parts that the routes of a version share, by operation. */
interface SharedParts {
  /** The messages of successful responses. */
  readonly messages: Readonly<Partial<Record<OperationId, string>>>;
  /** Makes `record` for the routes that set none. */
  readonly recordOf: (operation: OperationId) => Route['record'];
}

/**
 * `route('GET /faxes/:id', 'getFax', …)`: reads the parameters, performs the operation, and writes its result in the
 * version's form, with the operation's message.
 */
export const routeWith =
  ({ messages, recordOf }: SharedParts) =>
  <I, R>(
    methodsAndPath: MethodsAndPath,
    operation: OperationId,
    { perform, answer, creates, ...spec }: Spec<I, R>,
  ): Route => {
    const [names = '', path = ''] = methodsAndPath.split(' ');
    const inPath = namesInPath(path);
    const { shape, reply } = answer(messages[operation] ?? '');
    const finish = (result: R, context: RouteContext): Answer => {
      if (creates !== undefined) context.createdFaxIds = creates(result);
      return reply(result);
    };
    return {
      record: recordOf(operation),
      ...spec,
      methods: names.split('|').flatMap((name) => methods.find((known) => known === name) ?? []),
      path,
      operation,
      parameters: [...new Set([...namesIn(spec.schema), ...inPath])],
      shape,
      answer: (context, params) => {
        const input = read(spec.schema, setParams(params), inPath);
        const { world, scripting } = context;
        const ruledWorld = scripting === world.scripting ? world : { ...world, scripting };
        const result = perform(ruledWorld, input, context);
        return result instanceof Promise ? result.then((done) => finish(done, context)) : finish(result, context);
      },
    };
  };

/**
 * Adds the mode to the input of a call that creates a fax: the test key pair makes a test fax. Object.assign is used
 * because V8 makes a hidden class for each spread.
 */
export const withMode = <I extends object>(input: I, { isTest }: Caller) => Object.assign(input, { isTest });

/**
 * The world for a call that only reads: it makes documents only while the client waits. A call that changes records
 * runs to its end even after the client has left.
 */
export const whileAwaited = (world: World, { signal }: RouteContext): World => ({
  ...world,
  documents: world.documents.until(signal),
});
