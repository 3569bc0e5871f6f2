import { withoutFinalSlashes } from '../model/shared/urls.ts';

/** The start of all paths of v3. */
const project = '/v3/projects/{projectId}';

const fax = String.raw`^\w+ /v3/projects/[^/]+/faxes/[^/]+/`;
const inProject = String.raw`^\w+ /v3/projects/[^/]+/`;
/** The other APIs of Sinch have their own versions; programs also look for them below the paths of v3. */
const beside = String.raw`^\w+ /(?:v1/projects/[^/]+/|(?:v1alpha1|v3)/(?:projects/[^/]+/)?)`;

/**
 * Requests that public code makes to v3 although it lacks the operation. Each row has the start of method and path, the
 * pattern of the rest, and a hint to the alternative. The first match counts. Source: code of applications and
 * generated clients.
 */
const misses = [
  [
    String.raw`^DELETE /v3/projects/[^/]+/faxes/(?![^/]+/file(?:\.pdf)?$)`,
    '.+',
    `v3 neither cancels nor deletes a fax; DELETE ${project}/faxes/{id}/file deletes its document`,
  ],
  [
    fax,
    '(?:cancel|resend|retry|resubmit)$',
    `v3 has no cancel and no resend: POST ${project}/faxes sends the document again, and its maxRetries repeats a call that fails`,
  ],
  [fax, String.raw`(?:file\.(?!pdf$)\w+|thumbnail)$`, `v3 has PDF alone: GET ${project}/faxes/{id}/file`],
  [
    fax,
    '(?:contents?|download|pdf|media|documents?|attachments?|image)$',
    `the document of a fax is a PDF at GET ${project}/faxes/{id}/file`,
  ],
  [fax, '(?:status|state|details)$', `the status is a field of the fax: GET ${project}/faxes/{id}`],
  [inProject, '(?:faxes/(?:send|create|outbound)|send|sendFax)$', `POST ${project}/faxes sends a fax`],
  [
    inProject,
    'faxes/(?:inbound|received|incoming)$',
    `GET ${project}/faxes?direction=INBOUND lists the faxes that came in`,
  ],
  [
    inProject,
    String.raw`(?:faxes/)?(?:web_?hooks?|callbacks?|notifications|subscriptions)\b`,
    `v3 registers no webhooks: callbackUrl of a send gets FAX_COMPLETED, incomingWebhookUrl of a service (PATCH ${project}/services/{id}) INCOMING_FAX`,
  ],
  [
    inProject,
    String.raw`(?:faxes/)?(?:files|uploads?|media|documents|attachments)\b`,
    `v3 has no upload: POST ${project}/faxes takes parts named file, or base64 in files`,
  ],
  [
    inProject,
    String.raw`services/[^/]+/domains\b`,
    'faxsim has no sender domains and no templates of fax to email: they need a mail service behind them',
  ],
  [
    inProject,
    String.raw`emails\b`,
    `the addresses of fax to email are below a service: ${project}/services/{id}/emails`,
  ],
  [
    beside,
    String.raw`(?:phone[-_]?numbers|(?:active|available)?numbers|number_?orders|available_?regions)\b`,
    `the Numbers API of Sinch, which faxsim does not have, rents the numbers and puts them on services; GET ${project}/services/{id}/numbers lists them`,
  ],
  [
    beside,
    String.raw`(?:access|api)[-_]?keys\b`,
    'another API of Sinch, which faxsim does not have, makes access keys; here the key is the live one of the world, as faxsim env prints it',
  ],
  [
    beside,
    String.raw`sub[-_]?projects\b`,
    'another API of Sinch, which faxsim does not have, makes subprojects; here each world is a project: POST /_faxsim/worlds',
  ],
  [inProject, String.raw`(?:account|balance)\b`, 'v3 tells no balance: a send gets 402 when it is 0'],
  [String.raw`^\w+ /(?:v3/.*)?(?:oauth2?/)?`, 'token$', 'an access token is given by POST /oauth2/token'],
  [String.raw`^\w+ /v3/(?!projects/)`, '.', `the paths of v3 begin with ${project}`],
  [
    String.raw`^\w+ /v(?:[124]|1alpha1)[^/]*/projects/`,
    '',
    `the Fax API of Sinch is version 3: its paths begin with ${project}`,
  ],
  [String.raw`^\w+ /xms/`, '', `faxsim does not have the SMS API of Sinch; faxes are at ${project}/faxes`],
] as const;

// eslint-disable-next-line no-restricted-syntax -- the texts of the table above; a path is as short as a request's head
const patterns = misses.map(([start, rest, hint]) => ({ pattern: new RegExp(start + rest, 'i'), hint }));

/** A hint to the alternative for a request's path or method; undefined if the table has no match. */
export function knownMiss(method: string, path: string): string | undefined {
  const request = `${method} ${withoutFinalSlashes(path)}`;
  return patterns.find(({ pattern }) => pattern.test(request))?.hint;
}
