import type { OperationId } from '../domain/operation.ts';
import { read } from '../wire/fields.ts';
import type { Form, Params } from '../wire/fields.ts';
import type { Reply } from '../wire/reply.ts';
import type { World } from '../world.ts';
import type { Caller } from '../worlds.ts';
import type { Method } from './method.ts';

/** A row of a version's table of contents, put to work. */
export interface Route {
  readonly methods: readonly Method[];
  /** In Express's form: `/faxes/:id`. */
  readonly path: string;
  readonly operation: OperationId;
  /** Resolves once what the call changed is stored. Throws Refusals. */
  answer(caller: Caller, params: Params): Reply | Promise<Reply>;
}

interface Spec<I, R> {
  readonly operation: OperationId;
  readonly form: Form<I>;
  run(world: World, input: I, caller: Caller): R;
  reply(result: R): Reply;
}

/** `route('GET /faxes/:id', …)`: reads the parameters, runs the operation, gives its result the version's form. */
export function route<I, R>(line: `${string} /${string}`, spec: Spec<I, R>): Route {
  const [methods = '', path = ''] = line.split(' ');
  const inPath = path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));
  return {
    methods: methods.split('|') as Method[], // the rows are ours
    path,
    operation: spec.operation,
    answer: (caller, params) => {
      const input = read(spec.form, params, inPath);
      const result = caller.world.store.commit(() => spec.run(caller.world, input, caller));
      return result instanceof Promise ? result.then((stored) => spec.reply(stored)) : spec.reply(result);
    },
  };
}
