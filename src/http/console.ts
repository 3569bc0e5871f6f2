import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Refusal } from '../model/domain/refusal.ts';
import { guideList, guideNames, guideText, packageRoot } from '../model/shared/package-root.ts';
import { withSingleSlashes } from '../model/shared/urls.ts';
import { nearestOrAll } from '../model/shared/words.ts';
import type { ApiCall, Dependencies } from './api-call.ts';
import { guardFiles } from './control-guard.ts';
import { unknownRoute } from './match-route.ts';
import { renderedWith } from './response.ts';

const folder = new URL('dist/console/', packageRoot);

/** The paths of the console, below `/_faxsim`. */
export const consolePaths = ['/ui', '/ui/*path'];

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Scripts and styles are the console's own files; pictures may come from blobs, which the page makes from API responses. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const always = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
};

/** Sent only in a secure context (Secure Contexts, 3.1): elsewhere, browsers ignore this policy with a warning. */
const secureContextHeaders = { 'Cross-Origin-Opener-Policy': 'same-origin' };
const localHost = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

const isTrustworthy = ({ req, headers }: ApiCall): boolean => req.secure || localHost.test(headers.host ?? '');

/**
 * Renders a file of the console. A path without a file extension is a screen, and gets the one page. The files contain
 * no data, so they need no token, which a navigation could not send. Throws the Refusal `unknown_route`.
 */
export function showConsole(call: ApiCall, rules: Dependencies): void {
  guardFiles(call, rules);
  const name = /\/ui\/([^/?]+\.\w+)$/.exec(call.path)?.[1] ?? 'index.html';
  const file = fileNamed(name);
  const caching = /-[A-Z0-9]{8}\./.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
  const takesGzip = /\bgzip\b/.test(String(call.headers['accept-encoding']));
  const headers = {
    ...always,
    ...(isTrustworthy(call) && secureContextHeaders),
    'Content-Type': types[name.replace(/^.*\./, '')] ?? 'application/octet-stream',
    'Cache-Control': caching,
    Vary: 'Accept-Encoding',
    ...(takesGzip && { 'Content-Encoding': 'gzip' }),
  };
  const bytes = takesGzip ? file : gunzipSync(file);
  call.rendered = renderedWith(200, headers, { body: bytes, isShown: false });
}

/** Files in gzip, by name. */
let files: ReadonlyMap<string, Buffer> | undefined;

/** Returns a gzipped file. The first call reads all files, so the start does not wait for them. */
function fileNamed(name: string): Buffer {
  files ??= readFiles();
  if (files === undefined) throw new Refusal('unknown_route', 'Not found: the console is not built: run npm run build');
  const file = files.get(name);
  if (file === undefined) throw unknownRoute();
  return file;
}

function readFiles(): ReadonlyMap<string, Buffer> | undefined {
  try {
    const names = readdirSync(folder);
    return new Map(names.map((name) => [name.replace(/\.gz$/, ''), readFileSync(new URL(name, folder))]));
  } catch {
    return undefined;
  }
}

/** The path of the console for the root of the simulator or of a world; undefined for other URLs. */
export function consoleUrlFor(url: string): string | undefined {
  const found = /^\/(?:w\/([\w.-]+)\/?)?(?:\?|$)/.exec(withSingleSlashes(url));
  if (found === null) return undefined;
  return `/_faxsim/ui/w/${found[1] ?? 'default'}/overview`;
}

/** The paths of the guides, below `/_faxsim`. */
export const guidePaths = ['/docs', '/docs/:name'];

const headers = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** Renders a guide as plain text, or the list of guides. They contain no data, so they need no token. Throws `not_found`. */
export function showGuide(call: ApiCall, rules: Dependencies): void {
  guardFiles(call, rules);
  const [, name] = /\/docs\/([^/?]+)/.exec(call.path) ?? [];
  const text = name === undefined ? `Guides, at /_faxsim/docs/NAME:\n\n${guideList()}` : guide(name);
  call.rendered = renderedWith(200, headers, { body: text, isShown: false });
}

function guide(name: string): string {
  const names = guideNames();
  if (names.includes(name)) return guideText(name);
  const message = `there is no such guide${nearestOrAll(name, names) || '; GET /_faxsim/docs lists the guides'}`;
  throw new Refusal('not_found', `Not found: ${message}`, { hint: message });
}
