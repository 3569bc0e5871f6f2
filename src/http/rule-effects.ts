import { STATUS_CODES } from 'node:http';
import { faxErrorById } from '../model/domain/fax-error.ts';
import type { ScriptedStep } from '../model/domain/send-options.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { faxForExpectations, delayOf } from '../scenarios/courses.ts';
import type { Scripting } from '../scenarios/courses.ts';
import { bodiless, retryAfterSeconds } from '../scenarios/effects.ts';
import type { Failure } from '../scenarios/effects.ts';
import type { Effects } from '../scenarios/effects-schema.ts';
import { firedLayers } from '../scenarios/fired.ts';
import type { Fired } from '../scenarios/fired.ts';
import { mergePatch } from '../model/shared/merge-patch.ts';
import { simulateCalls } from '../service/operations/inbound-faxes.ts';
import { failureMessages } from '../wire/messages.ts';
import type { World } from '../worlds/world.ts';
import type { ApiCall, Dependencies, RenderedResponse, RuledCall } from './api-call.ts';
import { showScripted } from './evidence.ts';
import { pause } from './broken-wire.ts';
import { recordHeld } from './request-recorder.ts';
import { messageIn } from './message-in.ts';
import { renderedBodiless, renderedJson } from './response.ts';
import type { Answer } from './route.ts';

/** Sets the header that names the rule, on everything that a rule changes. */
export function announceRule(call: RuledCall): void {
  call.res.setHeader('X-Faxsim-Rule', call.firedRule.label);
  const layers = firedLayers(call.firedRule);
  if (layers.some(changesAnswer)) showScripted(call);
  const wires = layers.map((layer) => layer.do.wire);
  call.connectionFault = wires.find((wire) => typeof wire === 'object');
}

/** Applies `arrivals`: receives this number of faxes before the response. */
export function receiveFaxes({ firedRule, world }: RuledCall): Promise<unknown> | undefined {
  const arrivals = firedLayers(firedRule).reduce((sum, layer) => sum + (layer.do.arrivals ?? 0), 0);
  return arrivals === 0 ? undefined : simulateCalls(world, arrivals);
}

/**
 * Runs the operation with the effects of the rules, or answers in its place. It then waits for `delay`: in a slow
 * service, the work is done before the client gives up. With `commit`, the operation runs although the client never
 * sees its result. Throws the refusal of a rule, and `unavailable` if the world is deleted during the delay.
 */
export async function executeByRule(call: RuledCall, deps: Dependencies): Promise<void> {
  const executed = executeLayer(call, call.firedRule);
  if (!isDelayed(call.firedRule)) return executed;
  await Promise.allSettled([executed]);
  await holdBack(call, deps);
  return executed; // throws the refusal, which had to wait too
}

const isDelayed = (fired: Fired): boolean => firedLayers(fired).some((layer) => layer.do.delay !== undefined);

/**
 * Waits, and notes the end of the wait in the same turn as the response. A replay then has both between the same steps
 * of faxes.
 */
async function holdBack(call: RuledCall, deps: Dependencies): Promise<void> {
  const { firedRule, world, requestId, usedWorld } = call;
  const { clock, seed } = world;
  const timerName = `request ${requestId}`;
  const delayMs = delayOf(firedLayers(firedRule), seed);
  if (delayMs > 0) recordHeld(call, deps, clock.now() + delayMs);
  await pause(clock, delayMs, timerName);
  (usedWorld ?? deps.worlds.first).assertThere();
  if (!clock.isStopped) clock.noteProgress(timerName);
}

/** Executes a rule, and the rules beneath it. */
async function executeLayer(call: RuledCall, fired: Fired): Promise<void> {
  const { wire, respond, fail, commit, retryAfter } = fired.do;
  const execute = async (): Promise<void> => {
    if (fired.under === undefined) call.answer = await runOperation(call);
    else await executeLayer(call, fired.under);
  };
  if (fired.retryAfter !== undefined) throw failureRefusal(call, fired.retryAfter, 'rate_limited');
  const isReplaced = typeof wire === 'string' || respond !== undefined || fail !== undefined;
  if (typeof wire === 'object' || !isReplaced) {
    await execute();
    return;
  }
  if (commit === true) {
    await execute().catch(() => undefined);
    forgetAnswer(call);
  }
  if (typeof wire === 'string') call.connectionFault = wire;
  else if (respond !== undefined) call.rendered = responseOf(call, respond);
  else throw failureRefusal(call, retryAfter && retryAfterSeconds(retryAfter), fail ?? 'server_error');
}

/** Takes back an answer that the client never gets. */
function forgetAnswer(call: RuledCall): void {
  call.answer = undefined;
  call.rendered = undefined;
  call.res.removeHeader('Retry-After');
}

/** Applies the rule's patches to the JSON of a refusal. */
export const patchedRefusal = ({ firedRule }: ApiCall, json: string): string =>
  json === '' ? json : patchedText(json, patchesOf(firedRule));

/** The patches of all rules that fired, in the order of their application. */
const patchesOf = (fired: Fired | undefined): unknown[] =>
  firedLayers(fired)
    .flatMap((layer) => (layer.do.patch === undefined ? [] : [layer.do.patch]))
    .toReversed();

/** Whether a rule changes the response. A delay, or arriving faxes, leave it unchanged. */
const changesAnswer = ({ do: { wire, respond, fail, patch, file }, retryAfter }: Fired): boolean =>
  [wire, respond, fail, patch, file, retryAfter].some((effect) => effect !== undefined);

async function runOperation(call: RuledCall): Promise<Answer> {
  const layers = firedLayers(call.firedRule);
  const file = layers.find((layer) => layer.do.file !== undefined)?.do.file;
  call.scripting = layers.reduce((scripting, layer) => withMonitor(scripting, call.world, layer), withFile(call, file));
  const patches = patchesOf(call.firedRule);
  const answer = await call.route.answer(call, call.params);
  if (!('json' in answer)) return file === 'corrupt' ? { ...answer, bytes: corrupt(answer.bytes) } : answer;
  if (patches.length === 0) return answer;
  const text = patchedText(answer.json.join(''), patches);
  return { json: [text], message: messageIn(text), headers: answer.headers };
}

/** The scenario effects on the records of the call, with the rule's `file` effect. */
function withFile({ scripting, route }: RuledCall, file: Effects['file']): Scripting {
  if (file === 'missing') return { ...scripting, fileStateOf: () => 'deleted' };
  if (file !== 'corrupt' || route.operation !== 'resendFax') return scripting;
  return {
    ...scripting,
    courseOf: (fax, original) => ({
      script: unreadableFileScript,
      onStored: () => scripting.noteCreated(fax, original),
    }),
  };
}

/**
 * The course of a resent fax with an unreadable stored file: the service accepts the call, since a file exists, but
 * cannot convert it.
 */
const unreadableFileScript: readonly ScriptedStep[] = [
  { afterMs: null, reads: null, status: 'failure', error: faxErrorById(4) ?? null },
];

/** Lets expectations know of each created fax, because its client may never get the response. */
function withMonitor(scripting: Scripting, { clock }: World, { monitor }: Fired): Scripting {
  if (monitor === undefined) return scripting;
  return {
    ...scripting,
    courseOf: (fax, original) => {
      const course = scripting.courseOf(fax, original);
      return {
        ...course,
        onStored: () => {
          course.onStored?.();
          const lost = { ...faxForExpectations(fax, original), at: clock.now() };
          monitor.notify((expectation) => expectation.lost?.(lost));
        },
      };
    },
  };
}

const patchedText = (json: string, patches: readonly unknown[]): string =>
  patches.length === 0 ? json : JSON.stringify(patches.reduce(mergePatch, JSON.parse(json)));

/** Keeps the first half of a file, and fills the rest with zeros. */
function corrupt(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  return copy.fill(0, Math.floor(copy.length / 2));
}

/**
 * The refusal of a `fail` effect; `retryAfter` is in seconds. It looks like the service's own: only the header
 * X-Faxsim-Rule names the rule.
 */
function failureRefusal(call: ApiCall, retryAfter: number | undefined, fail: Failure): Refusal {
  if (retryAfter !== undefined) call.res.setHeader('Retry-After', retryAfter);
  return new Refusal(fail === 'server_error' ? 'fault' : fail, failureMessages[fail]);
}

function responseOf(
  { requestId, face }: RuledCall,
  { status, headers, message, body }: NonNullable<Effects['respond']>,
): RenderedResponse {
  const all = { 'X-Request-Id': requestId, ...headers };
  if (bodiless.includes(status)) return renderedBodiless(status, all, face.headers);
  // The service's messages are never empty, so a status without a text gets one.
  const scripted = (): string => face.scriptedBody(status, message ?? STATUS_CODES[status] ?? `Status ${status}`);
  const text = body === undefined ? scripted() : typeof body === 'string' ? body : JSON.stringify(body);
  return renderedJson(status, text, all, face.headers);
}
