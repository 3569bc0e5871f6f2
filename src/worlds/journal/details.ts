import {
  cleanPath,
  cleanQuery,
  credentialsIn,
  hidden,
  isSecret,
  redact,
  withoutCredentials,
  withoutKnown,
} from './redaction.ts';
import { readForJournal } from './params.ts';
import type { ShownParams } from './params.ts';
import type { ObservedRequest } from './observed-request.ts';

/** The parts of a request record that cost work to compute. Secrets are masked. */
export interface Details {
  /** Null: they could not be read. */
  readonly params: ShownParams | null;
  readonly path: string;
  /** As it came, without its question mark; empty: it has none. */
  readonly query: string;
  readonly userAgent: string | null;
  /** The message of the response, or of the refusal when there is none. */
  readonly message: string | null;
  readonly body: string | null;
  /** The body is only the beginning of it. */
  readonly isCut: boolean;
}

export function detailsOf(request: ObservedRequest): Details {
  const { displayParams, clean } = reading(request);
  const { text } = request.answer;
  const isCut = text !== null && Buffer.byteLength(text) < request.answer.bytes;
  const body = text === null || isCut ? undefined : parseIfObject(text);
  return {
    params: displayParams,
    path: cleanPath(pathOf(request.url), clean),
    query: cleanQuery(request.url.slice(pathOf(request.url).length + 1), clean),
    userAgent: request.userAgent === undefined ? null : clean(request.userAgent),
    message: messageOf(request, body, clean),
    body:
      text === null ? null : body === undefined ? cleanBeginning(text, clean) : JSON.stringify(cleanValue(body, clean)),
    isCut,
  };
}

/** A path of a request without secrets. */
export const cleanRequestPath = (sources: SecretSources, path: string): string =>
  cleanPath(path, reading(sources).clean);

/** Removes the secrets of a request and of the simulator from a text. */
export const cleanerOf = (sources: SecretSources): Clean => reading(sources).clean;

export type SecretSources = Pick<ObservedRequest, 'authorization' | 'params' | 'knownSecrets'>;

function reading({ authorization, params, knownSecrets }: SecretSources): {
  readonly displayParams: ShownParams | null;
  readonly clean: Clean;
} {
  const credentials = credentialsIn(authorization);
  const { displayParams, secrets } =
    params === null ? { displayParams: null, secrets: credentials } : readForJournal(params, credentials, knownSecrets);
  const clean = (part: string) =>
    withoutKnown(redact(withoutCredentials(params === null ? hideQuoted(part) : part), secrets), knownSecrets);
  return { displayParams, clean };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Unreadable parameters have no known secrets, and messages quote them. Greedy: the quoted text may contain quotes. */
const hideQuoted = (text: string): string => text.replace(/"[^]*"/, `"${hidden}"`);

export type Clean = (text: string) => string;

function messageOf({ refusal, answer }: ObservedRequest, body: unknown, clean: Clean): string | null {
  if (refusal !== null) return clean(refusal.message);
  const answered: unknown =
    body ??
    parseIfObject(
      /^\{"success":(?:true|false),"message":"(?:[^"\\]|\\.)*"/.exec(answer.text ?? '')?.[0].concat('}') ?? '',
    );
  if (typeof answered !== 'object' || answered === null || !('message' in answered)) return null;
  return typeof answered.message === 'string' ? clean(answered.message) : null;
}

function parseIfObject(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Hides the secrets in a response, such as the password of an ATA or the credentials in a callback URL. */
function cleanValue(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanValue(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, isSecret(name, item) ? hidden : cleanValue(item, clean)]),
  );
}

const members = /"([^"\\]{1,100})"(\s*:\s*)(?:"((?:[^"\\]|\\.)*)("?)|(-?\d[^,}\]\s]*))/g;

/** The same in the beginning of JSON, and in any other text. */
export function cleanBeginning(text: string, clean: Clean): string {
  if (!/^\s*\{/.test(text)) return clean(text);
  return text.replace(
    members,
    (_member, name: string, colon: string, value?: string, end?: string, number?: string) => {
      if (number !== undefined) return `"${name}"${colon}${isSecret(name, number) ? `"${hidden}"` : number}`;
      return `"${name}"${colon}"${isSecret(name, value ?? '') ? hidden : clean(value ?? '')}${end ?? ''}`;
    },
  );
}
