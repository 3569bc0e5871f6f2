import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from '../model/domain/refusal.ts';
import { failure } from '../wire/reply.ts';
import { cleanPath, withoutCredentials, withoutKnown } from '../worlds/journal/redaction.ts';
import type { KnownSecrets } from '../worlds/journal/redaction.ts';
import { breakOffBody, brokenOff } from './body.ts';

/** A request that reaches no world, since node could not read it. */
export interface UnreadableRequest {
  /** The status of the response; null if no response was possible. */
  readonly status: number | null;
  readonly message: string;
  /** Address and port of the client, if the connection still knows them. */
  readonly from: string | null;
  /** The beginning of the request's first line, without a query and without secrets; null if nothing came. */
  readonly begins: string | null;
}

interface Unread extends Pick<UnreadableRequest, 'status' | 'message'> {
  readonly beginning?: Buffer | undefined;
}

const unreadableEvent = 'faxsim:unreadable';

/** Reports each request of a server that node cannot read. */
export function reportUnreadable(
  server: Server,
  { report, knownSecrets }: { report: (request: UnreadableRequest) => void; knownSecrets: () => KnownSecrets },
): void {
  server.on(unreadableEvent, (socket: Duplex, { status, message, beginning }: Unread) => {
    const { remoteAddress, remotePort } = socket instanceof Socket ? socket : {};
    const from = remoteAddress === undefined ? null : `${remoteAddress} port ${remotePort}`;
    report({ status, message, from, begins: beginning === undefined ? null : shownStart(beginning, knownSecrets()) });
  });
}

function report(server: Server, socket: Duplex, unread: Unread): void {
  server.emit(unreadableEvent, socket, unread);
}

/** Limits in characters: how much of a line is searched, and how much is shown. */
const lineMax = 8000;
const shownMax = 100;

/** The first byte that a TLS client sends to a port without TLS. */
const tlsHandshake = 0x16;

/**
 * The beginning of a request's first line, for the log. If the line has no end, its last word is left out, because it
 * may be half a secret.
 */
function shownStart(bytes: Buffer, secrets: KnownSecrets): string {
  if (bytes[0] === tlsHandshake) return 'a handshake of TLS';
  const text = bytes.toString('latin1', 0, lineMax);
  const [line = ''] = text.split(/[\r\n]/, 1);
  const whole = line.length < text.length ? line : line.slice(0, line.lastIndexOf(' ') + 1);
  const [plain = ''] = whole.split(/[?;#]|%3b/i, 1);
  const safe = cleanPath(withoutCredentials(plain), (part) => withoutKnown(part, secrets));
  return safe.length > shownMax ? `${safe.slice(0, shownMax)}…` : safe;
}

/** Refuses CONNECT, with which clients use a proxy. */
export function refuseConnect(server: Server, { url = '' }: IncomingMessage, socket: Duplex): void {
  const unread = { status: 405, message: 'This is no proxy: CONNECT is not possible' };
  report(server, socket, { ...unread, beginning: Buffer.from(`CONNECT ${url}\n`) });
  writeBare(socket, unread.status, unread.message);
}

/**
 * Answers with JSON a request that node's parser refuses, after the responses to earlier requests of the socket. If
 * only a body is unreadable, the request itself is in the log.
 */
export function answerUnreadable(
  server: Server,
  error: ParserError,
  socket: Duplex,
  latest: ServerResponse | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    // A client that closes its connection sent no request. A failed TLS handshake is reported; its client already knows
    // the reason.
    if (error.code !== 'ECONNRESET') report(server, socket, { status: null, message: error.message });
    socket.destroy();
    return;
  }
  if (latest !== undefined && !latest.req.complete) {
    endBroken(latest, socket, refusalOf(error));
    return;
  }
  const { status, message } = parserErrorResponse(error);
  report(server, socket, { status, message, beginning: error.rawPacket });
  afterFinish(latest, () => writeBare(socket, status, message));
}

/** Calls back once a response is written; at once without a response. */
export function afterFinish(response: ServerResponse | undefined, then: () => void): void {
  if (response === undefined || response.writableFinished) then();
  else response.once('finish', then);
}

/** An error of node's parser, with the packet that it could not read. */
export type ParserError = Error & { code?: string; rawPacket?: Buffer };

/**
 * Ends a request with an incomplete body. If the app is reading the body, its refusal is the response; otherwise the
 * connection closes without a response.
 */
function endBroken(response: ServerResponse, socket: Duplex, refusal: Refusal): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  breakOffBody(response.req, refusal);
  afterFinish(response, () => void socket.end());
}

/** Writes a response directly to the socket, and closes it. */
function writeBare(socket: Duplex, status: number, message: string): void {
  const body = failure(message);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    'Server: nginx',
    'Cache-Control: no-cache',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const timedOut = 'The request did not arrive in time';

/** The status and message for a fault before the body. No kind of refusal has 431, since no route is involved. */
function parserErrorResponse({ code, message }: ParserError): { readonly status: number; readonly message: string } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { status: 431, message: 'The address and headers of the request are too large together' };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, message: timedOut };
  return { status: 400, message: `The request cannot be read: ${message}` };
}

/** The refusal for a fault in a body. */
function refusalOf({ code, message }: ParserError): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('timed_out', `${timedOut}: its body stopped halfway`);
  if (code === 'HPE_INVALID_EOF_STATE') return brokenOff();
  return new Refusal('malformed', `The body cannot be read: ${message}`);
}
