import type { Seen, SeenAnswer } from '../journal/seen.ts';
import type { ApiCall } from './api-call.ts';
import { attributedCaller } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { likelyRow } from './match-route.ts';

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
  // Without a spread, which costs more than all the rest of a record.
  const seen: Seen = {
    at: call.admittedAt ?? world.clock.now(),
    tookMs: performance.now() - call.startedAt,
    version: call.version?.name ?? null,
    operation,
    method: call.method,
    url: call.url,
    contentType: call.headers['content-type'],
    userAgent: call.headers['user-agent'],
    authorization: call.headers.authorization,
    params: call.params,
    knownParams,
    bodyBytes: call.bodyBytes,
    key: keyOf(call),
    rule: call.fired?.label ?? null,
    refusal: call.refusal,
    answer: answerOf(call),
    known,
    isLate: call.isAbandoned,
    isUnmatched,
    nearest,
  };
  deps.requests.add(seen);
  world.journal.note(seen);
}

type Matched = Pick<Seen, 'operation' | 'knownParams' | 'isUnmatched' | 'nearest'>;

/** What is known of the row that was asked for. */
function matched(call: ApiCall, { nearest }: Dependencies): Matched {
  const kind = call.refusal?.kind;
  if (kind === 'unknown_route' || kind === 'wrong_method') {
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

function answerOf({ rendered, wire }: ApiCall): SeenAnswer {
  const broken = typeof wire === 'object' ? (Object.keys(wire)[0] ?? null) : (wire ?? null);
  if (rendered === undefined) return { status: null, requestId: null, type: null, text: null, bytes: 0, broken };
  const { status, requestId, type, bytes, text } = rendered;
  return {
    status,
    requestId: requestId === '' ? null : requestId,
    type,
    text: text === null ? null : beginningOf(text, bytes),
    bytes: bytes.length,
    broken,
  };
}

/** More of a response is not recorded. */
const mostRecorded = 4096;

/** A copy: a part of a text would keep the whole of it alive. */
const beginningOf = (text: string, bytes: Buffer): string =>
  text.length <= mostRecorded ? text : bytes.toString('utf8', 0, mostRecorded);
