import { decoded, exampleUserinfo, parseUrl } from './urls.ts';

/** The text in place of a secret. */
export const hidden = '•••';

/** A part of a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Schemes whose URLs have a host after any number of slashes of either kind, also after none: `http:u:p@h`. */
const hostScheme = /\b(?:https?|wss?|ftp):/i;
/**
 * The beginning of a host in a text that is not a valid URL. The colon comes first: a pattern that looks back from each
 * letter would be slow.
 */
const meantHost = /(?:\b(?:https?|wss?|ftp):|:(?<=[a-z][a-z\d+.-]*:)(?=[\\/])|^(?=[\\/]{2}))[\\/]*/i;

/**
 * The position of the user and the password in a URL, as the URL Standard reads them. In a text that is meant as a URL
 * but invalid, everything up to the last @. Undefined without a user or password.
 */
export function userinfoOf(text: string): Span | undefined {
  if (!text.includes('@')) return undefined;
  const url = parseUrl(text);
  if (url === undefined) return meantUserinfo(text);
  return url.username === '' && url.password === '' ? undefined : readUserinfo(text);
}

function meantUserinfo(text: string): Span | undefined {
  const { 0: before = '', index = text.length } = meantHost.exec(text) ?? {};
  const start = index + before.length;
  const end = text.lastIndexOf('@');
  return start < end ? { start, end } : undefined;
}

/** The parser skips tabs and line breaks anywhere. */
const hostStart = /^[^:]*:[\\/\t\n\r]*/;

function readUserinfo(text: string): Span {
  const start = hostStart.exec(text)?.[0].length ?? 0;
  const authority = hostScheme.test(text.slice(0, start).replace(/[\t\n\r]/g, '')) ? /[\\/?#]|$/g : /[/?#]|$/g;
  authority.lastIndex = start;
  const stop = authority.exec(text)?.index ?? text.length;
  return { start, end: text.lastIndexOf('@', stop) };
}

/** A user with a password as written in a URL, decoded, and as Basic authentication sends them. */
export function userinfoForms(userinfo: string): readonly string[] {
  const plain = decoded(userinfo);
  const bytes = new TextEncoder().encode(plain.includes(':') ? plain : `${plain}:`);
  return [
    userinfo,
    plain,
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
    passwordIn(userinfo),
    passwordIn(plain),
  ];
}

const passwordIn = (userinfo: string): string => userinfo.slice(userinfo.indexOf(':') + 1);

/** A shorter password is hidden only together with its user, because alone it may be an ordinary word. */
const passwordCharactersMin = 4;

/**
 * Returns a function that hides the user and the password of a URL in texts of its server. A server may repeat what it
 * got, also in JSON.
 */
export function cleanerOfAnswers(url: string): (text: string) => string {
  const found = userinfoOf(url);
  if (found === undefined) return (text) => text;
  const [userinfo = '', plain = '', basic = '', ...passwords] = userinfoForms(url.slice(found.start, found.end));
  const secrets = [userinfo, plain, basic, ...passwords.filter(({ length }) => length >= passwordCharactersMin)];
  const forms = new Set(
    secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
  );
  const longestFirst = [...forms].toSorted((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((rest, form) => rest.replaceAll(form, hidden), text);
}

/** Hides the user and the password in a text that may be a URL, even in quotes or without its scheme. */
export const withoutPassword = (text: string): string =>
  maskUserinfo(text.replace(/^("?)[^/\s:@]*:(?![\\/])[^/\s]*@/, `$1${hidden}@`), hidden);

/** Hides the user and the password in a text that is a URL as a whole. Both may contain spaces. */
export function withoutUserinfo(text: string): string {
  const found = parseUrl(text) === undefined ? undefined : userinfoOf(text);
  return found === undefined ? text : text.slice(0, found.start) + hidden + text.slice(found.end);
}

/**
 * The text with `mask` in place of the user and the password of each URL in it. Two are not masked: `***:***`, which v3
 * itself shows, and the example that advice contains.
 */
export function maskUserinfo(text: string, mask: string): string {
  let shown = '';
  let from = 0;
  for (const { start, end } of userinfosIn(text)) {
    const userinfo = text.slice(start, end);
    if (userinfo === exampleUserinfo || /^[*:]+$/.test(userinfo)) continue;
    shown += text.slice(from, start) + mask;
    from = end;
  }
  return shown + text.slice(from);
}

/** The position of each user with password in a text, wherever its URLs begin and end. */
function* userinfosIn(text: string): Generator<Span> {
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', from)) {
    const first = startOfPart(text, at, from);
    from = endOfPart(text, at);
    const end = text.lastIndexOf('@', from - 1);
    const start = isHostStart(text, first) ? first : hostWithin(text, first, end);
    if (start !== undefined && start < end) yield { start, end };
  }
}

const endsPart = /[\s/\\?#]/;

function startOfPart(text: string, at: number, leastStart: number): number {
  let start = at;
  while (start > leastStart && !endsPart.test(text.charAt(start - 1))) start--;
  return start;
}

function endOfPart(text: string, at: number): number {
  let end = at;
  while (end < text.length && !endsPart.test(text.charAt(end))) end++;
  return end;
}

/**
 * Whether the slashes before a position, with the scheme before them, introduce a host. Two slashes without a scheme
 * must be at the start of the text, or after a space, a quote or a bracket.
 */
function isHostStart(text: string, place: number): boolean {
  let before = place - 1;
  while (before >= 0 && (text[before] === '/' || text[before] === '\\')) before--;
  const slashes = place - 1 - before;
  if (slashes === 0) return false;
  if (text[before] !== ':') return slashes > 1 && (before < 0 || /["'(\s]/.test(text.charAt(before)));
  return slashes > 1 || hostScheme.test(text.slice(Math.max(0, before - 6), before + 1));
}

/** The position after a scheme without slashes: `http:u:p@h`. */
function hostWithin(text: string, start: number, end: number): number | undefined {
  const { 0: scheme = '', index } = hostScheme.exec(text.slice(start, end)) ?? {};
  return index === undefined ? undefined : start + index + scheme.length;
}
