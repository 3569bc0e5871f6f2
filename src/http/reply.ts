import { hash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { Response } from 'express';
import { noteAnswer } from './noting.ts';
import type { Answer } from './route.ts';

type Headers = Readonly<Record<string, string>>;

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const always = { Server: 'nginx' };
const on2xx = {
  'Cache-Control': 'max-age=0, private, must-revalidate',
  'Strict-Transport-Security': 'max-age=15768000; preload',
  'X-Robots-Tag': 'noindex, nofollow, nosnippet, noarchive',
};
const onOther = { 'Cache-Control': 'no-cache' };

/**
 * The headers that the service has with a status, whatever the body says. Recorded are many answers with 200 and one with
 * 404: another status has those of the nearer of the two.
 */
const headersWith = (status: number, bytes: Uint8Array): Headers =>
  status >= 200 && status < 300 ? { ...always, ...on2xx, ETag: weakTag(bytes) } : { ...always, ...onOther };

/** Writes a successful answer with the headers that were recorded. */
export function writeSuccess(res: Response, answer: Answer, requestId: string): void {
  const { bytes, headers } = successOf(answer, requestId);
  noteSuccess(res, { answer, bytes, headers });
  write(res, 200, bytes, headers);
}

/** Notes a successful answer, be it sent whole or in pieces. */
export function noteSuccess(res: Response, { answer, bytes, headers, broken = null }: Success): void {
  noteAnswer(res, {
    status: 200,
    requestId: headers['X-Request-Id'] ?? null,
    type: headers['Content-Type'] ?? null,
    text: 'json' in answer ? kept(answer.json, bytes) : null,
    bytes: bytes.length,
    broken,
  });
}

/** The same memory. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** More of an answer is not noted. */
const mostNoted = 4096;

/** The beginning is a copy: a part of a text would keep the whole of it alive. */
const kept = (text: string, bytes: Buffer): string =>
  text.length <= mostNoted ? text : bytes.toString('utf8', 0, mostNoted);

interface Success {
  readonly answer: Answer;
  readonly bytes: Buffer;
  readonly headers: Headers;
  /** How a rule breaks the connection that it is sent on. */
  readonly broken?: string | null;
}

/** A successful answer as it is sent, but for its length. */
export function successOf(answer: Answer, requestId: string): { bytes: Buffer; headers: Headers } {
  const bytes = 'json' in answer ? Buffer.from(answer.json) : asBuffer(answer.bytes);
  const type = 'json' in answer ? json : {};
  return { bytes, headers: { ...type, ...headersWith(200, bytes), ...answer.headers, 'X-Request-Id': requestId } };
}

/** What a rule of a scenario does to a refusal. */
export interface RefusedAs {
  readonly change: (text: string) => string;
  /** How the connection breaks on which `send` sends it. */
  readonly broken?: string | null;
  readonly send?: (res: Response, sent: { status: number; headers: Headers; bytes: Uint8Array }) => Promise<void>;
}

/** Writes a refusal, or what a rule that has fired for the request makes of it. */
export async function sendRefusal(res: Response, status: number, text: string, headers: Headers): Promise<void> {
  const as = res.locals['refusedAs'] as RefusedAs | undefined; // set by answerScripted
  const bytes = Buffer.from(as?.change(text) ?? text);
  const sent = { status, headers: { ...json, ...headersWith(status, bytes), ...headers }, bytes };
  noteRefused(res, sent, as?.broken);
  if (as?.send === undefined) write(res, status, sent.bytes, sent.headers);
  else await as.send(res, sent);
}

/** Writes an answer in JSON that is not what the operation answers. */
export function writeRefused(res: Response, status: number, text: string, headers: Headers): void {
  const bytes = Buffer.from(text);
  const all = { ...json, ...headersWith(status, bytes), ...headers };
  noteRefused(res, { status, headers: all, bytes });
  write(res, status, bytes, all);
}

/** Writes an answer that ends with its headers, and has none about a body; but of 205 HTTP wants to hear its length. */
export function writeBodiless(res: Response, status: number, headers: Headers): void {
  const all = { ...always, ...onOther, ...headers };
  noteRefused(res, { status, headers: all, bytes: Buffer.alloc(0) });
  writeHead(res, status, { ...all, ...(status === 205 && { 'Content-Length': 0 }) });
  res.end();
}

function noteRefused(
  res: Response,
  { status, headers, bytes }: { status: number; headers: Headers; bytes: Buffer },
  broken: string | null = null,
): void {
  const told = { requestId: headers['X-Request-Id'] ?? null, type: headers['Content-Type'] ?? null };
  noteAnswer(res, { status, ...told, text: kept(bytes.toString(), bytes), bytes: bytes.length, broken });
}

function write(res: Response, status: number, bytes: Uint8Array, headers: Headers): void {
  writeHead(res, status, { ...headers, 'Content-Length': bytes.length });
  res.end(bytes);
}

/** Begins an answer, be it sent whole or in pieces. */
export function writeHead(res: Response, status: number, headers: Readonly<Record<string, string | number>>): void {
  res.writeHead(status, { ...headers, ...(isSecure(res) && forgetful) });
}

const isSecure = ({ socket }: Response): boolean => (socket as TLSSocket | null)?.encrypted === true;

/** Over HTTPS the recorded header would have a browser refuse plain HTTP of all else that this host serves. */
const forgetful = { 'Strict-Transport-Security': 'max-age=0' };

/** Source: recorded tags of some twenty answers, all the first half of the SHA-256 of what was sent. */
const weakTag = (bytes: Uint8Array): string => `W/"${hash('sha256', bytes, 'hex').slice(0, 32)}"`;
