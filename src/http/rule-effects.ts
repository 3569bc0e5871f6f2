import { STATUS_CODES } from 'node:http';
import { faxErrorById } from '../domain/fax-error.ts';
import type { ScriptedStep } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import type { RefusalKind } from '../domain/refusal.ts';
import { simulateCalls } from '../operations/simulated-calls.ts';
import type { Scripting } from '../operations/operation-context.ts';
import { bodiless } from '../scenarios/effects.ts';
import { createdFax } from '../scenarios/courses.ts';
import type { Fired } from '../scenarios/rule-subject.ts';
import type { AnswerEffects, Failure } from '../scenarios/effects.ts';
import { retryAfterSeconds } from '../scenarios/retry-after.ts';
import { isPlainObject } from '../shared/objects.ts';
import { failureMessages } from '../wire/messages.ts';
import type { World } from '../worlds/world.ts';
import type { ApiCall, RenderedResponse } from './api-call.ts';
import { showScripted } from './evidence-header.ts';
import { renderedBodiless, renderedJson } from './response.ts';
import type { Answer } from './route.ts';

/** Says in a header which rule fired: everything that a rule touches says so. */
export function announceRule(call: ApiCall): void {
  const { label, do: effects } = firedOf(call);
  call.setHeader('X-Faxsim-Rule', label);
  if (changesAnswer(firedOf(call))) showScripted(call);
  if (typeof effects.wire === 'object') call.connectionFault = effects.wire;
}

/** Has the faxes come in that the rule brings before the response. */
export async function receiveFaxes(call: ApiCall): Promise<void> {
  const { arrivals } = firedOf(call).do;
  if (arrivals !== undefined) await simulateCalls(call.world, arrivals);
}

/**
 * Runs the operation as the rule has it, or answers in its place. The operation may run first; its result then stays
 * unknown to the client. Throws the refusal that the rule answers with.
 */
export async function executeByRule(call: ApiCall): Promise<void> {
  const fired = firedOf(call);
  const { wire, respond, fail, commit, retryAfter } = fired.do;
  if (fired.retryAfter !== undefined) throw failureRefusal(call, fired.retryAfter, 'rate_limited');
  const isReplaced = typeof wire === 'string' || respond !== undefined || fail !== undefined;
  if (typeof wire === 'object' || !isReplaced) {
    call.answer = await runOperation(call);
    return;
  }
  if (commit === true) await runOperation(call).catch(() => undefined);
  if (typeof wire === 'string') call.connectionFault = wire;
  else if (respond !== undefined) call.rendered = responseOf(call, respond);
  else throw failureRefusal(call, retryAfter && retryAfterSeconds(retryAfter), fail ?? 'server_error');
}

/** A rule may patch a refusal too. */
export const patchedRefusal = ({ firedRule }: ApiCall, json: string): string =>
  firedRule?.do.patch === undefined ? json : patchedText(json, firedRule.do.patch);

function firedOf({ firedRule }: ApiCall): Fired {
  if (firedRule === undefined) throw new Error('A step of a rule was run without a rule');
  return firedRule;
}

/** A delay, or arriving faxes, leave the response as it is without the rule. */
const changesAnswer = ({ do: { wire, respond, fail, patch, file }, retryAfter }: Fired): boolean =>
  [wire, respond, fail, patch, file, retryAfter].some((effect) => effect !== undefined);

async function runOperation(call: ApiCall): Promise<Answer> {
  const fired = firedOf(call);
  call.scripting = withMonitor(withFile(call, fired.do.file), call.world, fired);
  return applyAnswerEffects(await call.matchedRoute.answer(call, call.params ?? {}), fired.do);
}

/** The scenario effects on the records of the call, with the rule's `file` effect. */
function withFile({ world, scripting, matchedRoute: matchedRow }: ApiCall, file: AnswerEffects['file']): Scripting {
  if (file === 'missing') return { ...scripting, fileStateOf: () => 'deleted' };
  if (file !== 'corrupt' || matchedRow.operation !== 'resendFax') return scripting;
  return {
    ...scripting,
    courseOf: (fax, original) => ({
      script: unreadableFileScript,
      committed: () => world.scenarios.noteCreatedFax(createdFax(fax, original)),
    }),
  };
}

/**
 * The course of a fax with an unreadable stored file: the service accepts it, since a file exists, and cannot convert
 * it.
 */
const unreadableFileScript: readonly ScriptedStep[] = [
  { afterMs: 3000, reads: null, status: 'failure', error: faxErrorById(4) ?? null },
];

/** Monitors the faxes of a call whose response its client may never get. */
function withMonitor(scripting: Scripting, { clock }: World, { monitor }: Fired): Scripting {
  if (monitor === undefined) return scripting;
  return {
    ...scripting,
    courseOf: (fax, original) => {
      const course = scripting.courseOf(fax, original);
      return {
        ...course,
        committed: () => {
          course.committed?.();
          const lost = { ...createdFax(fax, original), at: clock.now() };
          monitor.notify((expectation) => expectation.lost?.(lost));
        },
      };
    },
  };
}

function applyAnswerEffects(answer: Answer, { patch, file }: AnswerEffects): Answer {
  if (!('json' in answer)) return file === 'corrupt' ? { ...answer, bytes: corrupt(answer.bytes) } : answer;
  if (patch === undefined) return answer;
  return { json: patchedText(answer.json, patch), headers: answer.headers };
}

const patchedText = (json: string, patch: unknown): string => JSON.stringify(mergePatch(JSON.parse(json), patch));

/** The first half of a file, and nothing but zeros after it. */
function corrupt(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  return copy.fill(0, Math.floor(copy.length / 2));
}

const kinds: Readonly<Record<Failure, RefusalKind>> = {
  unauthorized: 'unauthorized',
  not_found: 'not_found',
  invalid: 'invalid',
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
  server_error: 'fault',
};

/** `retryAfter` in seconds. Reads as one of the service's own: the header X-Faxsim-Rule alone names the rule. */
function failureRefusal(call: ApiCall, retryAfter: number | undefined, fail: Failure): Refusal {
  if (retryAfter !== undefined) call.setHeader('Retry-After', retryAfter);
  return new Refusal(kinds[fail], failureMessages[fail]);
}

function responseOf(
  { requestId = '' }: ApiCall,
  { status, headers, message, body }: NonNullable<AnswerEffects['respond']>,
): RenderedResponse {
  const all = { 'X-Request-Id': requestId, ...headers };
  if (bodiless.includes(status)) return renderedBodiless(status, all);
  const envelope = { success: status < 300, message: message ?? phraseOf(status) };
  return renderedJson(status, body === undefined ? JSON.stringify(envelope) : textOf(body), all);
}

/** The service's messages are never empty. */
const phraseOf = (status: number): string => STATUS_CODES[status] ?? `Status ${status}`;

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** A JSON merge patch (RFC 7396): null takes a key out, anything else takes its place. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged = new Map(isPlainObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
