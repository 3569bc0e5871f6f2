import { asText } from '../../model/shared/conversion.ts';
import { urlCharactersMax } from '../../model/shared/urls.ts';
import { hidden, userinfoForms, userinfoOf } from '../../model/shared/userinfo.ts';
import { operationParameters } from '../../scenarios/operation-parameters.generated.ts';

export { hidden };

/** Removes secrets from a text. */
export type Clean = (text: string) => string;

/** Words that mark a secret within any name: `clientsecret`, but not `secretary`. */
const tellingPart =
  /secret(?!ar)|pass(?:w|phrase|code)|pwd|token(?!i[sz]|s?[^a-z]?count)|bearer|credential|authori[sz]ation/i;
const tellingKey = /(?:api|access|private|signing|encryption|auth|session)[^a-z]?(?:key|id)s?(?![a-z])/i;
/** Words that mark a secret only as whole words: `auth`, but not `author`. */
const tellingWord =
  /(?<![a-z])(?:o?auth|authentication|pass|pw|creds?|jwt|t?otp|sig|signature|cookies?(?![^a-z]?consent))(?![a-z])/i;
/** Names of secrets with this ending, such as `userpass`, but not `compass`. */
const tellingEnd = /(?<=[a-z])(?<!by|com|over|under|sur|tres)pass(?![a-z])/i;

/** Whether a value is secret by its name: credentials, tokens, passwords, in any spelling. */
export const isSecret = (name: string, value: unknown): boolean =>
  [name, apart(name)].some((form) => saysSecret.some((telling) => telling.test(form))) && !isPlain(value);

const saysSecret = [tellingPart, tellingKey, tellingWord, tellingEnd];

/** Separates the words of a name: `basicAuth` and `APIKey` become `basic_Auth` and `API_Key`. */
const apart = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_');

/** Whether a value reveals nothing, such as that of `with_credentials=true`. */
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

/** A shorter secret may be an ordinary word, so it is hidden only as the value of a secret's name. */
const scrubbedCharactersMin = 16;
/** The minimum length of a secret's beginning before an ellipsis; shorter ones are other texts. */
const beginningCharactersMin = 8;

const longNames = [...new Set(Object.values(operationParameters).flat())].filter(
  (name) => name.length >= scrubbedCharactersMin,
);

/** Whether a secret can safely be hidden in other texts: it is long, and not part of a parameter's name. */
export const isScrubbed = (secret: string): boolean =>
  secret.length >= scrubbedCharactersMin && !longNames.some((name) => name.includes(secret));

/** Words that may be keys and secrets. */
const longWord = /[\w-]{16,}/g;

/**
 * Hides the secrets in a text: plain, as JSON, and cut before an ellipsis. Short secrets stay, because they may be ordinary words.
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

/** The text escaped for a JSON string. */
const jsonEscape = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Hides the beginning of a secret before an ellipsis, because messages cut long values there. */
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

/** Decodes the escapes of a URL. Any letter can be escaped; invalid escapes stay. */
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

/** The secrets of a simulator: its key pairs and tokens. The journal hides them everywhere. */
export interface KnownSecrets {
  /** The secrets of the request's world, in any form. */
  readonly texts: readonly string[];
  /** Whether a word is a key or a secret of any world. */
  readonly has: (word: string) => boolean;
}

/** The keys and secrets of all worlds that a text contains. */
export const credentialsOfWorldsIn = (text: string, { has }: KnownSecrets): string[] =>
  (text.match(longWord) ?? []).filter(has);

/** The text without known secrets. */
export const withoutKnown = (text: string, { texts, has }: KnownSecrets): string =>
  redact(text, texts).replace(longWord, (found) => (has(found) && isScrubbed(found) ? hidden : found));

/** Decodes the escapes of JSON, even if the text is cut or broken. */
const decodeJsonEscapes = (text: string): string =>
  text.replace(/\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g, (escape) => asText(JSON.parse(`"${escape}"`)));

/** The maximum levels of escapes; real requests have fewer. A path segment with more is hidden completely. */
const escapesMax = 8;

/** Applies `hide` to a text, and to the text behind its JSON escapes. The escapes stay if nothing was hidden behind them. */
export function withoutEscaped(text: string, hide: Clean, levels = escapesMax): string {
  const safe = hide(text);
  const plain = decodeJsonEscapes(safe);
  if (plain === safe || levels === 0) return safe;
  const deeper = withoutEscaped(plain, hide, levels - 1);
  return deeper === plain ? safe : deeper;
}

/** Applies `clean` to a path, and to its segments after any number of decodings. */
export const cleanPath = (path: string, clean: Clean): string =>
  clean(path)
    .split('/')
    .map((part) => cleanPart(part, clean))
    .join('/');

/** Hides secrets in the names and values of a query or a form. */
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

/** Matches a JSON string, which may be cut, and the colon after a name. */
const jsonString = /"((?:[^"\\]|\\[^])*)(?:(")(\s*:\s*)?)?/g;

/** Whether a text looks like JSON, even broken or cut. */
export const isLikeJson = (text: string): boolean => /^\s*(?:\{|\[\s*["{[])/.test(text);

/** Hides secrets in JSON, even if it is broken or cut; the rest stays unchanged. Other text is cleaned as one string. */
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

/** The value at a position, if its name is that of a secret: a string, a list, an object, or a word. */
function secretAt(text: string, start: number, name: string): string {
  if (!isSecret(name, undefined)) return '';
  const [word = ''] = /^(?:"(?:[^"\\]|\\[^])*"?|[^"[{,}\]\s][^,}\]\s]*)?/.exec(text.slice(start)) ?? [];
  const value = word === '' ? bracketsAt(text.slice(start)) : word;
  return value === 'null' || !isSecret(name, value.replace(/^"(.*)"$/s, '$1')) ? '' : value;
}

/** The text up to the end of its first list or object, else all of it. */
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
 * Hides user info and secret parameters in a URL or a path, even in URLs within parameters, in any encoding. In other texts, hides
 * user info of URLs. Adds each hidden text to `secrets`, because messages may quote it.
 */
export function withoutCredentials(text: string, secrets: string[] = []): string {
  if (!isUrlOrPath.test(text)) return withoutUserinfo(text, secrets);
  return showText(text, { depth: text.length > urlCharactersMax.page ? deepest : 0, secrets });
}

interface UrlDepth {
  readonly depth: number;
  readonly secrets: string[];
}

/**
 * The maximum levels of nested or encoded URLs; real requests have fewer. A deeper URL is hidden completely, as is one in a text
 * too long for a URL.
 */
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

/** Cleans a value both raw and decoded, because either may be a URL. */
function shownValue(value: string, { depth, secrets }: UrlDepth): string {
  if (!/[%?&#@]/.test(value)) return value;
  if (depth > deepest) return hidden;
  const once = showText(value, { depth, secrets });
  const plain = decodeEscapes(once);
  if (plain === once) return once;
  const safe = shownValue(plain, { depth: depth + 1, secrets });
  return safe === plain ? once : safe.replace(/[%&#\s]/g, encodeURIComponent);
}

/** Hides the user info of a URL. */
function withoutUserinfo(text: string, secrets: string[]): string {
  const found = userinfoOf(text);
  if (found === undefined) return text;
  const { start, end } = found;
  secrets.push(...userinfoForms(text.slice(start, end)));
  return text.slice(0, start) + hidden + text.slice(end);
}
