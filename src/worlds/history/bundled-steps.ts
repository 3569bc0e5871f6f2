import type { KeyPair } from '../../model/domain/account.ts';
import { otherWorldMessage } from '../../model/domain/refusal.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import { sign } from '../../service/webhooks/signing.ts';
import { blobName } from '../../store/memory/swept-blobs.ts';
import { bytesOfBody } from '../journal/entry.ts';
import { headerOf } from '../journal/observed-request.ts';
import type { ObservedRequest } from '../journal/observed-request.ts';
import { authorizationSecrets, credentialsOfWorldsIn } from '../journal/redaction.ts';
import type { BundledControl, BundledFetch, BundledRequest, BundledWebhook, Piece } from './bundle.ts';
import { bundledHeadersOf, isBodyLeftOut } from './bundled-headers.ts';
import type { BundledSecrets } from './bundled-secrets.ts';
import type { ControlStep, RequestStep } from './step.ts';
import type { Fetch } from './step-change.ts';

export interface BundleTools {
  readonly files: BundledFiles;
  readonly secrets: BundledSecrets;
}

/** A time in whole ms, because a fast clock has fractions of ms. */
export const timeText = (ms: number): string => new Date(Math.ceil(ms)).toISOString();

export function bundledRequest(step: RequestStep, { files, secrets }: BundleTools): BundledRequest {
  const { id, observed, replayData, lasted } = step;
  const { answer } = observed;
  collectParams(step, secrets);
  const otherPair = otherPairOf(observed);
  if (otherPair !== undefined) secrets.addOtherPair(otherPair);
  for (const token of tokensMade(observed)) secrets.addToken(token);
  for (const secret of authorizationSecrets(headerOf(observed, 'authorization'))) secrets.add(secret);
  const request: BundledRequest = {
    kind: 'request',
    id,
    at: timeText(observed.at),
    ended_at: timeText(observed.at + lasted),
    method: observed.profile.method,
    url: observed.url,
    operation: observed.profile.operation,
    version: observed.profile.version,
    headers: bundledHeadersOf(step),
    body: bodyOf(step, files),
    is_body_left_out: isBodyLeftOut(step),
    rule: observed.rule,
    answer: {
      status: answer.status,
      type: answer.type,
      request_id: observed.requestId,
      headers: replayData?.answerHeaders ?? {},
      bytes: answer.bytes,
      body: answer.text,
      tag: replayData?.tag ?? null,
      broken: answer.broken,
    },
  };
  for (const secret of credentialsOfWorldsIn(JSON.stringify(request), observed.profile.knownSecrets))
    secrets.add(secret);
  return request;
}

/** Collects the secrets in the parameters of a request. A large request keeps only its secrets. */
function collectParams({ observed: { params }, made }: RequestStep, secrets: BundledSecrets): void {
  secrets.collect(params);
  if (params === null) for (const secret of made?.details.secrets ?? []) secrets.add(secret);
}

function bodyOf({ observed, body, replayData }: RequestStep, files: BundledFiles): Piece[] | null {
  if (replayData?.hasBody !== true || body === undefined) return null;
  return piecesOf(bytesOfBody(body), headerOf(observed, 'content-type'), files);
}

/** The key pair of another world, if the request was refused because of it. */
function otherPairOf(observed: ObservedRequest): KeyPair | undefined {
  if (observed.refusal?.message !== otherWorldMessage) return undefined;
  const authorization = headerOf(observed, 'authorization');
  const { api_key, api_secret } = observed.params ?? {};
  const pair = authorization === undefined ? [api_key, api_secret] : authorizationSecrets(authorization).slice(1);
  const [key, secret] = pair;
  return typeof key === 'string' && typeof secret === 'string' ? { key, secret } : undefined;
}

/** The access token in an answer, as a list; empty without one. */
const tokensMade = ({ profile, answer }: ObservedRequest): readonly string[] =>
  profile.operation === 'createToken' ? (/(?<="access_token":")[^"]+/.exec(answer.text ?? '') ?? []) : [];

export function bundledControl(step: ControlStep, { secrets }: BundleTools): BundledControl {
  const { line: call, at, lasted, error } = step;
  secrets.collect(step.input);
  // Input in the form of JSON: a file of a form is its name and its content.
  const input = JSON.parse(JSON.stringify(step.input, uploadAsJson)) as BundledControl['input'];
  return { kind: 'control', at: timeText(at), ended_at: timeText(at + lasted), call, input, error };
}

function uploadAsJson(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('bytes' in value && 'filename' in value)) return value;
  const { filename, type, bytes } = value as { filename: string; type?: string; bytes: Uint8Array };
  return { filename, ...(type !== undefined && { type }), base64: Buffer.from(bytes).toString('base64') };
}

export function bundledFetch({ faxId, url, page, at }: Fetch, { files, secrets }: BundleTools): BundledFetch {
  secrets.collect(url);
  const fields = { kind: 'fetch', at: timeText(at), fax_id: faxId, url } as const;
  if ('errorId' in page) return { ...fields, file: null, failure: { error: page.errorId, reason: page.reason } };
  if (page.kind === 'url') return { ...fields, file: null, failure: null };
  const { filename, type } = page;
  const content = page.kind === 'large' ? null : files.piece(page.bytes);
  return { ...fields, file: { filename, type, content }, failure: null };
}

/** The latest attempt of a delivery. `tokens` are the current and former webhook tokens. */
export function bundledWebhook(
  { id, faxEvent, url, state, attempts }: Delivery,
  tokens: readonly string[],
): BundledWebhook | undefined {
  const attempt = attempts.at(-1);
  if (attempt === undefined) return undefined;
  const { at, fields, files, signature, answer, failure, rule } = attempt;
  const isRight = tokens.some((token) => sign(token, { url: url ?? '', fields, files }).value === signature?.value);
  return {
    kind: 'webhook',
    at: timeText(at),
    delivery: id,
    attempt: attempts.length,
    state,
    event: faxEvent.event,
    fax_id: faxEvent.faxId,
    url,
    fields: { ...fields },
    files: files.map(({ name, filename, bytes, sha1 }) => ({ name, filename, bytes, sha1 })),
    signature: signature === null ? 'none' : isRight ? 'right' : 'wrong',
    answer: answer && { ...answer },
    failure,
    rule,
  };
}

const headEnd = Buffer.from('\r\n\r\n');

/** Splits a body into pieces, each file of a multipart body separately. Together, the pieces are exactly the body. */
function piecesOf(body: Buffer, contentType: string | undefined, files: BundledFiles): Piece[] {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/is.exec(contentType ?? '')?.[1];
  // A long form or JSON is text too: secrets in it are replaced.
  if (boundary === undefined) return [files.piece(body, bodyCharactersMax)];
  const pieces = [...partsOf(body, Buffer.from(`\r\n--${boundary}`))].map((part) => files.piece(part));
  return pieces.reduce<Piece[]>(joinPiece, []);
}

/** The heads and contents of the parts, alternately. */
function* partsOf(body: Buffer, delimiter: Buffer): Generator<Buffer> {
  let start = 0;
  while (start < body.length) {
    const head = body.indexOf(headEnd, start);
    if (head < 0) break;
    const content = head + headEnd.length;
    const end = body.indexOf(delimiter, content - 2);
    if (end < 0) break;
    yield body.subarray(start, content);
    if (end > content) yield body.subarray(content, end);
    start = Math.max(end, content);
  }
  if (start < body.length) yield body.subarray(start);
}

/** Adds a piece; joins consecutive texts. */
function joinPiece(pieces: Piece[], next: Piece): Piece[] {
  const last = pieces.at(-1);
  if (typeof last !== 'string' || typeof next !== 'string') return [...pieces, next];
  return [...pieces.slice(0, -1), last + next];
}

/** Longer texts become files, unless they are the whole body. */
const textCharactersMax = 4096;
const bodyCharactersMax = 1_000_000;

/** The files of a bundle, each stored once, with a limit on their total size. */
export class BundledFiles {
  readonly #most: number;
  readonly #files = new Map<string, Uint8Array>();
  readonly #leftOut = new Set<string>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#most = bytesMax;
  }

  /** Contents in base64, by their SHA-256. */
  get contents(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));
  }

  /** The number of files that exceeded the limit. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** Turns bytes into a piece of a body: a text if they are a short text, else a file. */
  piece(bytes: Uint8Array, textMax = textCharactersMax): Piece {
    const text = bytes.length <= textMax ? textOf(bytes) : undefined;
    return text ?? { file: this.#add(bytes) };
  }

  #add(bytes: Uint8Array): string {
    const name = blobName(bytes);
    if (this.#files.has(name)) return name;
    if (this.#bytes + bytes.length > this.#most) {
      this.#leftOut.add(name);
      return name;
    }
    this.#files.set(name, bytes);
    this.#bytes += bytes.length;
    return name;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text of the bytes; undefined if they are no text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
