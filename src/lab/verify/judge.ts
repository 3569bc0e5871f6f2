import { createHash } from 'node:crypto';
import { faceOf } from '../../http/faces/faces.ts';
import { operationIds, phaxioVersions } from '../../model/domain/operation.ts';
import type { OperationId } from '../../model/domain/operation.ts';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { findEvidence, findRefusalEvidence, readEvidence } from '../../wire/evidence.ts';
import type { Proof } from '../../wire/evidence.ts';
import { jsonSchemaOf } from '../../wire/json-schema.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import type { ServerResponse, VersionRoute } from './ask.ts';
import { spoken } from './dialects.ts';
import { valueAsJson, faultsOf } from './faults.ts';
import type { CaseName, CaseSubject, Drift, Notes } from './report.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The case of a response, and where to report its faults. */
export interface Case extends CaseName {
  readonly notes: Notes;
}

/** The body of a successful response as JSON; undefined for other bodies, which are recorded as faults. */
export function judgeSuccess(response: ServerResponse, route: VersionRoute, on: Case): Mapping | undefined {
  if (!judgeStatus(response, { status: route.shape.status ?? 200, proof: callProof(on, route) }, on)) return undefined;
  const own = route.shape.kind === 'json' ? route.shape.headers : [];
  judgeHeaders(response, on, [
    ...headersOfSuccess(response, on),
    ...own.map((name): HeaderTest => [name.toLowerCase(), /^>?\d+$/, 'a number']),
    ['content-type', /^application\/json; ?charset=utf-8$/i, 'application/json; charset=utf-8'],
  ]);
  const body = parseBody(response);
  if (body === undefined || route.shape.kind !== 'json' || body['success'] === false) {
    const missing =
      body === undefined ? { field: 'body', expected: 'a JSON object' } : { field: 'success', expected: 'true' };
    note(on, { ...missing, evidence: callProof(on, route), seen: textOf(response) });
    return undefined;
  }
  judgeBody(body, jsonSchemaOf(route.shape.body), on);
  judgePaging(response, body, on);
  const proof = findEvidence(route.operation, on.version)?.message;
  const text = spoken[on.version].texts[route.operation];
  if (proof) judgeText(body['message'], { text, proof, field: 'message' }, on);
  return body;
}

/** Checks that a file has the type. */
export function judgeFile(
  response: ServerResponse,
  route: VersionRoute,
  { type, on }: { type: string; on: Case },
): void {
  if (!judgeStatus(response, { status: route.shape.status ?? 200, proof: callProof(on, route) }, on)) return;
  judgeHeaders(response, on, [
    ...headersOfSuccess(response, on),
    ['content-type', (text) => text.split(';', 1)[0] === type, type],
    ...(hasRecordedHeaders(on) ? headersOfFile : []),
  ]);
  const start = Buffer.from(response.bytes.subarray(0, 8)).toString('latin1');
  if (start.startsWith(starts[type] ?? '')) return;
  note(on, {
    field: 'body',
    expected: `a file of ${type}`,
    evidence: callProof(on, route),
    seen: valueAsJson(start),
  });
}

const headersOfFile: readonly HeaderTest[] = [
  ['content-disposition', /^attachment/, 'attachment…'],
  ['content-transfer-encoding', 'binary', 'binary'],
];

const starts: Readonly<Record<string, string>> = {
  'application/pdf': '%PDF',
  'image/jpeg': '\u00ff\u00d8',
  'image/png': '\u0089PNG',
};

interface ExpectedRefusal {
  /** The expected text, if it is known. */
  readonly text?: string;
  /** The name that distinguishes this refusal from others of the operation. */
  readonly name?: string;
  readonly on: Case;
}

/** Judges a refusal. Reports its text if the evidence only assumes one. */
export function judgeRefusal(
  response: ServerResponse,
  kind: RefusalKind,
  { text, name = kind, on }: ExpectedRefusal,
): void {
  const { version, operation } = on;
  const known = findRefusalEvidence(version, kind, isOperation(operation) ? operation : undefined);
  const before = `${name}: `;
  judgeStatus(
    response,
    { status: faceOf(version).refusals.statuses[kind], proof: known.status, field: `${before}status` },
    on,
  );
  judgeHeaders(response, on, hasRecordedHeaders(on) ? [requestId] : []);
  // Recorded: only successes have an ETag.
  const tag = response.headers.get('etag');
  if (tag !== null && response.status !== 200) {
    const evidence = spoken[version].headerProof;
    note(on, { field: `${before}header etag`, expected: 'no such header', evidence, seen: tag });
  }
  const schema = faceOf(version).refusals.body(response.status);
  if (schema === null) return;
  const body = parseBody(response);
  if (body === undefined) {
    const evidence = readEvidence().records[version]['Failure']?.['message'] ?? unnamed;
    note(on, { field: `${before}body`, expected: 'a JSON object', evidence, seen: textOf(response) });
    return;
  }
  judgeBody(body, jsonSchemaOf(schema), on, before);
  judgeText(body['message'], { text, proof: known.text, field: `${before}message` }, on);
}

/** Judges a text. A known text must be equal; an assumed one is reported. */
function judgeText(
  message: unknown,
  { text, proof, field }: { text: string | RegExp | undefined; proof: Proof; field: string },
  on: Case,
): void {
  const actual = valueAsJson(message);
  if (proof.mark === 'assumed') on.notes.learn({ ...nameOf(on), field, seen: actual });
  else if (text !== undefined && !isAsExpected(message, text)) {
    const expected = typeof text === 'string' ? JSON.stringify(text) : `text like ${text.source}`;
    note(on, { field, expected, evidence: proof, seen: actual });
  }
}

function judgeStatus(
  response: ServerResponse,
  { status, proof, field = 'status' }: { status: number; proof: Proof; field?: string },
  on: Case,
): boolean {
  if (response.status === status) return true;
  const text = response.status >= 400 ? `${response.status}: ${textOf(response)}` : String(response.status);
  note(on, { field, expected: String(status), evidence: proof, seen: text });
  return false;
}

/** The name of a header, its valid values, and these values in words. */
type HeaderTest = readonly [name: string, is: string | RegExp | ((text: string) => boolean), as: string];

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const requestId: HeaderTest = ['x-request-id', uuid, 'a UUID'];

/** Whether answers have the headers that traffic of the Phaxio API has. */
const hasRecordedHeaders = ({ version }: CaseName): boolean => phaxio.has(version);
const phaxio: ReadonlySet<string> = new Set(phaxioVersions);

function headersOfSuccess({ bytes }: ServerResponse, on: CaseName): readonly HeaderTest[] {
  if (!hasRecordedHeaders(on)) return [];
  const tag = `W/"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  const etag: HeaderTest = ['etag', tag, 'W/" and the first half of the body’s SHA-256'];
  return [etag, requestId, ['cache-control', /private/, 'private']];
}

function judgeHeaders({ headers }: ServerResponse, on: Case, tests: readonly HeaderTest[]): void {
  for (const [name, is, expected] of tests) {
    const value = headers.get(name);
    if (value !== null && (typeof is === 'function' ? is(value) : isAsExpected(value, is))) continue;
    note(on, {
      field: `header ${name}`,
      expected,
      evidence: spoken[on.version].headerProof,
      seen: value ?? 'no such header',
    });
  }
}

/** Judges the paging headers, which must agree with the body. */
function judgePaging({ headers }: ServerResponse, { paging }: Mapping, on: Case): void {
  if (!isPlainObject(paging)) return;
  for (const [name, field] of [
    ['x-total', 'total'],
    ['x-per-page', 'per_page'],
    ['x-page', 'page'],
  ] as const) {
    const [declared, seen] = [paging[field], headers.get(name)];
    const expected = typeof declared === 'string' ? declared : valueAsJson(declared);
    if (declared === undefined || seen === null || seen === expected) continue;
    note(on, { field: `header ${name}`, expected, evidence: spoken[on.version].headerProof, seen });
  }
}

function judgeBody(body: Mapping, schema: JsonSchema, on: Case, before = ''): void {
  const known = readEvidence().records[on.version];
  for (const { field, record, name, expected, seen } of faultsOf(body, schema)) {
    const evidence = known[record]?.[name] ?? known['Answer']?.[name] ?? unnamed;
    note(on, { field: before + (field === '' ? 'body' : field), expected, evidence, seen });
  }
}

const unnamed: Proof = { mark: 'assumed', source: 'no field of that name is known' };

const callProof = ({ version }: Case, { operation }: VersionRoute): Proof =>
  findEvidence(operation, version)?.call ?? unnamed;

const isOperation = (subject: CaseSubject): subject is OperationId => operationIds.some((id) => id === subject);

const nameOf = ({ version, operation }: Case) => ({ version, operation });

/** Judges the order of a list of faxes, which differs between the versions. */
export function judgeOrder(operation: OperationId, faxes: readonly Mapping[], on: Case): void {
  if (operation !== 'listFaxes') return;
  const { name, source, rankOf } = spoken[on.version].order;
  const ranks = faxes.map(rankOf);
  const wrong = ranks.findIndex((rank, index) => rank > (ranks[index - 1] ?? Infinity));
  if (wrong < 0) return;
  const seen = `record ${wrong + 1} stands elsewhere`;
  note(on, { field: 'data', expected: name, evidence: { mark: 'documented', source }, seen });
}

/** Reports a drift. */
export function note(on: Case, drift: Omit<Drift, keyof Case>): void {
  on.notes.drift({ ...nameOf(on), ...drift });
}

function parseBody({ bytes }: ServerResponse): Mapping | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const textCharactersMax = 100_000;

const textOf = ({ bytes }: ServerResponse): string =>
  valueAsJson(Buffer.from(bytes.subarray(0, textCharactersMax)).toString('utf8'));

const isAsExpected = (text: unknown, expected: string | RegExp): boolean =>
  typeof expected === 'string' ? text === expected : expected.test(asText(text));
