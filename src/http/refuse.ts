import { failure } from '../wire/reply.ts';
import type { Caller } from '../worlds/worlds.ts';
import type { ApiCall } from './api-call.ts';
import type { Dependencies } from './dependencies.ts';
import { asRefusal } from './errors.ts';
import type { RefusalForm } from './errors.ts';
import { evidenceOfRefusal } from './evidence-header.ts';
import { renderedJson } from './render.ts';
import { requestIdOf } from './request-identity.ts';
import { patchedRefusal } from './rule-effects.ts';

export type RefusalDependencies = Pick<Dependencies, 'overrides' | 'onFault'>;

/** How a request is refused whose steps threw. */
export interface Refusing {
  readonly deps: RefusalDependencies;
  readonly form: RefusalForm;
  /** Whose request it is. */
  readonly callerOf: () => Caller;
}

/** Renders what was thrown as a response in a version's form, in place of any that was rendered before. */
export function renderRefusal(call: ApiCall, thrown: unknown, { deps, form, callerOf }: Refusing): void {
  const refusal = asRefusal(thrown, deps.onFault);
  call.refusal = refusal;
  if (typeof call.wire === 'string') call.wire = undefined; // it is for the response that failed
  const challenge =
    refusal.kind === 'unauthorized' && !call.hasHeader('WWW-Authenticate')
      ? { 'WWW-Authenticate': 'Basic realm="faxsim"' }
      : {};
  const evidence =
    call.version?.refusals === form
      ? evidenceOfRefusal(call, { version: call.version.name, kind: refusal.kind, overrides: deps.overrides })
      : {};
  const headers = { ...challenge, ...evidence, 'X-Request-Id': call.requestId ?? requestIdOf(call, callerOf()) };
  const text = patchedRefusal(call, failure(form.messageOf(refusal)));
  call.rendered = renderedJson(form.statuses[refusal.kind], text, headers);
}
