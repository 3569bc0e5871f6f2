import { asText } from '../../model/shared/conversion.ts';
import { urlCharactersMax } from '../../model/shared/urls.ts';
import { hidden, userinfoForms, userinfoOf } from '../../model/shared/userinfo.ts';
import { operationParameters } from '../../scenarios/operation-parameters.generated.ts';

export { hidden };

/** Removes secrets from a text. */
export type Clean = (text: string) => string;

/** Long enough to say it within any name: `clientsecret`. A secretary keeps secrets, and is none. */
const tellingPart =
  /secret(?!ar)|pass(?:w|phrase|code)|pwd|token(?!i[sz]|s?[^a-z]?count)|bearer|credential|authori[sz]ation/i;
const tellingKey = /(?:api|access|private|signing|encryption|auth|session)[^a-z]?(?:key|id)s?(?![a-z])/i;
/** Names of secrets that count only as whole words: `author` is no `auth`, and `cookie_consent` is no cookie. */
const tellingWord =
  /(?<![a-z])(?:o?auth|authentication|pass|pw|creds?|jwt|t?otp|sig|signature|cookies?(?![^a-z]?consent))(?![a-z])/i;
/** Names of secrets with this ending, such as `userpass`, but not `compass`. */
const tellingEnd = /(?<=[a-z])(?<!by|com|over|under|sur|tres)pass(?![a-z])/i;

/** Whether a value of that name is secret: credentials, tokens, passwords, in any spelling. */
export const isSecret = (name: string, value: unknown): boolean =>
  [name, apart(name)].some((form) => saysSecret.some((telling) => telling.test(form))) && !isPlain(value);

const saysSecret = [tellingPart, tellingKey, tellingWord, tellingEnd];

/** The words of `basicAuth` and `APIKey`, as `basic_Auth` and `API_Key`. */
const apart = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_');

/** True for a value that says nothing: even `with_credentials=true` says no more than that. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false|[01]?)$/i.test(value));

/** The secrets in an Authorization header: for Basic authentication, the key and the secret. */
export function authorizationSecrets(authorization = ''): string[] {
  const [, scheme = '', token = authorization] = /^(\w+) +(?! )(.*)$/.exec(authorization) ?? [];
  if (token === '') return [];
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(token, 'base64').toString() : '';
  const colon = pair.indexOf(':');
  return [token, pair.slice(0, Math.max(colon, 0)), pair.slice(colon + 1)].filter((part) => part !== '');
}

/** A shorter secret may be an ordinary word, so it is hidden by its place only: as a value with the name of a secret. */
const scrubbedCharactersMin = 16;
/** Shorter beginnings of a secret before an ellipsis are other texts. */
const beginningCharactersMin = 8;

const longNames = [...new Set(Object.values(operationParameters).flat())].filter(
  (name) => name.length >= scrubbedCharactersMin,
);

/** Whether a secret is unmistakable in other texts: long, and no part of a parameter's name. */
export const isScrubbed = (secret: string): boolean =>
  secret.length >= scrubbedCharactersMin && !longNames.some((name) => name.includes(secret));

/** Words that may be keys and secrets. */
const longWord = /[\w-]{16,}/g;

/**
 * The text without any of these secrets, as they are, as JSON, and cut off before an ellipsis. Short secrets stay, since
 * they may be words of a message, of a name, or of a content.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const isTooShort = text.length < scrubbedCharactersMin && !text.includes('…');
  return isTooShort ? text : secrets.reduce(withoutSecret, text);
}

function withoutSecret(text: string, secret: string): string {
  if (!isScrubbed(secret) || (secret.length > text.length && !text.includes('…'))) return text;
  const once = jsonEscape(secret);
  const forms = [jsonEscape(once), once, secret];
  const whole = forms.reduce((rest, form) => rest.replaceAll(form, hidden), text);
  return whole.includes('…') ? forms.reduce(withoutBeginning, whole) : whole;
}

/** The text as it stands in a JSON string. */
const jsonEscape = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A message shows the beginning of a long value, and then an ellipsis. */
function withoutBeginning(text: string, secret: string): string {
  const parts = text.split('…');
  const last = parts.pop() ?? '';
  return [...parts.map((part) => withoutBeginningAtEnd(part, secret)), last].join('…');
}

function withoutBeginningAtEnd(part: string, secret: string): string {
  for (let length = Math.min(secret.length, part.length); length >= beginningCharactersMin; length--) {
    if (part.endsWith(secret.slice(0, length))) return part.slice(0, -length) + hidden;
  }
  return part;
}

/** The text behind the escapes of a URL: any letter can be escaped, and an invalid escape is plain text. */
export function decodeEscapes(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text); // many times as fast
  } catch {
    return decodeSome(text);
  }
}

const decodeSome = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString());

/** The secrets of a simulator: its key pairs and its tokens. The journal hides them in every place. */
export interface KnownSecrets {
  /** Secrets of the world that a request belongs to, in any form. */
  readonly texts: readonly string[];
  /** Whether a word is a key or a secret of any world. */
  readonly has: (word: string) => boolean;
}

/** The keys and secrets of all worlds that stand in a text. */
export const credentialsOfWorldsIn = (text: string, { has }: KnownSecrets): string[] =>
  (text.match(longWord) ?? []).filter(has);

/** The text without known secrets. */
export const withoutKnown = (text: string, { texts, has }: KnownSecrets): string =>
  redact(text, texts).replace(longWord, (found) => (has(found) && isScrubbed(found) ? hidden : found));

/** The text behind the escapes of JSON, also where it is cut off or broken. */
const decodeJsonEscapes = (text: string): string =>
  text.replace(/\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g, (escape) => asText(JSON.parse(`"${escape}"`)));

/** Levels of escapes that are read; real requests have fewer. A part of a path with more is hidden whole. */
const escapesMax = 8;

/** The text without what `hide` finds in it or behind its JSON escapes; these stay if nothing is behind them. */
export function withoutEscaped(text: string, hide: Clean, levels = escapesMax): string {
  const safe = hide(text);
  const plain = decodeJsonEscapes(safe);
  if (plain === safe || levels === 0) return safe;
  const deeper = withoutEscaped(plain, hide, levels - 1);
  return deeper === plain ? safe : deeper;
}

/** A path without the texts that `clean` finds in it, or in its parts after any number of unescapings. */
export const cleanPath = (path: string, clean: Clean): string =>
  clean(path)
    .split('/')
    .map((part) => cleanPart(part, clean))
    .join('/');

/** A query, or a form in its notation, without secrets in its names and its values. */
export const cleanQuery = (query: string, clean: Clean): string =>
  clean(`/?${query}`)
    .slice(2)
    .split(/([&=])/)
    .map((part) => cleanPart(part, clean))
    .join('');

function cleanPart(part: string, clean: Clean): string {
  let plain = part;
  for (let times = 0; times < escapesMax && plain.includes('%'); times++) {
    plain = decodeEscapes(plain);
    const safe = clean(plain);
    if (safe !== plain) return safe.replace(/[%/\s]/g, encodeURIComponent);
  }
  return plain !== part && /%[\da-f]{2}/i.test(plain) ? hidden : part;
}

/** A string, which may be cut off, and the colon behind a name. */
const jsonString = /"((?:[^"\\]|\\[^])*)(?:(")(\s*:\s*)?)?/g;

/** Whether it is JSON, perhaps broken or cut off. */
export const isLikeJson = (text: string): boolean => /^\s*(?:\{|\[\s*["{[])/.test(text);

/**
 * JSON without secrets, also where it is broken or cut off; all else stays as it came. Text that is not JSON is
 * cleaned as one string.
 */
export function cleanJson(text: string, clean: Clean): string {
  if (!isLikeJson(text)) return clean(text);
  let shown = '';
  let at = 0;
  for (const { 0: found, 1: inner = '', 2: end = '', 3: colon, index } of text.matchAll(jsonString)) {
    if (index < at) continue; // skips a text within a value that is hidden
    shown += `${text.slice(at, index)}"${cleanString(inner, clean)}${end}${colon ?? ''}`;
    at = index + found.length;
    const secret = colon === undefined ? '' : secretAt(text, at, decodeJsonEscapes(inner));
    if (secret === '') continue;
    shown += `"${hidden}"`;
    at += secret.length;
  }
  return shown + text.slice(at);
}

function cleanString(inner: string, clean: Clean): string {
  const plain = decodeJsonEscapes(inner);
  const safe = clean(plain);
  return safe === plain ? inner : jsonEscape(safe);
}

/** The value that starts there, if the name says that it is secret: a string, a list, an object, or a word. */
function secretAt(text: string, start: number, name: string): string {
  if (!isSecret(name, undefined)) return '';
  const [word = ''] = /^(?:"(?:[^"\\]|\\[^])*"?|[^"[{,}\]\s][^,}\]\s]*)?/.exec(text.slice(start)) ?? [];
  const value = word === '' ? bracketsAt(text.slice(start)) : word;
  return value === 'null' || !isSecret(name, value.replace(/^"(.*)"$/s, '$1')) ? '' : value;
}

/** The text up to the end of its first list or object, or to its own. */
function bracketsAt(text: string): string {
  if (!/^[[{]/.test(text)) return '';
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"?|[[\]{}]/g)) {
    if (found === '[' || found === '{') depth++;
    else if (!found.startsWith('"')) depth--;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return text;
}

const isUrlOrPath = /^\s*(?:[a-z][a-z\d+.-]*:|\/)/i;

/**
 * A URL, or a path with its query, without users, passwords and secret parameters, also in URLs in its parameters, in
 * any encoding. Other texts lose the user and the password of a URL in them. Each hidden text is added to `secrets`,
 * since messages may quote it.
 */
export function withoutCredentials(text: string, secrets: string[] = []): string {
  if (!isUrlOrPath.test(text)) return withoutUserinfo(text, secrets);
  return showText(text, { depth: text.length > urlCharactersMax.page ? deepest : 0, secrets });
}

interface UrlDepth {
  readonly depth: number;
  readonly secrets: string[];
}

/** Levels of nested or encoded URLs that are read; real requests have fewer. A deeper URL is hidden whole, and one in a text too long for a URL. */
const deepest = 8;

const urlParam = /(?<=[?&#])(?:([^=&#?]*)=)?([^&#]+)/g;

function showText(text: string, place: UrlDepth): string {
  const end = text.startsWith('/') ? text.search(/[?#]|$/) : text.length;
  const address = withoutUserinfo(text.slice(0, end), place.secrets) + text.slice(end);
  return address.replace(urlParam, (param, name: string | undefined, value: string) => {
    const safe = shownParam(decodeEscapes(name ?? ''), value, place);
    return safe === value ? param : `${name === undefined ? '' : `${name}=`}${safe}`;
  });
}

function shownParam(name: string, value: string, { depth, secrets }: UrlDepth): string {
  const safe = isSecret(name, value) ? hidden : shownValue(value, { depth: depth + 1, secrets });
  if (safe === value) return value;
  secrets.push(value);
  if (value.length <= urlCharactersMax.page) secrets.push(decodeEscapes(value));
  return safe;
}

/** The value as it stands there, and as it is when decoded: in either form there may be a URL. */
function shownValue(value: string, { depth, secrets }: UrlDepth): string {
  if (!/[%?&#@]/.test(value)) return value;
  if (depth > deepest) return hidden;
  const once = showText(value, { depth, secrets });
  const plain = decodeEscapes(once);
  if (plain === once) return once;
  const safe = shownValue(plain, { depth: depth + 1, secrets });
  return safe === plain ? once : safe.replace(/[%&#\s]/g, encodeURIComponent);
}

/** The text without the user and the password of a URL. */
function withoutUserinfo(text: string, secrets: string[]): string {
  const found = userinfoOf(text);
  if (found === undefined) return text;
  const { start, end } = found;
  secrets.push(...userinfoForms(text.slice(start, end)));
  return text.slice(0, start) + hidden + text.slice(end);
}
