import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Occurrences } from '../domain/occurrences.ts';
import type { Params } from '../wire/fields.ts';
import { Upload } from '../wire/upload.ts';

/** What a request's id is drawn from. */
interface Counted {
  readonly seed: number;
  readonly requests: Occurrences;
}

/**
 * The id of an answer: a UUID of version 4 in form, drawn from the seed, the request itself, and how often this very
 * request has come. So a second run gives the same ones, in whatever order its requests come.
 */
export function requestId({ seed, requests }: Counted, req: Request, params?: Params): string {
  const asked = hash('sha1', textOf(req, params), 'hex');
  const drawn = hash('sha1', `${seed} ${asked} ${requests.next(asked)}`, 'hex');
  const variant = variants[drawn.charCodeAt(16) % variants.length] ?? '8';
  const [a, b, c] = [drawn.slice(0, 8), drawn.slice(8, 12), drawn.slice(13, 16)];
  return `${a}-${b}-4${c}-${variant}${drawn.slice(17, 20)}-${drawn.slice(20, 32)}`;
}

const variants = ['8', '9', 'a', 'b'];

/** What tells a request from others: method, URL, credentials and, where it has a body, the parameters. */
function textOf({ method, originalUrl, headers }: Request, params: Params | undefined): string {
  const head = `${method} ${originalUrl}\n${headers.authorization ?? ''}`;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return hasBody && params !== undefined ? `${head}\n${written(params)}` : head;
}

/** The same for requests that ask for the same, whoever asks: a hash of what, and of the parameters but for credentials. */
export function identityOf(what: string, params: Params): string {
  const asked = Object.entries(params).filter(([name]) => name !== 'api_key' && name !== 'api_secret');
  return hash('sha1', `${what} ${written(asked)}`, 'hex');
}

/** Files count by their contents. */
function written(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Upload ? [part.filename, part.type, hash('sha1', part.bytes, 'hex')] : part,
  );
}
