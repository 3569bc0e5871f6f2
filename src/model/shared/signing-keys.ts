import type { OtherKey } from './signature-mistakes.ts';
import { signatureOf, signedString } from './signed-string.ts';
import type { SignedParts } from './signed-string.ts';

/** The token of an attempt. */
export interface SigningToken {
  readonly token: string;
  /** Whether the attempt was signed with the current token, a former one, or an unknown one; `token` is then the current one. */
  readonly tokenIs: 'current' | 'former' | 'unknown';
}

/** The tokens that a world has and had. */
interface KnownTokens {
  readonly current: string | null;
  readonly former: readonly string[];
}

/** The token with which a rule signs in place of the right one. */
const wrongTokenOf = (token: string): string => `not ${token}`;

/** Finds the token that signed an attempt. Undefined if the signature fits no known token, and none is set. */
export function signingToken(
  { value, signed }: { readonly value: string; readonly signed: string },
  parts: SignedParts,
  { current, former }: KnownTokens,
): SigningToken | undefined {
  // A rule that tampers with the body keeps the signature of the original.
  const texts = [signedString(parts), signed];
  const isItsToken = (token: string): boolean =>
    texts.some((text) => [token, wrongTokenOf(token)].some((key) => signatureOf(key, text) === value));
  if (current !== null && isItsToken(current)) return { token: current, tokenIs: 'current' };
  const found = former.find(isItsToken);
  if (found !== undefined) return { token: found, tokenIs: 'former' };
  return current === null ? undefined : { token: current, tokenIs: 'unknown' };
}

/** The secrets of a world that code may sign with by mistake. */
interface Secrets {
  readonly tokens: readonly string[];
  readonly credentials: Readonly<Record<string, { readonly key: string; readonly secret: string }>> | undefined;
}

/** The keys that code may mistake for the token. */
export function otherKeys(token: string, { tokens, credentials = {} }: Secrets): readonly OtherKey[] {
  return [
    ...tokens
      .filter((known) => known !== token)
      .map((value) => ({ name: 'another webhook token of this world', value })),
    ...Object.entries(credentials).flatMap(([mode, { key, secret }]) => [
      { name: `the API secret of the ${mode} keys`, value: secret },
      { name: `the API key of the ${mode} keys`, value: key },
    ]),
  ];
}
