import type { Seen, SeenAnswer } from '../journal/seen.ts';
import type { ApiCall } from './api-call.ts';
import { attributedCaller } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { likelyRow } from './match-route.ts';
import { recordStep } from './step-recorder.ts';

/**
 * Counts a request of the API, and writes it into its world's journal: before the client can know of the response, and once,
 * since what comes later is no response.
 */
export function record(call: ApiCall, deps: Dependencies): void {
  if (call.isRecorded) return;
  call.isRecorded = true;
  const { world } = attributedCaller(call, deps);
  const known = deps.secrets.of(world);
  call.tellLogs(known);
  const { operation, knownParams, isUnmatched, nearest } = matched(call, deps);
  const { journal } = world;
  const { headers } = call;
  // Without a spread, which costs more than all the rest of a record.
  const seen: Seen = {
    at: call.admittedAt ?? world.clock.now(),
    tookMs: performance.now() - call.startedAt,
    version: call.version?.name ?? null,
    operation,
    method: call.method,
    url: journal.textLike(call.url),
    contentType: journal.textLike(headers['content-type']),
    userAgent: journal.textLike(headers['user-agent']),
    authorization: journal.textLike(headers.authorization),
    params: call.params,
    knownParams,
    bodyBytes: call.bodyBytes,
    key: keyOf(call),
    rule: call.fired?.label ?? null,
    refusal: call.refusal,
    requestId: requestIdOf(call),
    answer: answerOf(call),
    known,
    isLate: call.isAbandoned,
    isUnmatched,
    nearest,
  };
  deps.requests.add(seen);
  journal.note(seen);
  recordStep(call, seen, world);
}

type Matched = Pick<Seen, 'operation' | 'knownParams' | 'isUnmatched' | 'nearest'>;

/** What is known of the row that was asked for. */
function matched(call: ApiCall, { nearest }: Dependencies): Matched {
  const kind = call.refusal?.kind;
  if (kind === 'unknown_route' || kind === 'misdirected' || kind === 'wrong_method') {
    const path = call.url.split('?', 1)[0] ?? '';
    return { operation: null, knownParams: [], isUnmatched: true, nearest: nearest(call.method, path) };
  }
  const row = call.row ?? likelyRow(call);
  if (row === undefined) return { operation: null, knownParams: [], isUnmatched: false, nearest: null };
  return { operation: row.operation, knownParams: row.parameters, isUnmatched: false, nearest: null };
}

function keyOf({ caller, admittedAt, row }: ApiCall): Seen['key'] {
  if (caller === undefined || admittedAt === undefined || row?.isPublic === true) return null;
  return caller.isTest ? 'test' : 'live';
}

/** Null: it has none, as it broke off before it had one. */
function requestIdOf({ rendered }: ApiCall): string | null {
  return rendered === undefined || rendered.requestId === '' ? null : rendered.requestId;
}

const unanswered: SeenAnswer = { status: null, type: null, text: null, bytes: 0, broken: null };

function answerOf({ rendered, wire }: ApiCall): SeenAnswer {
  const answer = rendered?.seen ?? unanswered;
  if (wire === undefined) return answer;
  return { ...answer, broken: typeof wire === 'object' ? (Object.keys(wire)[0] ?? null) : wire };
}
