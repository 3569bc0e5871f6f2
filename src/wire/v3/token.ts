import * as v from 'valibot';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import { wholeNumber } from '../reply.ts';
import type { AnswerForm } from '../reply.ts';

const tokenShape = v.pipe(
  v.strictObject({
    access_token: v.string(),
    expires_in: wholeNumber,
    scope: v.string(),
    token_type: v.literal('bearer'),
  }),
  v.title('Token'),
);

/** A token that is valid for this number of seconds. Source: the types of the Node SDK. */
export const tokenAnswer =
  (seconds: number): AnswerForm<string> =>
  () => ({
    shape: { kind: 'json', body: tokenShape, headers: [] },
    reply: (token) => ({
      json: [JSON.stringify({ access_token: token, expires_in: seconds, scope: '', token_type: 'bearer' })],
    }),
  });

/** Source: RFC 6749, 5.2. */
const errorNames: Readonly<Partial<Record<RefusalKind, string>>> = {
  unauthorized: 'invalid_client',
  invalid: 'unsupported_grant_type',
  fault: 'server_error',
  unavailable: 'temporarily_unavailable',
};

export const tokenRefusalShape = v.pipe(
  v.strictObject({ error: v.string(), error_description: v.string() }),
  v.title('TokenError'),
);

export const tokenRefusal = (kind: RefusalKind, message: string): string =>
  JSON.stringify({ error: errorNames[kind] ?? 'invalid_request', error_description: message });
