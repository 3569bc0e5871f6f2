import { hash } from 'node:crypto';
import type { Response } from 'express';

/** What every answer carries, in the recorded order; a failure has no more than the first group. */
const always = { 'Content-Type': 'application/json; charset=utf-8', Server: 'nginx' };
const onSuccess = {
  'Cache-Control': 'max-age=0, private, must-revalidate',
  'Strict-Transport-Security': 'max-age=15768000; preload',
  'X-Robots-Tag': 'noindex, nofollow, nosnippet, noarchive',
};
const onFailure = { 'Cache-Control': 'no-cache' };

type Headers = Readonly<Record<string, string>>;

/** Writes an answer that is JSON. This and nothing else touches the response of an API call. */
export function writeJson(res: Response, status: number, json: string, headers: Headers): void {
  const bytes = Buffer.from(json);
  const usual = status === 200 ? { ...onSuccess, ETag: weakTag(bytes) } : onFailure;
  res.writeHead(status, { ...always, ...usual, ...headers, 'Content-Length': bytes.length });
  res.end(bytes);
}

/** Source: recorded tags of some twenty answers, all the first half of the SHA-256 of what was sent. */
const weakTag = (bytes: Buffer): string => `W/"${hash('sha256', bytes, 'hex').slice(0, 32)}"`;
