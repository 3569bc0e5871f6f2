import type { WebhookFormat } from '../../model/domain/webhook.ts';
import { scenarioText } from '../../model/shared/scenario-text.ts';
import { exampleUserinfo } from '../../model/shared/urls.ts';

/** The form in which a webhook was sent. */
export interface SentForm {
  readonly format: WebhookFormat;
  /** The form that the sender of the fax may expect; null if it is not known. */
  readonly expected: WebhookFormat | null;
  readonly isSigned: boolean;
  /** The rule that left out the signature, as `scenario/rule#n`; undefined if no rule did. */
  readonly unsignedBy?: string | undefined;
  /** Whether the URL has credentials, which are sent as Basic authentication. */
  readonly hasCredentials: boolean;
}

/** A program's response to a webhook, and the form of that webhook. */
export interface RefusedWebhook extends SentForm {
  readonly status: number;
  /** The beginning of the response's body. */
  readonly body: string;
}

type Advise = (refused: RefusedWebhook) => string | undefined;

/** Advice for the author of a program that refuses a webhook, depending on its form; undefined if none is known. */
export const adviceFor = (refused: RefusedWebhook): string | undefined => {
  for (const advise of [...advisersOf[refused.format], ...common]) {
    const advice = advise(refused);
    if (advice !== undefined) return advice;
  }
  return undefined;
};

const inUrl = `https://${exampleUserinfo}@host/path`;

const speaksOfProof = (body: string): boolean => /signature|hmac|unsigned|secret|credential/i.test(body);
/** Whether a body has words of JSON parsers, of several languages. */
const speaksOfJson = (body: string): boolean =>
  /json|unexpected token|expecting value|invalid character|unsupported media/i.test(body);

/** Whether a body shows the error of a handler without fields, because its parser did not read the body. */
const lacksFields = (body: string): boolean =>
  /cannot (?:destructure|read) propert|undefined method|KeyError|NoneType|undefined array key/i.test(body);

const refusedItself = 'the receiver refused the webhook: ';

/**
 * For a receiver that wants a proof: v3 has neither a signature nor a header of its own. Source: the API reference and the SDKs.
 */
const sinchProof: Advise = ({ status, body, hasCredentials }) => {
  if (status !== 401 && status !== 403 && !(status >= 400 && speaksOfProof(body))) return undefined;
  return hasCredentials
    ? `${refusedItself}v3 sends no signature and no header of its own; ${broughtCredentials}`
    : `${refusedItself}v3 sends no signature and no header of its own, so a secret can only be in the URL, as in ${inUrl}, and comes as Basic authentication`;
};

const csrf: Advise = (refused) =>
  refused.status >= 400 && /csrf/i.test(refused.body)
    ? refusedItself + otherwise({ ...refused, status: 403 })
    : undefined;

const sinchFields: Advise = ({ status, hasCredentials }) =>
  status === 400 || status === 422
    ? `${refusedItself}v3 sends event, eventTime and fax, whose fields are within fax; it sends no signature${hasCredentials ? '' : `, so a secret can only be in the URL, as in ${inUrl}`}`
    : undefined;

/** For a receiver that only reads JSON, but gets v3's usual multipart form. */
const sinchJson: Advise = ({ status, body }) =>
  status === 415 || (status >= 400 && speaksOfJson(body)) || (status >= 500 && lacksFields(body))
    ? 'the webhook is multipart/form-data: callbackUrlContentType application/json of the send makes JSON of FAX_COMPLETED, webhookContentType of the service that of INCOMING_FAX'
    : undefined;

const sinchSize: Advise = ({ status }) =>
  status === 413
    ? 'the receiver must take larger bodies: v3 sends the PDF in each webhook, also of a sent fax'
    : undefined;

const phaxioJson: Advise = ({ status, body }) =>
  status >= 400 && status !== 415 && speaksOfJson(body)
    ? 'the webhook is multipart/form-data, never JSON: the receiver must read that'
    : undefined;

const phaxioProof: Advise = (refused) => {
  const { status, body, isSigned, unsignedBy } = refused;
  if (status !== 401 && status !== 403 && !(status >= 400 && speaksOfProof(body))) return undefined;
  if (isSigned)
    return `${refusedItself}if it checks X-Phaxio-Signature, compare the string that it signs with the attempt's signature; ${otherwise(refused)}`;
  if (unsignedBy !== undefined)
    return `${refusedItself}it has no X-Phaxio-Signature, because the scenario rule ${scenarioText(unsignedBy)} left it out`;
  return speaksOfProof(body)
    ? `${refusedItself}it has no X-Phaxio-Signature, since no token is set: --webhook-token sets one`
    : `${refusedItself}if it checks X-Phaxio-Signature, --webhook-token signs its webhooks; ${otherwise(refused)}`;
};

/** For a receiver of v1, which reads other fields than v2.1 sends. */
const phaxioForm: Advise = ({ status, format, expected }) =>
  expected !== null && expected !== format && (status === 400 || status === 422 || status >= 500)
    ? `${expected} sent the fax, and the webhook has the form of ${format}: --webhook-version ${expected} makes it that of ${expected}`
    : undefined;

const phaxio: readonly Advise[] = [phaxioProof, phaxioJson, phaxioForm];

const advisersOf: Readonly<Record<WebhookFormat, readonly Advise[]>> = {
  v1: phaxio,
  v2: phaxio,
  'v2.1': phaxio,
  'v3 multipart': [csrf, sinchJson, sinchProof, sinchFields, sinchSize],
  'v3 json': [csrf, sinchProof, sinchFields, sinchSize],
};

/** The advice about a response that mostly comes from the program itself, such as a 403. */
const otherwise = ({ status, hasCredentials }: RefusedWebhook): string => {
  if (status === 403) return 'if it wants a CSRF token, exempt its webhook route from the CSRF check';
  return hasCredentials ? broughtCredentials : `if it wants credentials, the URL can carry them (${inUrl})`;
};

const broughtCredentials =
  'the webhook brings the credentials of its URL as Basic authentication: compare them with those that the receiver expects';

/** Responses in which frameworks say that a route does not exist. */
const noRoute =
  /cannot post|^\s*\{\s*"detail"\s*:\s*"not found"\s*\}\s*$|no route|"error"\s*:\s*"not found"\s*,\s*"path"/i;

const mediaTypes: Readonly<Record<WebhookFormat, string>> = {
  v1: 'multipart/form-data',
  v2: 'multipart/form-data',
  'v2.1': 'multipart/form-data',
  'v3 multipart': 'multipart/form-data',
  'v3 json': 'application/json',
};

const isJson = (body: string): boolean => /^\s*[{[]/.test(body);

const byStatus: Readonly<Record<number, Advise>> = {
  401: (refused) => refusedItself + otherwise(refused),
  403: (refused) => refusedItself + otherwise(refused),
  404: ({ body }) =>
    isJson(body) && !noRoute.test(body)
      ? 'its route does not know this fax: a webhook can come before the answer of the send is stored'
      : 'the receiver has no such route: check path and port of the URL first',
  405: () => 'the receiver must take POST there',
  413: () => 'the receiver must take larger bodies',
  415: ({ format }) => `the receiver must take ${mediaTypes[format]}`,
};

const common: readonly Advise[] = [
  (refused) => byStatus[refused.status]?.(refused),
  ({ status }) => (status >= 500 ? "the receiver's log should say why" : undefined),
];
