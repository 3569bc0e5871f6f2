import type { Refusal } from '../domain/refusal.ts';
import { failure } from '../wire/reply.ts';
import type { Caller } from '../worlds/worlds.ts';
import type { ApiCall } from './api-call.ts';
import type { Dependencies } from './dependencies.ts';
import { asRefusal, refusals } from './errors.ts';
import type { RefusalForm } from './errors.ts';
import { evidenceOfRefusal } from './evidence-header.ts';
import { requestIdOf } from './caller.ts';
import { nearestTo } from './nearest-route.ts';
import { renderedJson } from './response.ts';
import { patchedRefusal } from './rule-effects.ts';

/** A part of a request's way to its response. It gives a promise only where it has to wait; all else that it gives is nothing. */
export type PipelineStep<Deps> = (call: ApiCall, deps: Deps) => unknown;

/** The way of a request. */
export interface Pipeline<Deps> {
  readonly steps: readonly PipelineStep<Deps>[];
  /** The steps that follow a rendered refusal. */
  readonly refusalSteps: readonly PipelineStep<Deps>[];
  /** The caller of a refused request. */
  readonly callerOf: (call: ApiCall, deps: Deps) => Caller;
}

/** Runs steps one after the other, in the same turn as long as none has to wait. */
export function run<Deps>(steps: readonly PipelineStep<Deps>[], call: ApiCall, deps: Deps): Promise<void> | undefined {
  return runFrom(0, steps, call, deps);
}

function runFrom<Deps>(
  first: number,
  steps: readonly PipelineStep<Deps>[],
  call: ApiCall,
  deps: Deps,
): Promise<void> | undefined {
  for (let at = first; at < steps.length; at++) {
    const waiting = steps[at]?.(call, deps);
    if (waiting instanceof Promise) return waiting.then(() => runFrom(at + 1, steps, call, deps));
  }
  return undefined;
}

/**
 * Answers a request. A thrown value becomes a refusal in the form of the called version; a fault in that refusal gets
 * the form without a version. Throws or rejects where that fails too, or a part of the response was sent: the last
 * resort follows.
 */
export function answer<Deps extends RefusalDependencies>(
  call: ApiCall,
  course: Pipeline<Deps>,
  deps: Deps,
): Promise<void> | undefined {
  return rescueRefusal(
    () => run(course.steps, call, deps),
    (thrown) =>
      rescueRefusal(
        () => refuse(thrown, call.version?.refusals ?? refusals, { call, course, deps }),
        (again) => refuse(again, refusals, { call, course, deps }),
      ),
  );
}

function refuse<Deps extends RefusalDependencies>(
  thrown: unknown,
  form: RefusalForm,
  { call, course, deps }: { call: ApiCall; course: Pipeline<Deps>; deps: Deps },
): Promise<void> | undefined {
  if (call.isSent) throw thrown;
  renderRefusal(call, thrown, { deps, form, callerOf: () => course.callerOf(call, deps) });
  return run(course.refusalSteps, call, deps);
}

/** Calls the handler when the work throws or rejects. */
function rescueRefusal(
  work: () => Promise<void> | undefined,
  rescue: (thrown: unknown) => Promise<void> | undefined,
): Promise<void> | undefined {
  try {
    return work()?.catch(rescue);
  } catch (thrown) {
    return rescue(thrown);
  }
}

export type RefusalDependencies = Pick<Dependencies, 'overrides' | 'onFault'> &
  Partial<Pick<Dependencies, 'findNearestRoute'>>;

/** The parts for the refusal of a request whose steps threw. */
export interface Refusing {
  readonly deps: RefusalDependencies;
  readonly form: RefusalForm;
  /** The caller of the request. */
  readonly callerOf: () => Caller;
}

/** Renders a thrown value as a response in a version's form, in place of an earlier response. */
function renderRefusal(call: ApiCall, thrown: unknown, { deps, form, callerOf }: Refusing): void {
  const refusal = asRefusal(thrown, deps.onFault);
  call.refusal = refusal;
  if (typeof call.connectionFault === 'string') call.connectionFault = undefined; // it is for the response that failed
  const challenge =
    refusal.kind === 'unauthorized' && !call.hasHeader('WWW-Authenticate')
      ? { 'WWW-Authenticate': 'Basic realm="faxsim"' }
      : {};
  const evidence =
    call.version?.refusals === form
      ? evidenceOfRefusal(call, { version: call.version.name, kind: refusal.kind, overrides: deps.overrides })
      : {};
  const hint = hintFor(call, refusal, deps);
  const headers = {
    ...challenge,
    ...evidence,
    ...(hint !== undefined && { 'X-Faxsim-Hint': hint }),
    'X-Request-Id': call.requestId ?? requestIdOf(call, callerOf()),
  };
  const text = patchedRefusal(call, failure(form.messageOf(refusal)));
  call.rendered = renderedJson(form.statusOf(refusal), text, headers);
}

/** The remedy of a refusal, or the route that was probably meant, for a developer; the service has no such header. */
function hintFor(
  call: ApiCall,
  { kind, hint }: Refusal,
  { findNearestRoute }: RefusalDependencies,
): string | undefined {
  if (hint !== undefined || kind !== 'unknown_route') return hint;
  const near = findNearestRoute === undefined ? null : nearestTo(call, findNearestRoute);
  return near === null
    ? 'no such route; routes begin with /v1, /v2, /v2.1 or /_faxsim'
    : `no such route; the nearest is ${near}`;
}
