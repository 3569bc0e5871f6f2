import { withoutEnd } from './words.ts';

const controlCharacter = /\p{Cc}/u;

/** Whether text has a line break, a NUL or another control character. */
export const hasControlCharacter = (text: string): boolean => controlCharacter.test(text);

/** Parses an absolute URL; undefined for text that is none. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads an absolute URL; undefined for text that is none. The URL parser removes control characters and reads the
 * rest. The result is another URL than the given one, so text with such a character is refused.
 */
export const readUrl = (text: string): URL | undefined => (hasControlCharacter(text) ? undefined : parseUrl(text));

/** The longest URL for webhooks; the longest of a page is what the first line of a request holds on common servers. */
export const urlCharactersMax = { callback: 2048, page: 8192 } as const;

/** The end of a message about a text that is no URL. */
export function urlHint(text: string, longest: number): string {
  if (hasControlCharacter(text)) return ' (a URL has no control characters)';
  return text.length > longest ? ` (it has ${text.length} characters; at most ${longest} are allowed)` : '';
}

/** The credentials in examples of URLs, which nothing masks. */
export const exampleUserinfo = 'user:password';

/** Listen addresses that mean "all addresses": clients cannot call them, but loopback is always among them. */
const loopbacks: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The base URL at which this machine reaches a server on a host name or address. The URL has no final slash. */
export function localUrl(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const callable = loopbacks[host] ?? host;
  return `${scheme}://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}

/** Whether a name is that of this machine, `localhost`, or one below: all of them are loopback. Source: RFC 6761, 6.3. */
export const isLocalhost = (name: string): boolean => /^(?:[^]+\.)?localhost\.?$/i.test(name);

/** Whether a URL leads to this machine: by a name or address of loopback, or by one that means "all addresses". */
export const isThisMachine = ({ hostname }: URL): boolean =>
  isLocalhost(hostname) ||
  /^(?:127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\])$/.test(hostname);

/** The address of the console, for a browser that gets the control token with it. */
export const consoleStart = (baseUrl: string, token: string | undefined): string =>
  `${baseUrl}/_faxsim/ui/${token === undefined ? '' : `#token=${token}`}`;

/** The URL without the slashes at its end. */
export const withoutFinalSlashes = (url: string): string => withoutEnd(url, '/');

/** The address of a simulator, and the world that a base URL such as `http://localhost:8329/w/ci-7/` names. */
export function rootAndWorld(baseUrl: string): { readonly root: string; readonly world: string | undefined } {
  const whole = withoutFinalSlashes(baseUrl);
  const at = whole.lastIndexOf('/w/');
  const world = whole.slice(at + '/w/'.length);
  return at < 0 || world.includes('/') ? { root: whole, world: undefined } : { root: whole.slice(0, at), world };
}

/** The address of a place in the console, such as `faxes/7`, of the simulator or the world with this base URL. */
export function consoleUrl(baseUrl: string, place: string): string {
  const { root, world = 'default' } = rootAndWorld(baseUrl);
  return `${root}/_faxsim/ui/w/${world}/${place}`;
}

/** The path with one slash wherever it has more, as nginx reads it. */
export const withSingleSlashes = (path: string): string =>
  path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;

/** Paths of routes have Express's form: `/faxes/:id` has the parameter `id`. */
const param = /:(\w+)/g;

/** The names of the parameters in a path, in its order. */
export const namesInPath = (path: string): readonly string[] =>
  Array.from(path.matchAll(param), ([, name = '']) => name);

/** The path with something in the place of each parameter. */
export const fillPath = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(param, (_param, name: string) => fill(name));

/** The path as OpenAPI writes it: `/faxes/{id}`. */
export const templateOf = (path: string): string => fillPath(path, (name) => `{${name}}`);

/** `/v3/…/faxes/…CDN7`: the paths of v3 in a text, without the project, and with the end of an id, where ids of one time differ. */
export const withShortPaths = (text: string): string =>
  text.replaceAll(
    /\/v3\/projects\/[\w-]+\/([^\s?]*)/g,
    (_path, rest: string) => `/v3/…/${rest.replaceAll(ulid, '…$1')}`,
  );

const ulid = /\b[\dA-Z]{22}([\dA-Z]{4})\b/g;
