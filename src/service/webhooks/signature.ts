import { createHash, createHmac } from 'node:crypto';
import type { WebhookAttempt } from '../../model/domain/webhook.ts';

export type Signature = NonNullable<WebhookAttempt['signature']>;

interface SignedContent {
  /** Exactly as it was configured: query, final slash and credentials included. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Of files, the parts' names and the SHA-1 of their bytes in hex. */
  readonly files: readonly { readonly name: string; readonly sha1: string }[];
}

/**
 * `X-Phaxio-Signature`: the HMAC-SHA1 in hex of the URL, the fields sorted by name and the files sorted by name, all
 * without delimiters. Source: the reference's page on security; the official Ruby client verifies the same.
 */
export function sign(token: string, { url, fields, files }: SignedContent): Signature {
  const texts = Object.entries(fields);
  const hashes = files.map(({ name, sha1 }) => [name, sha1] as const);
  const signed = [url, ...inOrder(texts), ...inOrder(hashes)].join('');
  return { value: createHmac('sha1', token).update(signed).digest('hex'), signed };
}

/** In hex. */
export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

function inOrder(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat();
}
