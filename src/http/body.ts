import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import express from 'express';
import type { Request, Response } from 'express';
import { Refusal } from '../model/domain/refusal.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import { errorText } from '../model/shared/errors.ts';
import { isPlainObject, keysOf, levelsMax, tooDeepMessage } from '../model/shared/objects.ts';
import { keptBodyBytes } from '../worlds/journal/entry.ts';
import type { Params } from '../wire/fields.ts';
import { boundaryOf, readMultipart } from '../wire/multipart.ts';
import type { ApiCall, BodyReader } from './api-call.ts';
import type { BodyRules, MediaType } from './face.ts';
import { addUrlencoded, paramsMax, ParamsBuilder, readQueryOf, tooMany } from './params.ts';

interface BodyLimit {
  readonly bytesMax: number;
  /** The option that sets the bound, for the message. */
  readonly setting?: string;
}

/**
 * Reads the parameters in a request's body, with any method and encoding: clients send forms with GET and DELETE, and
 * Content-Types without a body. Throws the Refusals `too_large`, `unsupported_media_type`, `malformed` and
 * `broken_off`, and the one of `breakOffBody` for an incomplete body.
 */
export function bodyReader({ bytesMax, setting }: BodyLimit): BodyReader {
  const readBytes = promisify<Request, Response>(express.raw({ type: () => true, limit: bytesMax }));
  return (call) => {
    // express.raw would first read the whole body
    if (Number(call.headers['content-length']) > bytesMax) return Promise.reject(tooLarge(bytesMax, setting));
    const { req, res } = call;
    nameGzip(req.headers);
    const chunks: Buffer[] = [];
    const reading = isPlain(req.headers) ? readPlain(req, chunks) : readBytes(keepingBeginning(req, chunks), res);
    return Promise.race([reading, rejectWhenBrokenOff(req, res)]).then(
      () => decodeBody(call, call.face?.body ?? controlBody),
      (error: unknown) => {
        keepUnread(call, Buffer.concat(chunks));
        throw refusalOf(error, () => tooLarge(bytesMax, setting));
      },
    );
  };
}

/** Replaces `x-gzip`, an older name of gzip. Source: RFC 9110, 8.4.1.3. */
function nameGzip(headers: IncomingHttpHeaders): void {
  if (headers['content-encoding']?.toLowerCase() === 'x-gzip') headers['content-encoding'] = 'gzip';
}

/**
 * Whether a body needs no decompression and has a known length. For a small one, express.raw would take most of the
 * request's time.
 */
function isPlain({ 'content-length': length, 'content-encoding': encoding }: IncomingHttpHeaders): boolean {
  return length !== undefined && encoding === undefined;
}

/** Reads a plain body with the same result as express.raw. */
function readPlain(req: Request, chunks: Buffer[]): Promise<void> {
  return new Promise((resolve) => {
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.once('end', () => {
      req.body = Buffer.concat(chunks); // a copy: a chunk keeps 64 kB alive
      resolve();
    });
  });
}

/** Collects the beginning of a body while it is read. Calls `onLong` once the body is longer than the part that is kept. */
function keepingBeginning(req: Request, chunks: Buffer[], onLong?: () => void): Request {
  let size = 0;
  return req.on('data', (chunk: Buffer) => {
    if (size <= keptBodyBytes) chunks.push(chunk);
    if ((size += chunk.length) > keptBodyBytes) onLong?.();
  });
}

/** Keeps the beginning of a body that cannot be read, for the journal. */
function keepUnread(call: ApiCall, bytes: Buffer): void {
  call.bodyBytes = Math.max(bytes.length, Number(call.headers['content-length'] ?? 0));
  call.bodyStart = bytes.subarray(0, keptBodyBytes);
}

const brokenOffEvent = Symbol('body broken off');

/** The refusals of broken-off bodies, also for bodies that no step was reading yet. */
const refusedBodies = new WeakMap<IncomingMessage, Refusal>();

/** The refusal of a body that the client broke off, by closing its side of the connection or all of it. */
export const brokenOff = (): Refusal =>
  new Refusal('broken_off', 'The body must come whole, but the client closed its side of the connection first');

/** Ends the reading of a request's body with a refusal, at once or when it begins. */
export function breakOffBody(req: IncomingMessage, refusal: Refusal): void {
  refusedBodies.set(req, refusal);
  req.emit(brokenOffEvent, refusal);
}

function whenBrokenOff(req: IncomingMessage, tell: (refusal: Refusal) => void): void {
  const refusal = refusedBodies.get(req);
  if (refusal === undefined) req.once(brokenOffEvent, tell);
  else setImmediate(tell, refusal); // lets the beginning of the body come first, which node still holds
}

/** Rejects when the rest of a body is lost. A decompressor would wait for the rest forever. */
function rejectWhenBrokenOff(req: Request, res: Response): Promise<never> {
  return new Promise((_resolve, reject) => {
    whenBrokenOff(req, reject);
    res.once('close', () => {
      if (!req.complete) reject(brokenOff());
    });
  });
}

/** The refusals before the body is read. */
const early: readonly RefusalKind[] = ['unknown_route', 'misdirected', 'forbidden'];

/** How long a refusal waits for a body that follows its head, in real ms. */
const waitMsMax = 200;

/**
 * Reads the body of a refused request for the journal. A short body is read completely, with its parameters; of a long
 * or slow one, only the beginning. An invalid body causes no second refusal.
 */
export function readRefusedBody(call: ApiCall): Promise<void> | undefined {
  const { req, res, refusal } = call;
  if (refusal === null || !early.includes(refusal.kind) || call.params !== null) return undefined;
  if (!call.hasBody) {
    call.params = readOrNull(() => readQueryOf(call));
    return undefined;
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (): void => {
      if (!call.isRecorded) keepRefusedBody(call, Buffer.concat(chunks));
      resolve();
    };
    keepingBeginning(req, chunks, finish);
    req.once('end', finish);
    whenBrokenOff(req, finish);
    res.once('close', finish);
    AbortSignal.timeout(waitMsMax).addEventListener('abort', finish);
  });
}

function keepRefusedBody(call: ApiCall, bytes: Buffer): void {
  if (!call.req.complete || bytes.length > keptBodyBytes) {
    keepUnread(call, bytes);
    return;
  }
  call.bodyBytes = bytes.length;
  call.rawBody = bytes;
  call.req.body = bytes;
  if (call.headers['content-encoding'] !== undefined) return;
  call.params = readOrNull(() => Object.assign(readQueryOf(call), decodeBody(call, call.face?.body ?? formBody)));
}

function readOrNull(read: () => Params): Params | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function decodeBody(call: ApiCall, rules: BodyRules): Params {
  const { types } = rules;
  const bytes: unknown = call.req.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  call.bodyBytes = bytes.length;
  call.rawBody = bytes;
  const contentType = call.headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const named = mediaType === '' ? 'application/x-www-form-urlencoded' : mediaType;
  const type = types.find((known) => known === named);
  if (type === undefined) {
    const known = types.join(', ');
    throw new Refusal('unsupported_media_type', `Content-Type ${mediaType} is not read here; known are ${known}`);
  }
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(contentType) ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new Refusal('unsupported_media_type', `The charset ${charset} is not read here, only UTF-8`);
  }
  const builder = new ParamsBuilder(rules);
  decoders[type](builder, bytes, { contentType, rules });
  return builder.buildFor(call);
}

type Decoder = (builder: ParamsBuilder, bytes: Buffer, form: { contentType: string; rules: BodyRules }) => void;

const decoders: Readonly<Record<MediaType, Decoder>> = {
  'application/x-www-form-urlencoded': (builder, bytes) => addUrlencoded(builder, utf8(bytes)),
  'multipart/form-data': (builder, bytes, { contentType }) => {
    const boundary = boundaryOf(contentType);
    if (boundary === undefined)
      throw new Refusal('malformed', 'The Content-Type of a multipart body names no boundary');
    for (const { name, value } of readMultipart(bytes, boundary)) builder.add(name, value);
  },
  'application/json': (builder, bytes, { rules }) => {
    for (const [name, value] of Object.entries(jsonObject(utf8(bytes), rules))) {
      if (rules.isFlat) builder.addJson(name, value);
      else builder.add(name, value);
    }
  },
};

/** Bodies of all encodings. Their JSON may contain only as many values and levels as a form. */
export const formBody: BodyRules = {
  types: keysOf(decoders),
  isFlat: true,
  valuesMax: paramsMax,
  repeatsAreLists: false,
  skipsOtherJson: false,
};

/** Bodies of the control API. */
const controlBody: BodyRules = { ...formBody, isFlat: false, valuesMax: Infinity }; // an export has as many values as its world

function jsonObject(text: string, { skipsOtherJson, valuesMax }: BodyRules): object {
  const fault = faultOfShape(text, valuesMax);
  if (fault === 'too deep') throw new Refusal('malformed', tooDeepMessage('The body'));
  if (fault === 'too many') throw tooMany(valuesMax);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Refusal('malformed', `The body is not JSON: ${errorText(error)}`);
  }
  if (isPlainObject(value)) return value;
  if (skipsOtherJson) return {};
  throw new Refusal('malformed', 'The body must be a JSON object of parameters');
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function utf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refusal('malformed', 'The body is not UTF-8 text');
  }
}

const tooLarge = (bytesMax: number, setting?: string) =>
  new Refusal('too_large', `The body is larger than ${bytesMax} bytes${setting === undefined ? '' : ` (${setting})`}`);

/** The refusal for an error of body-parser, which has a status and a `type`; any other value is returned unchanged. */
function refusalOf(error: unknown, whenTooLarge: () => Refusal): unknown {
  if (!(error instanceof Error) || !('status' in error)) return error;
  if (error.status === 413) return whenTooLarge();
  if ('type' in error && error.type === 'request.aborted') return brokenOff();
  if (error.status === 415) return new Refusal('unsupported_media_type', `The body cannot be read: ${error.message}`);
  return new Refusal('malformed', `The body cannot be read: ${error.message}`);
}

/**
 * Scans a JSON text for lists and mappings nested deeper than `levelsMax`, and for too many values. Parsing it instead
 * would take seconds for ten million levels or values. A fault may also be found in a text that is not JSON.
 */
export function faultOfShape(json: string, valuesMax: number): 'too deep' | 'too many' | undefined {
  let level = 0;
  let commas = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '[' || character === '{') level++;
    else if (character === ']' || character === '}') level--;
    else if (character === ',') commas++;
    if (level > levelsMax) return 'too deep';
    if (commas >= valuesMax) return 'too many';
  }
  return undefined;
}

/** The index of the quote that closes the string at `start`; the length of the text if the string is not closed. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}
