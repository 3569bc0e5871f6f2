import { hash } from 'node:crypto';
import type { Response } from 'express';
import { isSameList } from '../model/shared/objects.ts';
import type { JsonParts } from '../wire/reply.ts';
import type { AdmittedCall, ApiCall, RenderedResponse } from './api-call.ts';
import { connectionBreakers, sendBroken } from './broken-wire.ts';
import type { ResponseHeaders } from './face.ts';
import type { Answer } from './route.ts';

type Headers = Readonly<Record<string, string>>;

const json = { 'Content-Type': 'application/json; charset=utf-8' };

const always = { Server: 'nginx' };

/**
 * The headers that the Phaxio API has with a status, whatever the body says. Recorded are many responses with 200 and one with
 * 404: another status has those of the nearer of the two.
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

/** The headers of successful responses as node takes them, made once for each face. */
const flatHeaders = new WeakMap<ResponseHeaders, Readonly<Record<'json' | 'file', readonly string[]>>>();

function flatHeadersOf(form: ResponseHeaders) {
  const known = flatHeaders.get(form);
  if (known !== undefined) return known;
  const made = { json: flat({ ...json, ...form.success }), file: flat(form.success) };
  flatHeaders.set(form, made);
  return made;
}

/** Adds the recorded headers to the answer of the route, if there is one. */
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

/** A body as it is sent, and the headers that depend on its bytes alone. */
interface EncodedBody {
  readonly body: string | Buffer;
  /** Size in bytes. */
  readonly length: number;
  readonly tag: string;
  /** Beginning of the body, for the journal; null if it is no text. */
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

/** The latest bodies, for clients that poll. An equal one is found by its parts, mostly texts of records, so none is ever out of date. */
const latest: EncodedJson[] = [];
const latestMax = 8;
let oldest = 0;
/** Longer bodies, in UTF-16 code units, would take much memory. */
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

/** Text leaves in one write with the head; a longer one, in UTF-16 code units, is encoded once, for its tag and the socket together. */
const longBody = 2048;

/** Encodes parts, of so many characters together, behind the bodies before them: memory for each alone costs more than its bytes. */
function encode(parts: JsonParts, length: number): Buffer {
  const most = length * 3; // bytes of UTF-8
  if (slab.length - used < most) {
    slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, most));
    used = 0;
  }
  const start = used;
  for (const part of parts) {
    // Half of the parts are commas, for which a call takes longer than the byte.
    if (part === ',') slab[used++] = comma;
    else used += slab.write(part, used);
  }
  return slab.subarray(start, used);
}

const slabBytes = 262_144;
const comma = 0x2c;
let slab = Buffer.alloc(0);
let used = 0;

/** Adds headers at a place in the list; one that is there keeps its own. */
function addHeaders(headers: string[], more: Headers, place: number): void {
  for (const [name, value] of Object.entries(more).toReversed()) {
    const at = headers.indexOf(name);
    if (at >= 0) headers[at + 1] = value;
    else headers.splice(place, 0, name, value);
  }
}

/** A JSON response that the route did not give; empty text makes one without a body. */
export function renderedJson(status: number, text: string, headers: Headers, form = recordedHeaders): RenderedResponse {
  const type = text === '' ? {} : json;
  const all = { ...type, ...headersWith(status, text, form), ...headers };
  return renderedWith(status, all, { body: text, isShown: true });
}

/** A response without a body, and without Content-Length and Content-Type. */
export function renderedBodiless(status: number, headers: Headers, { other } = recordedHeaders): RenderedResponse {
  // HTTP requires the length of a 205.
  const length = status === 205 ? { 'Content-Length': '0' } : {};
  const all = { ...other, ...headers, ...length };
  return { ...renderedWith(status, all, { body: '', isShown: true }), headers: flat(all), isBodiless: true };
}

interface Body {
  readonly body: string | Buffer;
  /** The journal shows its beginning. */
  readonly isShown: boolean;
}

/** An answer with no other headers than these, and its length. */
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

/** The journal keeps no more of a body, in characters. */
export const recordedCharactersMax = 4096;

/** Refers to the texts of records, which other answers and the records themselves have too; of a long part, it is a copy. */
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

/** Source: recorded tags of some twenty responses, all the first half of the SHA-256 of the sent body. */
export const weakTag = (body: string | Uint8Array): string => `W/"${hash('sha256', body, 'hex').slice(0, 32)}"`;

/** Sends the response, or breaks the connection as a rule says. */
export function send(call: ApiCall): Promise<void> | undefined {
  const { res, rendered, connectionFault, world } = call;
  if (typeof connectionFault === 'string') {
    const breakConnection = (): void => connectionBreakers[connectionFault](res);
    // A response to a pipelined request has its socket once those before it are sent.
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
 * Responses of this turn. They leave together at its end: the first write wakes a client that sleeps, and the others
 * find it awake. A write that wakes another process takes longer on a virtual machine than all else of a request.
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
 * Removes the recorded header over HTTPS, where a browser would refuse plain HTTP of all else that this host serves.
 */
function withoutHsts(headers: readonly string[]): string[] {
  const known = headers.indexOf('Strict-Transport-Security');
  if (known >= 0) return headers.with(known + 1, 'max-age=0');
  const end = headers.indexOf('Content-Length');
  return headers.toSpliced(end < 0 ? headers.length : end, 0, 'Strict-Transport-Security', 'max-age=0');
}
