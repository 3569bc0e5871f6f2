import type { OperationId, ApiVersion } from '../model/domain/operation.ts';
import type { ScriptedCall } from '../service/operations/operation-context.ts';
import { namesInPath } from '../model/shared/urls.ts';
import { read, setParams } from '../wire/fields.ts';
import type { Form, Params } from '../wire/fields.ts';
import { namesIn } from '../wire/json-schema.ts';
import type { Download, Reply, Shape } from '../wire/reply.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/worlds.ts';
import type { RefusalForm } from './errors.ts';

/** The methods that the service knows, and that `_method` may name. */
export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export type Answer = Reply | Download;

/** The parts of a request that a route uses: its caller, and the scenario effects on the records of this call. */
export interface RouteContext extends Caller, ScriptedCall {
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
      const result = spec.run(context.world, input, context);
      return result instanceof Promise ? result.then((stored) => spec.reply(stored)) : spec.reply(result);
    },
  };
}

/**
 * The context of a call that only reads: documents are made only while its client waits. A call that changes records
 * runs to its end even when its client has left.
 */
export const whileAwaited = ({ world, signal, scripting }: RouteContext) => ({
  scripting,
  documents: world.documents.until(signal),
});
