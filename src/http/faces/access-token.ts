import { createHmac } from 'node:crypto';
import basicAuth from 'express-basic-auth';
import type { KeyOwner, Worlds } from '../../worlds/hosting/worlds.ts';

/** Lifetime of a token in s, as recorded; the documentation says an hour. */
export const tokenSeconds = 3599;

/**
 * Makes an access token with its key and its end, signed with the key's secret. No table stores it, so a token stays
 * valid after a restart, a rewind or a replay, and in every process. A JWT would not do: the official client would
 * compare its end with the real clock. `at` is in ms on the world's clock.
 */
export function makeToken(key: string, secret: string, at: number): string {
  const claim = `${Math.floor(at / 1000) + tokenSeconds}:${key}`;
  return Buffer.from(`${proofOf(claim, secret)}:${claim}`).toString('base64url');
}

interface Claim {
  readonly key: string;
  /** End of the token, in s since the epoch on the world's clock; negative before 1970. */
  readonly end: number;
  /** The text that the proof signs. */
  readonly text: string;
  readonly proof: string;
}

function readToken(token: string): Claim | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Node skips letters outside of base64url and ignores the unused last bits, so several texts decode to the same
  // bytes.
  if (bytes.toString('base64url') !== token) return undefined;
  const [, proof = '', text, end, key = ''] = /^([\w-]{43}):((-?\d{1,12}):(.+))$/s.exec(bytes.toString()) ?? [];
  return text === undefined ? undefined : { key, end: Number(end), text, proof };
}

/** The owner of the key in a token, whose proof is not checked; undefined for an unknown key. */
export const namedOwner = (token: string, worlds: Worlds): KeyOwner | undefined =>
  worlds.ownerOf(readToken(token)?.key ?? '');

/** The owner of a token; `expired` after its end on the clock of its world, undefined for an invalid token. */
export function ownerOfToken(token: string, worlds: Worlds): KeyOwner | 'expired' | undefined {
  const claim = readToken(token);
  if (claim === undefined) return undefined;
  const owner = worlds.ownerOf(claim.key);
  if (owner === undefined || !basicAuth.safeCompare(claim.proof, proofOf(claim.text, owner.secret))) return undefined;
  return claim.end * 1000 > owner.hosted.world.clock.now() ? owner : 'expired';
}

const proofOf = (claim: string, secret: string): string =>
  createHmac('sha256', secret).update(claim).digest('base64url');
