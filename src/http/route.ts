import type { OperationId } from '../domain/operation.ts';
import { read } from '../wire/fields.ts';
import type { Form, Params } from '../wire/fields.ts';
import type { Download, Reply } from '../wire/reply.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/worlds.ts';
import type { Method } from './method.ts';

export type Answer = Reply | Download;

/** A row of a version's table of contents, put to work. */
export interface Route {
  readonly methods: readonly Method[];
  /** In Express's form: `/faxes/:id`. */
  readonly path: string;
  readonly operation: OperationId;
  /** Rows of one method and path are told apart by their parameters; without it, the row is for all. */
  readonly when?: (params: Params) => boolean;
  /** Resolves once what the call changed is stored. Throws Refusals. */
  answer(caller: Caller, params: Params): Answer | Promise<Answer>;
}

interface Spec<I, R> {
  readonly operation: OperationId;
  readonly when?: (params: Params) => boolean;
  readonly form: Form<I>;
  run(world: World, input: I, caller: Caller): R | Promise<R>;
  reply(result: R): Answer;
}

/** `route('GET /faxes/:id', …)`: reads the parameters, runs the operation, gives its result the version's form. */
export function route<I, R>(line: `${string} /${string}`, spec: Spec<I, R>): Route {
  const [methods = '', path = ''] = line.split(' ');
  const inPath = path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));
  return {
    methods: methods.split('|') as Method[], // the rows are ours
    path,
    operation: spec.operation,
    ...(spec.when !== undefined && { when: spec.when }),
    answer: (caller, params) => {
      const input = read(spec.form, params, inPath);
      const result = spec.run(caller.world, input, caller);
      return result instanceof Promise ? result.then((stored) => spec.reply(stored)) : spec.reply(result);
    },
  };
}
