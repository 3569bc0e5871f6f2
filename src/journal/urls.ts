import { hidden, isSecret, decodeEscapes } from './redaction.ts';

const isUrlOrPath = /^\s*(?:[a-z][a-z\d+.-]*:|\/)/i;

/**
 * A URL, or a path with its query, without users, passwords and secret parameters, also in URLs in its parameters, in
 * any encoding. Another text without the user and the password of a URL in it. Each hidden text is added to `secrets`,
 * since messages may quote it.
 */
export function withoutCredentials(text: string, secrets: string[] = []): string {
  return isUrlOrPath.test(text) ? showText(text, { depth: 0, secrets }) : withoutUserinfo(text, secrets);
}

interface UrlDepth {
  readonly depth: number;
  readonly secrets: string[];
}

/** Levels of nested or encoded URLs that are read; real requests have fewer. A deeper URL is hidden whole. */
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
  if (safe !== value) secrets.push(value, decodeEscapes(value));
  return safe;
}

/** As it stands there, and as it is when decoded: in either form there may be a URL. */
function shownValue(value: string, { depth, secrets }: UrlDepth): string {
  if (!/[%?&#@]/.test(value)) return value;
  if (depth > deepest) return hidden;
  const once = showText(value, { depth, secrets });
  const plain = decodeEscapes(once);
  if (plain === once) return once;
  const safe = shownValue(plain, { depth: depth + 1, secrets });
  return safe === plain ? once : safe.replace(/[%&#\s]/g, encodeURIComponent);
}

/** The position of user and password in a URL, also in a malformed one: up to the last @. */
const meantUserinfo = /(?<=[a-z][a-z\d+.-]*:[\\/]+)(?![\\/])[^]*(?=@)/di;
/** In a URL that can be read, they end before the path; one slash or none is enough for it. */
const readUserinfo = /^[^]*?:[\\/]*([^\\/?#]*)@/d;

/** The text without the user and the password of a URL. */
function withoutUserinfo(text: string, secrets: string[]): string {
  const [start, end] = userinfoIn(text);
  if (start === end) return text;
  const userinfo = text.slice(start, end);
  secrets.push(userinfo, userinfo.slice(userinfo.indexOf(':') + 1));
  return text.slice(0, start) + hidden + text.slice(end);
}

function userinfoIn(text: string): readonly [start: number, end: number] {
  if (!text.includes('@')) return [0, 0];
  const meant = meantUserinfo.exec(text)?.indices?.[0] ?? [0, 0];
  if (!URL.canParse(text)) return meant;
  const { username, password } = new URL(text);
  if (username === '' && password === '') return [0, 0];
  return readUserinfo.exec(text)?.indices?.[1] ?? meant;
}
