import { hash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { Response } from 'express';
import type { Answer } from './route.ts';

type Headers = Readonly<Record<string, string>>;

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const always = { Server: 'nginx' };
const onSuccess = {
  'Cache-Control': 'max-age=0, private, must-revalidate',
  'Strict-Transport-Security': 'max-age=15768000; preload',
  'X-Robots-Tag': 'noindex, nofollow, nosnippet, noarchive',
};

/** Writes a successful answer with the headers that were recorded. */
export function writeSuccess(res: Response, answer: Answer, requestId: string): void {
  const { bytes, headers } = successOf(answer, requestId);
  write(res, 200, bytes, headers);
}

/** A successful answer as it is sent, but for its length. */
export function successOf(answer: Answer, requestId: string): { bytes: Uint8Array; headers: Headers } {
  const bytes = 'json' in answer ? Buffer.from(answer.json) : answer.bytes;
  const type = 'json' in answer ? json : {};
  const own = { ETag: weakTag(bytes), 'X-Request-Id': requestId };
  return { bytes, headers: { ...type, ...always, ...onSuccess, ...answer.headers, ...own } };
}

/** Writes an answer that is no success, in JSON. It has fewer headers, as recorded of a 404. */
export function writeRefused(res: Response, status: number, text: string, headers: Headers): void {
  write(res, status, Buffer.from(text), { ...json, ...always, 'Cache-Control': 'no-cache', ...headers });
}

function write(res: Response, status: number, bytes: Uint8Array, headers: Headers): void {
  res.writeHead(status, { ...headers, ...(isSecure(res) && forgetful), 'Content-Length': bytes.length });
  res.end(bytes);
}

const isSecure = ({ socket }: Response): boolean => (socket as TLSSocket | null)?.encrypted === true;

/** Over HTTPS the recorded header would have a browser refuse plain HTTP of all else that this host serves. */
const forgetful = { 'Strict-Transport-Security': 'max-age=0' };

/** Source: recorded tags of some twenty answers, all the first half of the SHA-256 of what was sent. */
const weakTag = (bytes: Uint8Array): string => `W/"${hash('sha256', bytes, 'hex').slice(0, 32)}"`;
