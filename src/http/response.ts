import { hash } from 'node:crypto';
import type { Response } from 'express';
import { isSameList } from '../model/shared/objects.ts';
import type { JsonParts } from '../wire/reply.ts';
import type { AdmittedCall, ApiCall, RenderedResponse } from './api-call.ts';
import { connectionBreakers, sendBroken } from './broken-wire.ts';
import type { ResponseHeaders } from './face.ts';
import { messageIn } from './message-in.ts';
import type { Answer } from './route.ts';

type Headers = Readonly<Record<string, string>>;

const json = { 'Content-Type': 'application/json; charset=utf-8' };

const always = { Server: 'nginx' };

/**
 * The headers of the Phaxio API by status, whatever the body is. Recorded are many responses with 200 and one with 404:
 * other statuses have the headers of the more similar one.
 */
export const recordedHeaders: ResponseHeaders = {
  success: {
    ...always,
    'Cache-Control': 'max-age=0, private, must-revalidate',
    'Strict-Transport-Security': 'max-age=15768000; preload',
    'X-Robots-Tag': 'noindex, nofollow, nosnippet, noarchive',
  },
  other: { ...always, 'Cache-Control': 'no-cache' },
  isTagged: true,
};

function headersWith(
  status: number,
  body: string | Uint8Array,
  { success, other, isTagged }: ResponseHeaders,
): Headers {
  if (status < 200 || status >= 300) return other;
  return isTagged ? { ...success, ETag: weakTag(body) } : success;
}

const flat = (headers: Headers): string[] => Object.entries(headers).flat();

/** The headers of successful responses as node's flat list, made once for each face. */
const flatHeaders = new WeakMap<ResponseHeaders, Readonly<Record<'json' | 'file', readonly string[]>>>();

function flatHeadersOf(form: ResponseHeaders) {
  const known = flatHeaders.get(form);
  if (known !== undefined) return known;
  const made = { json: flat({ ...json, ...form.success }), file: flat(form.success) };
  flatHeaders.set(form, made);
  return made;
}

/** Renders the route's answer with the recorded headers; does nothing without an answer. */
export function render(call: AdmittedCall): void {
  const { answer, requestId, face, route } = call;
  if (answer === undefined) return;
  const { status = 200, kind } = route.shape;
  call.rendered =
    kind === 'none'
      ? renderedBodiless(status, { 'X-Request-Id': requestId }, face.headers)
      : renderedAnswer(answer, requestId, { status, form: face.headers });
}

/** A successful answer with the headers of its face. */
export function renderedAnswer(
  answer: Answer,
  requestId: string,
  { status, form }: { status: number; form: ResponseHeaders } = recorded,
): RenderedResponse {
  const isJson = 'json' in answer;
  const { body, length, tag, text } = isJson ? encodedJson(answer.json) : encodedFile(answer.bytes);
  const own = flatHeadersOf(form)[isJson ? 'json' : 'file'];
  const headers = form.isTagged ? [...own, 'ETag', tag] : [...own];
  const place = headers.length;
  headers.push('X-Request-Id', requestId, 'Content-Length', String(length));
  if (answer.headers !== undefined) addHeaders(headers, answer.headers, place);
  const type = answer.headers?.['Content-Type'] ?? (isJson ? json['Content-Type'] : null);
  const message = (isJson ? answer.message : undefined) ?? null;
  const observed = { status, type, message, text, tag, bytes: length, broken: null };
  return { status, headers, requestId, body, length, observed, isBodiless: false };
}

const recorded = { status: 200, form: recordedHeaders };

/** An encoded body, with the headers that depend only on its bytes. */
interface EncodedBody {
  readonly body: string | Buffer;
  /** Size in bytes. */
  readonly length: number;
  readonly tag: string;
  /** Beginning of the body, for the journal; null for a file. */
  readonly text: string | null;
}

const encodedFile = (bytes: Uint8Array): EncodedBody => ({
  body: asBuffer(bytes),
  length: bytes.length,
  tag: weakTag(bytes),
  text: null,
});

interface EncodedJson extends EncodedBody {
  readonly parts: JsonParts;
  /** All parts together, in UTF-16 code units. */
  readonly characters: number;
}

/** The latest bodies, for clients that poll. A body is found by its parts, mostly texts of records, so it is never outdated. */
const latest: EncodedJson[] = [];
const latestMax = 8;
let oldest = 0;
/** Limit in UTF-16 code units: longer bodies would take much memory. */
const latestCharactersMax = 262_144;

function encodedJson(parts: JsonParts): EncodedJson {
  let characters = 0;
  for (const part of parts) characters += part.length;
  for (const known of latest) if (known.characters === characters && isSameList(known.parts, parts)) return known;
  const body = characters > longBody ? encode(parts, characters) : parts.join('');
  const text = beginningOf(parts);
  const made = { parts, characters, body, length: Buffer.byteLength(body), tag: weakTag(body), text };
  if (characters <= latestCharactersMax) {
    latest[oldest] = made;
    oldest = (oldest + 1) % latestMax;
  }
  return made;
}

/**
 * Limit in UTF-16 code units. A shorter text leaves as a string in one write with the head. A longer one is encoded
 * once, for both its tag and the socket.
 */
const longBody = 2048;

/**
 * Encodes parts of this total length into the shared slab, after earlier bodies. Separate memory for each body costs
 * more time than its bytes.
 */
function encode(parts: JsonParts, length: number): Buffer {
  const most = length * 3; // bytes of UTF-8
  if (slab.length - used < most) {
    slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, most));
    used = 0;
  }
  const start = used;
  for (const part of parts) {
    // Half of the parts are commas, and writing the byte is faster than a call.
    if (part === ',') slab[used++] = comma;
    else used += slab.write(part, used);
  }
  return slab.subarray(start, used);
}

const slabBytes = 262_144;
const comma = 0x2c;
let slab = Buffer.alloc(0);
let used = 0;

/** Inserts headers at an index of the list; a header that exists only gets the new value. */
function addHeaders(headers: string[], more: Headers, place: number): void {
  for (const [name, value] of Object.entries(more).toReversed()) {
    const at = headers.indexOf(name);
    if (at >= 0) headers[at + 1] = value;
    else headers.splice(place, 0, name, value);
  }
}

/** A JSON response that no route made. An empty text makes a response without a body. */
export function renderedJson(status: number, text: string, headers: Headers, form = recordedHeaders): RenderedResponse {
  const type = text === '' ? {} : json;
  const all = { ...type, ...headersWith(status, text, form), ...headers };
  const rendered = renderedWith(status, all, { body: text, isShown: true });
  return { ...rendered, observed: { ...rendered.observed, message: messageIn(text) ?? null } };
}

/** A response without a body, and without Content-Length and Content-Type. */
export function renderedBodiless(status: number, headers: Headers, { other } = recordedHeaders): RenderedResponse {
  // HTTP requires a Content-Length for 205.
  const length = status === 205 ? { 'Content-Length': '0' } : {};
  const all = { ...other, ...headers, ...length };
  return { ...renderedWith(status, all, { body: '', isShown: true }), headers: flat(all), isBodiless: true };
}

interface Body {
  readonly body: string | Buffer;
  /** True if the journal shows the beginning of the body. */
  readonly isShown: boolean;
}

/** A response that has only these headers and a Content-Length. */
export function renderedWith(status: number, headers: Headers, { body, isShown }: Body): RenderedResponse {
  const length = Buffer.byteLength(body);
  const text = isShown ? beginningOf([String(body)]) : null;
  return {
    status,
    headers: flat({ ...headers, 'Content-Length': String(length) }),
    requestId: headers['X-Request-Id'] ?? '',
    body,
    length,
    observed: {
      status,
      type: headers['Content-Type'] ?? null,
      message: null,
      text,
      tag: null,
      bytes: length,
      broken: null,
    },
    isBodiless: false,
  };
}

/** Limit for the body's text in the journal, in characters. */
export const recordedCharactersMax = 4096;

/**
 * The beginning of a body. It refers to the texts of records, which other answers share; of a long part, it copies the
 * beginning.
 */
function beginningOf(parts: JsonParts): string {
  let text = '';
  for (const part of parts) {
    const room = recordedCharactersMax - text.length;
    if (part.length > room) return text + Buffer.from(part.slice(0, room)).toString();
    text += part;
  }
  return text;
}

/** Views the bytes as a Buffer, without a copy. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** The ETag of a body: the first half of its SHA-256. Source: some twenty recorded responses. */
export const weakTag = (body: string | Uint8Array): string => `W/"${hash('sha256', body, 'hex').slice(0, 32)}"`;

/** Sends the response, or breaks the connection as a rule says. */
export function send(call: ApiCall): Promise<void> | undefined {
  const { res, rendered, connectionFault, world } = call;
  if (typeof connectionFault === 'string') {
    const breakConnection = (): void => connectionBreakers[connectionFault](res);
    // A response to a pipelined request gets its socket once the earlier ones are sent.
    if (res.socket === null) res.once('socket', breakConnection);
    else breakConnection();
    return undefined;
  }
  if (rendered === undefined) throw new Error('There is no response to send');
  const { body, isBodiless } = rendered;
  writeHead(res, rendered);
  if (connectionFault !== undefined && world !== undefined && !isBodiless)
    return sendBroken(res, Buffer.from(body), { fault: connectionFault, clock: world.clock });
  if (unsent.push({ res, body: isBodiless ? '' : body }) === 1) setImmediate(endUnsent);
  return undefined;
}

interface UnsentResponse {
  readonly res: Response;
  readonly body: string | Buffer;
}

/**
 * The responses of this turn, which are sent together at its end. The first write wakes a sleeping client, which is
 * then awake for the others. On a virtual machine, waking another process takes longer than the rest of a request.
 */
let unsent: UnsentResponse[] = [];

function endUnsent(): void {
  const ended = unsent;
  unsent = [];
  for (const { res, body } of ended) res.end(body);
}

function writeHead(res: Response, { status, headers: recorded }: RenderedResponse): void {
  const headers = isSecure(res) ? withoutHsts(recorded) : recorded;
  if (res.getHeaderNames().length === 0) {
    res.writeHead(status, headers);
    return;
  }
  // Headers that were set before keep their places.
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  res.writeHead(status);
}

const isSecure = ({ socket }: Response): boolean =>
  socket !== null && 'encrypted' in socket && socket.encrypted === true;

/**
 * Replaces the recorded header by `max-age=0` over HTTPS. Otherwise a browser would refuse plain HTTP for everything
 * else on this host.
 */
function withoutHsts(headers: readonly string[]): string[] {
  const known = headers.indexOf('Strict-Transport-Security');
  if (known >= 0) return headers.with(known + 1, 'max-age=0');
  const end = headers.indexOf('Content-Length');
  return headers.toSpliced(end < 0 ? headers.length : end, 0, 'Strict-Transport-Security', 'max-age=0');
}
