/** The start of all paths of v3. */
const project = '/v3/projects/{projectId}';

/**
 * Requests that public code makes to v3 although the service has no such operation, with what there is instead. The first match
 * counts. Source: code of applications and generated clients.
 */
const misses: readonly (readonly [request: RegExp, hint: string])[] = [
  [
    /^DELETE \/v3\/projects\/[^/]+\/faxes\/.+/,
    `v3 neither cancels nor deletes a fax; DELETE ${project}/faxes/{id}/file deletes its document`,
  ],
  [
    /\/faxes\/[^/]+\/(?:cancel|resend)$/,
    `v3 has no cancel and no resend: POST ${project}/faxes sends the document again`,
  ],
  [/\/faxes\/[^/]+\/(?:file\.\w+|thumbnail)$/, `v3 has PDF alone: GET ${project}/faxes/{id}/file`],
  [
    /^\w+ \/v3\/projects\/[^/]+\/(?:files|uploads?)\b/,
    `v3 has no upload: POST ${project}/faxes takes parts named file, or base64 in files`,
  ],
  [
    /^\w+ \/v3\/projects\/[^/]+\/services\/[^/]+\/domains\b/,
    'faxsim has no sender domains and no templates of fax to email: they need a mail service behind them',
  ],
  [
    /^\w+ \/v3\/projects\/[^/]+\/emails\b/,
    `the addresses of fax to email are below a service: ${project}/services/{id}/emails`,
  ],
  [
    /^\w+ \/v3\/projects\/[^/]+\/(?:phone_?numbers|(?:active|available)?numbers)\b/i,
    `the Numbers API of Sinch has the numbers; GET ${project}/services/{id}/numbers lists them`,
  ],
  [/^\w+ \/v3\/projects\/[^/]+\/(?:account|balance)\b/, 'v3 tells no balance: a send gets 402 when it is 0'],
  [/^\w+ \/(?:v3\/.*)?(?:oauth2?\/)?token$/, 'an access token is given by POST /oauth2/token'],
  [/^\w+ \/v3\/(?!projects\/)./, `the paths of v3 begin with ${project}`],
  [/^\w+ \/v[124][^/]*\/projects\//, `the Fax API of Sinch is version 3: its paths begin with ${project}`],
  [/^\w+ \/xms\//, `faxsim does not have the SMS API of Sinch; faxes are at ${project}/faxes`],
];

/** Says what there is instead of a request's path or method; undefined: nothing is known of it. */
export function knownMiss(method: string, path: string): string | undefined {
  const request = `${method} ${path}`;
  return misses.find(([pattern]) => pattern.test(request))?.[1];
}
