import type { Behaviour, ReceivedWebhook } from '../support/webhook-receiver.ts';

/** A receiver as a public program has it, with what comes of it. A new program is a new row. */
export interface WildReceiver {
  /** The program, in a few words. */
  readonly by: string;
  /** The webhook: of a fax that one of the versions sent, or that came in. */
  readonly gets: 'v1 sent' | 'v2.1 sent' | 'v3 sent' | 'v3 sent, as JSON' | 'v3 received';
  /** The user and the password in its URL. */
  readonly userinfo?: string;
  readonly answers: (webhook: ReceivedWebhook) => Behaviour;
  /** A part of the advice for its author; null: the webhook is delivered. */
  readonly told: string | null;
}

const parsed = ({ body }: ReceivedWebhook): Readonly<Record<string, unknown>> | Error => {
  try {
    return JSON.parse(body.toString()) as Readonly<Record<string, unknown>>;
  } catch (error) {
    return error as Error;
  }
};

/** Reads JSON, whatever comes. */
const readsJson = (webhook: ReceivedWebhook): Behaviour => {
  const body = parsed(webhook);
  return body instanceof Error ? { status: 500, body: `SyntaxError: ${body.message}` } : 200;
};

const wantsHeader =
  (name: string, status: number, body: string) =>
  ({ headers }: ReceivedWebhook): Behaviour =>
    name in headers ? 200 : { status, body };

/** Looks for the id of the fax at the top. */
const wantsIdAtTop = (webhook: ReceivedWebhook): Behaviour => {
  const body = parsed(webhook);
  return !(body instanceof Error) && 'faxId' in body ? 200 : { status: 400, body: '{"error":"faxId is required"}' };
};

const takesTypes =
  (...types: readonly string[]) =>
  ({ headers }: ReceivedWebhook): Behaviour =>
    types.some((type) => headers['content-type']?.startsWith(type)) ? 200 : 415;

export const wildReceivers: readonly WildReceiver[] = [
  {
    by: 'a route of a web framework that reads JSON',
    gets: 'v3 sent',
    answers: readsJson,
    told: 'callbackUrlContentType application/json',
  },
  { by: 'the same route with the form that it reads', gets: 'v3 sent, as JSON', answers: readsJson, told: null },
  {
    by: 'a route for received faxes that reads JSON',
    gets: 'v3 received',
    answers: readsJson,
    told: 'webhookContentType of the service',
  },
  {
    by: 'a server with a parser for JSON alone',
    gets: 'v3 sent',
    answers: takesTypes('application/json'),
    told: 'callbackUrlContentType application/json',
  },
  {
    by: 'a server with parsers for both',
    gets: 'v3 sent',
    answers: takesTypes('application/json', 'multipart/form-data'),
    told: null,
  },
  {
    by: 'a portal that verifies an HMAC',
    gets: 'v3 sent, as JSON',
    answers: wantsHeader('x-sinch-signature', 401, 'Missing signature'),
    told: 'v3 sends no signature',
  },
  {
    by: 'a portal whose framework turns a failed check into an error',
    gets: 'v3 sent',
    answers: wantsHeader('x-sinch-signature', 500, 'Error: invalid webhook signature'),
    told: 'v3 sends no signature',
  },
  {
    by: 'a function that wants a secret in a header',
    gets: 'v3 received',
    answers: wantsHeader('x-webhook-secret', 403, 'forbidden'),
    told: 'a secret can only be in the URL, as in https://user:password@host/path',
  },
  {
    by: 'a module that checks Basic authentication',
    gets: 'v3 received',
    userinfo: 'fax:wild',
    answers: ({ headers }) => (headers.authorization === `Basic ${btoa('fax:wild')}` ? 200 : 401),
    told: null,
  },
  {
    by: 'a receiver that looks for fields at the top',
    gets: 'v3 sent, as JSON',
    answers: wantsIdAtTop,
    told: 'whose fields are within fax',
  },
  {
    by: 'a server with a small limit for bodies',
    gets: 'v3 sent',
    answers: () => 413,
    told: 'v3 sends the PDF in each webhook',
  },
  {
    by: 'a server that does not know the fax yet',
    gets: 'v3 sent, as JSON',
    answers: () => ({ status: 404, body: '{"error":"Fax not found"}' }),
    told: 'its route does not know this fax',
  },
  {
    by: 'a server without the route',
    gets: 'v2.1 sent',
    answers: () => ({ status: 404, body: '<pre>Cannot POST /hook</pre>' }),
    told: 'the receiver has no such route',
  },
  {
    by: 'a middleware that verifies the signature of v2.1',
    gets: 'v2.1 sent',
    answers: wantsHeader('x-phaxio-signature', 401, 'Invalid webhook signature'),
    told: '--webhook-token',
  },
  {
    by: 'an inbox of v1, which reads fields that v2.1 has not',
    gets: 'v1 sent',
    answers: ({ fields }) => {
      const { requested_at: at } = JSON.parse(fields['fax'] ?? '{}') as { requested_at?: number };
      return at === undefined ? { status: 500, body: "KeyError: 'requested_at'" } : 200;
    },
    told: '--webhook-version v1',
  },
];
