import { hash } from 'node:crypto';
import { isPlainObject } from '../../model/shared/objects.ts';
import { Upload } from '../../wire/fields.ts';
import {
  cleanJson,
  cleanPath,
  cleanQuery,
  authorizationSecrets,
  hidden,
  isScrubbed,
  isSecret,
  redact,
  withoutCredentials,
  withoutEscaped,
  withoutKnown,
} from './redaction.ts';
import type { Clean } from './redaction.ts';
import { headerOf } from './observed-request.ts';
import type { ObservedRequest, RequestProfile } from './observed-request.ts';

/** The parts of a request record that are expensive to compute. Secrets are masked. */
export type Details = ReturnType<typeof detailsOf>;

export function detailsOf(request: ObservedRequest) {
  const { displayParams, secrets, clean, scrub } = reading(request);
  const { text } = request.answer;
  const { message: reason, field, diagnosis } = request.refusal ?? {};
  const cleanOrNull = (part: string | undefined): string | null => (part === undefined ? null : clean(part));
  const { message } = request.answer;
  const userAgent = headerOf(request, 'user-agent');
  const isCut = text !== null && Buffer.byteLength(text) < request.answer.bytes;
  const body = text === null || isCut ? undefined : parseIfObject(text);
  return {
    /** Parameters without secrets; null if they could not be read. */
    params: displayParams,
    path: cleanPath(pathOf(request.url), clean),
    /** The raw query without its question mark; empty without a query. */
    query: cleanQuery(request.url.slice(pathOf(request.url).length + 1), clean),
    userAgent: userAgent === undefined ? null : clean(userAgent),
    /** The message of the response as it was sent; null if it has none. */
    message: message === null ? null : clean(message),
    /** Why the request was refused, which the message of v3 leaves open. */
    reason: cleanOrNull(reason),
    /** The parameter that the refusal is about, if any. */
    field: cleanOrNull(field),
    /** More of the cause than the response reveals, if there is more. */
    diagnosis: cleanOrNull(diagnosis),
    body:
      text === null
        ? null
        : scrub(body === undefined ? cleanJson(text, clean) : JSON.stringify(cleanValue(body, clean))),
    /** Whether the body is cut. */
    isCut,
    /** The request's own secrets, because a large request keeps no parameters, but its body may repeat them. */
    secrets: secrets.filter((secret) => secret.length <= textCharactersMax && isScrubbed(secret)).slice(0, itemsMax),
  };
}

/** Removes the secrets of a request and of the simulator from a text. */
export const cleanerOf = (sources: SecretSources): Clean => cleanersOf(sources).clean;

/**
 * Two cleaners: `clean` for a text in a request, and `scrub` for any other text, such as a broken body, in which URLs and quotes
 * have no meaning.
 */
export const cleanersOf = (sources: SecretSources): Pick<Reading, 'clean' | 'scrub'> => reading(sources);

export type SecretSources = Pick<ObservedRequest, 'params'> & {
  readonly profile: Pick<RequestProfile, 'headers' | 'knownSecrets'>;
  /** Further texts to hide. */
  readonly secrets?: readonly string[] | undefined;
};

interface Reading {
  readonly displayParams: ShownParams | null;
  readonly secrets: readonly string[];
  readonly clean: Clean;
  readonly scrub: Clean;
}

function reading({ profile, params, secrets: others = [] }: SecretSources): Reading {
  const secrets = [...authorizationSecrets(headerOf({ profile }, 'authorization')), ...others];
  const shown = params === null ? null : group(params, { depth: 0, secrets });
  const hide = (text: string): string => withoutKnown(redact(text, secrets), profile.knownSecrets);
  const scrub = (text: string): string => withoutEscaped(text, hide);
  const clean = (text: string): string => scrub(withoutCredentials(params === null ? hideQuoted(text) : text));
  return { displayParams: shown && cleanGroup(shown, scrub), secrets, clean, scrub };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/**
 * Secrets in unreadable parameters are unknown, so quoted texts in messages are hidden. Greedy, because the quoted text may contain
 * quotes.
 */
const hideQuoted = (text: string): string => text.replace(/"[^]*"/, `"${hidden}"`);

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

/** Parameters for the journal: with JSON's types, bounded, and without secrets. */
type ShownParams = Readonly<Record<string, unknown>>;

const textCharactersMax = 1000;
const itemsMax = 100;
const deepest = 4;

function cleanAll(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanAll(item, clean));
  return isPlainObject(value) ? cleanGroup(value, clean) : value;
}

const cleanGroup = (params: ShownParams, clean: Clean): ShownParams =>
  Object.fromEntries(Object.entries(params).map(([name, item]) => [clean(name), cleanAll(item, clean)]));

interface ParamPosition {
  readonly depth: number;
  readonly secrets: string[];
}

/**
 * Hides values by their names, and adds them to `secrets`, because some clients send a secret twice, and no response may contain
 * it.
 */
function group(fields: Readonly<Record<string, unknown>>, { depth, secrets }: ParamPosition): Record<string, unknown> {
  const entries = Object.entries(fields);
  const kept = entries.slice(0, itemsMax).map(([name, value]): [string, unknown] => {
    if (isSecret(name, value)) {
      collect(value, secrets);
      return [cut(name), hidden];
    }
    return [cut(name), shownValue(value, { depth: depth + 1, secrets })];
  });
  const more: [string, string][] =
    entries.length > itemsMax ? [['…', `${entries.length - itemsMax} more are not kept`]] : [];
  // A property of that name would set the object's prototype.
  return Object.fromEntries([...kept, ...more].filter(([name]) => name !== '__proto__'));
}

function shownValue(value: unknown, place: ParamPosition): unknown {
  if (typeof value === 'string') return cut(withoutCredentials(value, place.secrets));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Upload) return shownUpload(value);
  if (place.depth > deepest) {
    collect(value, place.secrets);
    return '…';
  }
  if (isPlainObject(value)) return group(value, place);
  if (!Array.isArray(value)) return value;
  const items = value.slice(0, itemsMax).map((item) => shownValue(item, { ...place, depth: place.depth + 1 }));
  return value.length > itemsMax ? [...items, `… ${value.length - itemsMax} more are not kept`] : items;
}

/** Collects the texts of a secret, which may be a list or a group if a client made a mistake. */
function collect(value: unknown, secrets: string[]): void {
  if (typeof value === 'string' || typeof value === 'number') secrets.push(String(value));
  else if (typeof value === 'object' && value !== null && !(value instanceof Upload)) {
    for (const item of Object.values(value)) collect(item, secrets);
  }
}

/** Cuts a text. Makes a copy, because a slice would keep the whole text in memory. */
export function cut(text: string): string {
  if (text.length <= textCharactersMax) return text;
  return `${Buffer.from(text.slice(0, textCharactersMax)).toString()}… (${text.length} characters)`;
}

const shownUpload = ({ filename, type, bytes }: Upload) => ({
  file: cut(filename),
  type: type ?? null,
  size: bytes.length,
  sha1: hash('sha1', bytes, 'hex'),
});
