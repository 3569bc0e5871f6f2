import { isSingle } from '../../model/shared/objects.ts';
import { exampleUserinfo } from '../../model/shared/urls.ts';
import { userinfoOf } from '../../model/shared/userinfo.ts';
import { headerOf } from './observed-request.ts';
import type { ObservedRequest } from './observed-request.ts';

/**
 * The rules for v3 requests, with levels and messages as in `lint.ts`. Source: mistakes in public code, and faults of the official
 * client.
 */
export const rulesOfV3 = {
  'page-zero': ['hint', 'Pages begin with 1 by the reference; page 0 was answered with the first page'],
  'empty-from': ['hint', 'An empty from counts as none: the fax is sent from the number of its service'],
  'file-pdf': ['hint', 'The path with .pdf is deprecated: without it, the same document comes'],
  'token-in-callback': [
    'hint',
    `GET /faxes/{id} shows the query of this URL in clear; credentials as in https://${exampleUserinfo}@host are masked, and sent as Basic`,
  ],
  'masked-credentials': [
    'warning',
    'The URL has the *** that answers show in place of credentials: it replaces them, and webhooks are sent with ***',
  ],
  'new-default': [
    'hint',
    'This service becomes the default of the whole project: sends that name no service use it, and the former default is none any more',
  ],
  'default-from': [
    'hint',
    'The defaultFrom of the service is released or suspended: the fax is sent from another number',
  ],
  'sinch-sdk-defaults': [
    'hint',
    '@sinch/fax fills in retryDelaySeconds, headerTimeZone, imageConversionMethod and callbackUrlContentType, so that the service does not decide them; in multipart it drops labels, resolution, coverPageId, maxRetries 0 and headerPageNumbers false, which `files: []` sends as JSON',
  ],
} as const;

type RuleOfV3 = keyof typeof rulesOfV3;

interface Finding {
  readonly rule: RuleOfV3;
  readonly parameter: string | null;
}

type Find = (params: Readonly<Record<string, unknown>>, observed: ObservedRequest) => readonly (string | null)[];

const textOf = (value: unknown): string => (isSingle(value) ? String(value) : '');

const urls = ['callbackUrl', 'incomingWebhookUrl'];

/** The names of secrets in code of several languages: `cle` is French, `senha` Portuguese. */
const secretName =
  /token|secret|key|auth|sig|pass|pwd|hash|hmac|geheim|kennwort|schl(?:ue|ü)ssel|clave|contrase|senha|chave|segredo|jeton|mdp|^cl(?:e|é|ef)$|^pw$/i;

/** Whether the query of a URL contains a secret, judging by the name. */
function hasSecretInQuery(text: string): boolean {
  const [, query = ''] = text.split('#', 1)[0]?.split('?', 2) ?? [];
  return query !== '' && [...new URLSearchParams(query)].some(([name, value]) => value !== '' && secretName.test(name));
}

const urlsThat = (params: Readonly<Record<string, unknown>>, isMeant: (text: string) => boolean): readonly string[] =>
  urls.filter((name) => isMeant(textOf(params[name])));

function hasMaskedCredentials(url: string): boolean {
  const { start = 0, end = 0 } = userinfoOf(url) ?? {};
  return url.slice(start, end).includes('***');
}

const only = (isFound: boolean, parameter: string | null = null) => (isFound ? [parameter] : []);

/** Returns the parameters that break each rule; null means the request itself. */
const finders: Readonly<Record<RuleOfV3, Find>> = {
  'page-zero': ({ page }) => only(/^ *0+ *$/.test(textOf(page)), 'page'),
  'empty-from': ({ from }, { profile }) => only(profile.operation === 'sendFax' && from === '', 'from'),
  'file-pdf': (_params, { url }) => only(/\/file\.pdf(?:\?|$)/.test(url)),
  'token-in-callback': (params) => urlsThat(params, hasSecretInQuery),
  'masked-credentials': (params) => urlsThat(params, hasMaskedCredentials),
  'new-default': ({ defaultForProject }, { profile: { operation } }) =>
    only(operation === 'createService' && /^true$/i.test(textOf(defaultForProject)), 'defaultForProject'),
  'default-from': (_params, { isDefaultFromUnusable }) => only(isDefaultFromUnusable, 'from'),
  'sinch-sdk-defaults': (_params, observed) => {
    const isMultipart = /^multipart\//i.test(headerOf(observed, 'content-type') ?? '');
    const isSdk = headerOf(observed, 'user-agent')?.startsWith('sinch-sdk/') === true;
    return only(isSdk && isMultipart && observed.profile.operation === 'sendFax');
  },
};

/** The rules of v3 that a request breaks. */
export const findingsOfV3 = (observed: ObservedRequest): readonly Finding[] =>
  (Object.keys(finders) as RuleOfV3[]).flatMap((rule) =>
    finders[rule](observed.params ?? {}, observed).map((parameter) => ({ rule, parameter })),
  );
