import { withoutEnd } from './words.ts';

const controlCharacter = /\p{Cc}/u;

/** Whether text has a line break, a NUL or another control character. */
export const hasControlCharacter = (text: string): boolean => controlCharacter.test(text);

/** Parses an absolute URL; undefined for any other text. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads an absolute URL; undefined for any other text. The URL parser would remove control characters, so the result
 * would be a different URL. Text with such a character is therefore refused.
 */
export const readUrl = (text: string): URL | undefined => (hasControlCharacter(text) ? undefined : parseUrl(text));

/**
 * The maximum lengths of URLs: of webhooks, and of pages, whose URL must fit into the first line of a request on common
 * servers.
 */
export const urlCharactersMax = { callback: 2048, page: 8192 } as const;

/** The end of a message about a text that is not a URL. */
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

/** The form of a local name: a single label, or one of these endings. */
const localName = /^[^.]+$|\.(?:localhost|local|internal|test|lan|home\.arpa|svc)$/;

/** Whether a lower-case name is local: it has one label, or an ending that no public registry has. */
export const isLocalName = (name: string): boolean => localName.test(name);

/** Whether a name is `localhost`, or ends in `.localhost`. All these names mean loopback. Source: RFC 6761, 6.3. */
export const isLocalhost = (name: string): boolean => /^(?:[^]+\.)?localhost\.?$/i.test(name);

/** Whether a URL leads to this machine: by a name or address of loopback, or by one that means "all addresses". */
export const isThisMachine = ({ hostname }: URL): boolean =>
  isLocalhost(hostname) ||
  /^(?:127\.[\d.]+|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[\da-f]{2}:[\da-f]{1,4}|0:0)\])$/.test(hostname);

/**
 * A text without the ports of loopback addresses: `http://127.0.0.1:49152/hook` becomes `http://127.0.0.1/hook`. Programs listen
 * on a free port, which is another one in each run.
 */
export const withoutLoopbackPorts = (text: string): string =>
  text.replaceAll(/(?<![\w-])(localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]):\d{1,5}(?!\d)/gi, '$1');

/** The address of the console, with the control token for the browser. */
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

/** The path with each parameter replaced by the result of `fill`. */
export const fillPath = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(param, (_param, name: string) => fill(name));

/** The path as OpenAPI writes it: `/faxes/{id}`. */
export const templateOf = (path: string): string => fillPath(path, (name) => `{${name}}`);

/**
 * `/v3/…/faxes/…CDN7`: shortens the paths of v3 in a text. Leaves out the project, and keeps the end of an id, in which
 * ids of the same time differ.
 */
export const withShortPaths = (text: string): string =>
  text.replaceAll(
    /\/v3\/projects\/[\w-]+\/([^\s?]*)/g,
    (_path, rest: string) => `/v3/…/${rest.replaceAll(ulid, '…$1')}`,
  );

const ulid = /\b[\dA-Z]{22}([\dA-Z]{4})\b/g;

/** A text with its `%20` and the like decoded; the text itself if its escapes make no text. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
