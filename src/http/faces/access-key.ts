import { projectIdOf } from '../../model/domain/project.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { KeyOwner, Worlds } from '../../worlds/hosting/worlds.ts';
import type { Authentication, CredentialSource } from '../face.ts';
import { namedOwner, ownerOfToken } from './access-token.ts';
import { byKeyPair } from './key-pair.ts';

const schemes = {
  basic: { type: 'http', scheme: 'basic', description: 'The key id is the user, the key secret the password.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token of `POST /oauth2/token`, for an hour.' },
} as const;

const byBasic = byKeyPair({ basicOnly: true });

/**
 * Authentication by the access key of a project: as HTTP Basic, or by a token. Only the live key is valid, since v3 has
 * no test keys. The Node SDK renews its token if WWW-Authenticate contains `expired`. Source: the API reference and the
 * SDK's code.
 */
export const byAccessKey: Authentication = {
  ownerOf: (request, worlds) => {
    const owner = ownerOf(request, worlds);
    if (owner.isTest) {
      const diagnosis = `The key is the test key of the world ${owner.hosted.id}`;
      throw unauthorized('The test API key does not exist in v3: use the live one', diagnosis);
    }
    const { projectId } = request.params ?? {};
    const own = projectIdOf(owner.hosted.world);
    if (projectId !== undefined && projectId !== own) throw unauthorized(`The project of this key is ${own}`);
    return owner;
  },
  namedOwnerOf: ({ headers, params }, worlds) => {
    const token = tokenIn(headers.authorization);
    return token === undefined ? byBasic.namedOwnerOf({ headers, params }, worlds) : namedOwner(token, worlds);
  },
  challengeFor: (reason) => `Bearer error="invalid_token", error_description="${reason.replaceAll('"', "'")}"`,
  security: [['bearer'], ['basic']],
  schemes,
};

function ownerOf(request: CredentialSource, worlds: Worlds): KeyOwner {
  const { authorization } = request.headers;
  if (authorization === undefined) throw unauthorized(`Credentials are missing: send ${ways}`);
  const token = tokenIn(authorization);
  if (token === undefined && !/^basic /i.test(authorization.trim()))
    throw unauthorized(`The Authorization header has another form: send ${ways}`);
  if (token === undefined) return byBasic.ownerOf(request, worlds);
  const owner = ownerOfToken(token, worlds);
  if (owner === 'expired') throw unauthorized('The access token has expired on the clock of its world');
  if (owner !== undefined) return owner;
  throw unauthorized('The access token is wrong, or of another simulator');
}

const ways = 'key id and key secret by HTTP Basic authentication, or a token of POST /oauth2/token as Bearer';

/** The token of an Authorization header; undefined without a token. Source: RFC 6750. */
const tokenIn = (authorization = ''): string | undefined => /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];

const unauthorized = (message: string, diagnosis?: string) => new Refusal('unauthorized', message, { diagnosis });
