import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import { faxErrorById } from '../domain/fax-error.ts';
import type { ScriptedStep } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import type { RefusalKind } from '../domain/refusal.ts';
import { receiveArrivals } from '../operations/arrivals.ts';
import type { Clock } from '../domain/clock.ts';
import type { Scripting } from '../operations/service.ts';
import { bodiless } from '../scenarios/answer-faults.ts';
import { asMade } from '../scenarios/courses.ts';
import { delayOf } from '../scenarios/delays.ts';
import type { Fired } from '../scenarios/occasion.ts';
import type { AnswerEffects, Failure } from '../scenarios/scenario.ts';
import { retryAfterSeconds } from '../scenarios/retry-after.ts';
import type { Params } from '../wire/fields.ts';
import { failureMessages } from '../wire/messages.ts';
import type { World } from '../worlds/world.ts';
import { breakWire, sendBroken } from './broken-wire.ts';
import { tellScripted } from './evidence-header.ts';
import { mergePatch } from './merge-patch.ts';
import { pause } from './pause.ts';
import { noteAnswer } from './noting.ts';
import { noteSuccess, successOf, writeBodiless, writeRefused, writeSuccess } from './reply.ts';
import type { RefusedAs } from './reply.ts';
import type { Answer, Asking, Route } from './route.ts';

/** A request on which a rule of a scenario has fired. */
export interface Scripted {
  readonly fired: Fired;
  readonly row: Route;
  readonly caller: Asking;
  readonly params: Params;
  readonly requestId: string;
}

/** Answers a request as a rule has it. Everything that a rule touched says so in a header. */
export async function answerScripted(res: Response, scripted: Scripted): Promise<void> {
  const { fired, caller, requestId } = scripted;
  const { world } = caller;
  const { delay, wire, respond, fail, arrivals } = fired.do;
  res.setHeader('X-Faxsim-Rule', fired.label);
  if (changesAnswer(fired)) tellScripted(res);
  res.locals['refusedAs'] = refusedAs(fired.do, world.clock);
  if (delay !== undefined) await pause(world.clock, delayOf(delay, world.seed, fired.key));
  if (arrivals !== undefined) await receiveArrivals(world, arrivals);
  if (fired.retryAfter !== undefined) {
    res.setHeader('Retry-After', fired.retryAfter);
    throw refusalOf('rate_limited');
  }
  if (typeof wire === 'object') {
    const answer = await work(scripted);
    const sent = successOf(answer, requestId);
    noteSuccess(res, { answer, ...sent, broken: Object.keys(wire)[0] ?? null });
    await sendBroken(res, { status: 200, ...sent }, { wire, clock: world.clock });
  } else if (wire !== undefined || respond !== undefined || fail !== undefined) {
    await replace(res, scripted);
  } else {
    writeSuccess(res, await work(scripted), requestId);
  }
}

/** An answer that comes late, or after faxes have come in, is what it is without the rule. */
const changesAnswer = ({ do: { wire, respond, fail, patch, file }, retryAfter }: Fired): boolean =>
  [wire, respond, fail, patch, file, retryAfter].some((effect) => effect !== undefined);

/** Does what was asked for, as the rule has it. */
async function work({ fired, row, caller, params }: Scripted): Promise<Answer> {
  const scripting = withWatch(withFile(caller, row, fired.do.file), caller.world, fired);
  return patched(await row.answer({ ...caller, scripting }, params), fired.do);
}

/** Answers something else. The work may be done first: whatever came of it, the client does not hear of it. */
async function replace(res: Response, scripted: Scripted): Promise<void> {
  const { wire, respond, fail, commit, retryAfter } = scripted.fired.do;
  if (commit === true) await work(scripted).catch(() => undefined);
  if (typeof wire === 'string') {
    noteAnswer(res, { status: null, requestId: null, type: null, text: null, bytes: 0, broken: wire });
    breakWire(res, wire);
  } else if (respond !== undefined) writeResponse(res, respond, scripted.requestId);
  else {
    if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfterSeconds(retryAfter));
    throw refusalOf(fail ?? 'server_error');
  }
}

/** The call as a rule's `file` has it. */
function withFile({ world, scripting }: Asking, { operation }: Route, file: AnswerEffects['file']): Scripting {
  if (file === 'missing') return { ...scripting, fileStateOf: () => 'deleted' };
  if (file !== 'corrupt' || operation !== 'resendFax') return scripting;
  return {
    ...scripting,
    courseOf: (fax, original) => ({
      script: unreadable,
      committed: () => {
        world.scenarios.made(asMade(fax, original));
      },
    }),
  };
}

/** Of a fax whose stored file nobody can read: it is taken, since a file is there, and cannot be converted. */
const unreadable: readonly ScriptedStep[] = [
  { afterMs: 3000, reads: null, status: 'failure', error: faxErrorById(4) ?? null },
];

/** Has the faxes of a call watched, of which its client may never hear. */
function withWatch(scripting: Scripting, { clock }: World, { watch }: Fired): Scripting {
  if (watch === undefined) return scripting;
  return {
    ...scripting,
    courseOf: (fax, original) => {
      const course = scripting.courseOf(fax, original);
      return {
        ...course,
        committed: () => {
          course.committed?.();
          watch.lost({ ...asMade(fax, original), at: clock.now() });
        },
      };
    },
  };
}

function patched(answer: Answer, { patch, file }: AnswerEffects): Answer {
  if (!('json' in answer)) return file === 'corrupt' ? { ...answer, bytes: corrupted(answer.bytes) } : answer;
  if (patch === undefined) return answer;
  return { ...answer, json: patchedText(answer.json, patch) };
}

const patchedText = (json: string, patch: unknown): string => JSON.stringify(mergePatch(JSON.parse(json), patch));

/** What a rule does to an answer even where it turns out to be a refusal. */
const refusedAs = ({ patch, wire }: AnswerEffects, clock: Clock): RefusedAs => ({
  change: (text) => (patch === undefined ? text : patchedText(text, patch)),
  ...(typeof wire === 'object' && {
    broken: Object.keys(wire)[0] ?? null,
    send: (res, sent) => sendBroken(res, sent, { wire, clock }),
  }),
});

/** The first half of a file, and nothing but zeros after it. */
function corrupted(bytes: Uint8Array): Uint8Array {
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

/** Reads as one of the service's own: the header X-Faxsim-Rule alone names the rule. */
const refusalOf = (fail: Failure): Refusal => new Refusal(kinds[fail], failureMessages[fail]);

function writeResponse(
  res: Response,
  { status, headers, message, body }: NonNullable<AnswerEffects['respond']>,
  requestId: string,
): void {
  const all = { 'X-Request-Id': requestId, ...headers };
  if (bodiless.includes(status)) {
    writeBodiless(res, status, all);
    return;
  }
  const envelope = { success: status < 300, message: message ?? phraseOf(status) };
  writeRefused(res, status, body === undefined ? JSON.stringify(envelope) : textOf(body), all);
}

/** The service's messages are never empty. */
const phraseOf = (status: number): string => STATUS_CODES[status] ?? `Status ${status}`;

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
