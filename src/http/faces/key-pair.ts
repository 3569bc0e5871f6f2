import basicAuth from 'express-basic-auth';
import type { KeyPair } from '../../model/domain/account.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { failureMessages } from '../../wire/messages.ts';
import type { KeyOwner, Worlds } from '../../worlds/hosting/worlds.ts';
import type { Authentication, CredentialSource } from '../face.ts';

const schemes = {
  basic: { type: 'http', scheme: 'basic', description: 'The API key is the user, the API secret the password.' },
  apiKey: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: 'Goes with apiSecret; a body may hold both too.',
  },
  apiSecret: { type: 'apiKey', in: 'query', name: 'api_secret', description: 'Goes with apiKey.' },
} as const;

export const basic = ['basic'] as const;
export const byParameters = ['apiKey', 'apiSecret'] as const;

interface KeyPairRules {
  /** Accepts only HTTP Basic; otherwise also the parameters `api_key` and `api_secret`. */
  readonly basicOnly?: boolean;
  /** Also accepts a Basic key and secret that are form-encoded. Source: RFC 6749, 2.3.1. */
  readonly takesFormEncoded?: boolean;
  readonly security?: Authentication['security'];
}

/**
 * Authentication by API key and secret: as HTTP Basic, or as the parameters `api_key` and `api_secret`. Basic has
 * precedence. Source: the reference's page on authentication.
 */
export const byKeyPair = ({
  basicOnly = false,
  takesFormEncoded = false,
  security = [basic, byParameters],
}: KeyPairRules = {}): Authentication => ({
  ownerOf: (call, worlds) =>
    worlds.ownerByHeader(call.headers.authorization ?? '') ??
    (takesFormEncoded ? ownerOfEncoded(call.headers.authorization, worlds) : undefined) ??
    ownerOfPair(pairOf(call, basicOnly), worlds),
  namedOwnerOf: ({ headers: { authorization } }, worlds) =>
    authorization === undefined
      ? undefined
      : (worlds.ownerByHeader(authorization) ?? worlds.ownerOf(readBasic(authorization)?.key ?? '')),
  challengeFor: () => 'Basic realm="faxsim"',
  security,
  schemes,
});

/** The owner of a pair that was form-encoded before it became Basic; undefined if it was not form-encoded, or is wrong. */
function ownerOfEncoded(authorization = '', worlds: Worlds): KeyOwner | undefined {
  const pair = readBasic(authorization);
  const [key, secret] = [pair?.key, pair?.secret].map((text) => text && formDecoded(text));
  if (key === undefined || secret === undefined) return undefined;
  const owner = worlds.ownerOf(key);
  return owner !== undefined && basicAuth.safeCompare(secret, owner.secret) ? owner : undefined;
}

function formDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined; // an invalid escape
  }
}

function ownerOfPair({ key, secret }: KeyPair, worlds: Worlds): KeyOwner {
  const owner = worlds.ownerOf(key);
  // Takes the same time for an unknown key as for a wrong secret, so that the time reveals nothing.
  const isSame = basicAuth.safeCompare(secret, owner?.secret ?? key);
  if (owner !== undefined && isSame) return owner;
  const diagnosis = diagnose({ key, secret }, owner, worlds);
  throw new Refusal('unauthorized', failureMessages.unauthorized, { diagnosis });
}

/** Explains which half of the credentials is wrong, for the journal. The response of the service never shows it. */
function diagnose({ key, secret }: KeyPair, owner: KeyOwner | undefined, worlds: Worlds): string {
  if (owner === undefined && worlds.ownerOf(secret) !== undefined) return 'Key and secret stand in each other’s place';
  if (owner === undefined) return `No world has the key${key.length < 12 ? '' : ` that ends with ${key.slice(-4)}`}`;
  const name = `the ${owner.isTest ? 'test' : 'live'} key of the world ${owner.hosted.id}`;
  return `The key is ${name}, and the secret is not that of this key`;
}

function pairOf({ headers: { authorization }, params }: CredentialSource, basicOnly: boolean): KeyPair {
  if (authorization !== undefined) {
    const pair = readBasic(authorization);
    if (pair !== null) return pair;
    throw new Refusal('unauthorized', 'The Authorization header is not that of HTTP Basic authentication');
  }
  const key = params?.['api_key'];
  const secret = params?.['api_secret'];
  if (!basicOnly && typeof key === 'string' && typeof secret === 'string') return { key, secret };
  const ways = `by HTTP Basic authentication${basicOnly ? '' : ', or as the parameters api_key and api_secret'}`;
  throw new Refusal('unauthorized', `Credentials are missing: send API key and secret ${ways}`);
}

/** The characters of credentials in a header. Source: RFC 7235, token68. */
const token68 = /^[\w.~+/-]+=*$/;

/** Reads `Basic` and the base64 of `key:secret`. Returns null if the header contains something else. Source: RFC 7617. */
function readBasic(authorization: string): KeyPair | null {
  const [scheme = '', token = '', ...rest] = authorization.trim().split(/ +/);
  if (scheme.toLowerCase() !== 'basic' || rest.length > 0 || !token68.test(token)) return null;
  const pair = Buffer.from(token, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? null : { key: pair.slice(0, colon), secret: pair.slice(colon + 1) };
}
