import type { ApiCall } from '../../http/api-call.ts';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { findEvidence, findRefusalEvidence } from '../../wire/evidence.ts';
import type { ServerResponse } from '../verify/ask.ts';
import { judgeFile, judgeOrder, judgeRefusal, judgeSuccess, note } from '../verify/judge.ts';
import type { Case } from '../verify/judge.ts';
import type { Notes } from '../verify/report.ts';

/** The answer of the world to the same request. */
export interface OwnAnswer {
  readonly status: number;
  /** Kind and parameter of its refusal; null if it accepted the request. */
  readonly refused: { readonly kind: RefusalKind; readonly field: string | null } | null;
  /** Message of the answer, with the ids of the account; null if it has none. */
  readonly message: string | null;
}

/** Refusals that depend on the records of the account, which the world does not have. */
const kindsOfRecords: ReadonlySet<RefusalKind> = new Set([
  'not_found',
  'file_missing',
  'not_allowed',
  'payment_required',
  'rate_limited',
  'unavailable',
]);
const fieldsOfRecords: ReadonlySet<string> = new Set([
  'caller_id',
  'from',
  'from_number',
  'to_number',
  'serviceId',
  'coverPageId',
  'number',
  'phone_number',
  'address_id',
  'id',
]);

/** Statuses that depend on the account or the hour, and say nothing about the API. */
const ofAccount: ReadonlySet<number> = new Set([401, 402, 403, 429]);

/**
 * Compares the service's answer with the evidence, and with the world's answer to the same request. Returns whether the answer says
 * anything about the API.
 */
export function compareAnswers(
  call: ApiCall,
  real: ServerResponse,
  { own, notes }: { readonly own: OwnAnswer; readonly notes: Notes },
): boolean {
  const { route, face, method } = call;
  const version = face?.version;
  if (version === undefined || version === null) return false;
  const operation = route?.operation ?? 'unknownRoute';
  if (real.status >= 500 || (ofAccount.has(real.status) && own.refused?.kind !== 'unauthorized')) {
    notes.skip({
      version,
      operation,
      reason: `an answer with ${real.status}: it depends on the account and on the hour`,
    });
    return false;
  }
  const on: Case = { version, operation, notes };
  if (method === 'HEAD') compareHead(on, real, own);
  else compareWhole(call, real, { own, on });
  return true;
}

/** Compares the answers if both sides accept or both refuse the request; else only the statuses. */
function compareWhole(
  { route, face }: ApiCall,
  real: ServerResponse,
  { own, on }: { readonly own: OwnAnswer; readonly on: Case },
): void {
  const { refused, message } = own;
  const isRefused = real.status >= 400;
  const isOther = refused === null ? isRefused : !isRefused && !dependsOnRecords(refused);
  if (isOther) {
    noteStatus(on, real, own);
  } else if (!isRefused) {
    if (route !== undefined) judgeAccepted(route, real, on);
  } else if (refused !== null && face?.name !== 'oauth2') {
    judgeRefusal(real, refused.kind, { on, ...(message !== null && { text: message }) });
  }
}

/** Compares only the status: HEAD has no body, and the simulator's ETag depends on its body. */
function compareHead(on: Case, real: ServerResponse, own: OwnAnswer): void {
  const isOther = real.status >= 400 !== (own.refused !== null);
  if (isOther && (own.refused === null || !dependsOnRecords(own.refused))) noteStatus(on, real, own);
}

const dependsOnRecords = ({ kind, field }: NonNullable<OwnAnswer['refused']>): boolean =>
  kindsOfRecords.has(kind) || (kind === 'invalid' && field !== null && fieldsOfRecords.has(field.replace(/\[.*/, '')));

/** Notes that one side accepts what the other refuses. */
function noteStatus(on: Case, real: ServerResponse, { status, refused, message }: OwnAnswer): void {
  const { version, operation } = on;
  const id = operation === 'authentication' || operation === 'unknownRoute' ? undefined : operation;
  const accepted = id === undefined ? undefined : findEvidence(id, version)?.call;
  const evidence = refused === null ? accepted : findRefusalEvidence(version, refused.kind, id).status;
  const field = refused === null ? 'status' : `${refused.kind}: status`;
  const text = Buffer.from(real.bytes.subarray(0, 2000)).toString();
  note(on, {
    field,
    expected: message === null ? String(status) : `${status}: ${JSON.stringify(message)}`,
    evidence: evidence ?? { mark: 'assumed', source: 'no such operation is known' },
    seen: real.status >= 400 ? `${real.status}: ${text}` : String(real.status),
  });
}

function judgeAccepted(route: NonNullable<ApiCall['route']>, real: ServerResponse, on: Case): void {
  const { shape, operation } = route;
  const type = real.headers.get('content-type') ?? '';
  const files = 'types' in shape ? (shape.types ?? []) : [];
  const file = files.find((known) => type.startsWith(known));
  if (shape.kind === 'none') {
    const { status = 200 } = shape;
    if (real.status !== status) noteStatus(on, real, { status, refused: null, message: null });
  } else if (shape.kind === 'file' || file !== undefined) judgeFile(real, route, { type: file ?? files[0] ?? '', on });
  else {
    const body = judgeSuccess(real, route, on);
    if (body !== undefined) judgeOrder(operation, listedIn(body), on);
  }
}

/** The records of a list: `data` of the Phaxio API, `faxes` of v3. */
function listedIn({ data, faxes }: Mapping): readonly Mapping[] {
  const list = isList(data) ? data : faxes;
  return isList(list) ? list.filter(isPlainObject) : [];
}
