import { createHmac } from 'node:crypto';
import basicAuth from 'express-basic-auth';
import type { KeyOwner, Worlds } from '../../worlds/hosting/worlds.ts';

/** Recorded; the documentation says an hour. */
export const tokenSeconds = 3599;

/**
 * Makes an access token, which says whose it is and when it ends, and proves both by the secret of its key. No table has it: a token
 * outlives a restart, a rewind and a replay, and holds in every process. It is no JWT, whose end the official client would read by the
 * real clock. `at` is in ms on the world's clock.
 */
export function makeToken(key: string, secret: string, at: number): string {
  const claim = `${Math.floor(at / 1000) + tokenSeconds}:${key}`;
  return Buffer.from(`${proofOf(claim, secret)}:${claim}`).toString('base64url');
}

interface Claim {
  readonly key: string;
  /** End of the token, in s since the epoch on the world's clock: before 1970, less than 0. */
  readonly end: number;
  /** Text that the proof covers. */
  readonly text: string;
  readonly proof: string;
}

function readToken(token: string): Claim | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Node skips letters outside of base64url, and takes other last bits.
  if (bytes.toString('base64url') !== token) return undefined;
  const [, proof = '', text, end, key = ''] = /^([\w-]{43}):((-?\d{1,12}):(.+))$/s.exec(bytes.toString()) ?? [];
  return text === undefined ? undefined : { key, end: Number(end), text, proof };
}

/** The owner that a token names, which it may not prove; undefined if there is none. */
export const namedOwner = (token: string, worlds: Worlds): KeyOwner | undefined =>
  worlds.ownerOf(readToken(token)?.key ?? '');

/** The owner of a token; `expired` after its end on the clock of its world, undefined if it is wrong. */
export function ownerOfToken(token: string, worlds: Worlds): KeyOwner | 'expired' | undefined {
  const claim = readToken(token);
  if (claim === undefined) return undefined;
  const owner = worlds.ownerOf(claim.key);
  if (owner === undefined || !basicAuth.safeCompare(claim.proof, proofOf(claim.text, owner.secret))) return undefined;
  return claim.end * 1000 > owner.hosted.world.clock.now() ? owner : 'expired';
}

const proofOf = (claim: string, secret: string): string =>
  createHmac('sha256', secret).update(claim).digest('base64url');
