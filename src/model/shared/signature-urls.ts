import type { Bytes } from './digests.ts';
import { decoded, parseUrl } from './urls.ts';
import { withoutUserinfo } from './userinfo.ts';

/** Wrong values of one part of the signed string, each with the end of a sentence that begins with `your code`. */
export type Values = readonly (readonly [value: Bytes, text: string])[];

const asConfigured = 'use the URL as configured';

/** Common mistakes in the URL of a webhook. */
export function urlMistakes(url: string): Values {
  const loopback: Readonly<Record<string, string>> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };
  const otherHost = withHost(url, (host) => host.replace(/^[^:]+/, (name) => loopback[name] ?? name));
  const defaultPort = url.startsWith('https:') ? ':443' : ':80';
  const [beforeQuery = '', query = ''] = url.split('?', 2);
  return [
    ['', 'leaves out the URL: the string begins with the full URL of the webhook'],
    [url.endsWith('/') ? url.slice(0, -1) : `${url}/`, `signs the URL with another final slash: ${asConfigured}`],
    [slashBeforeQuery(url), `signs the URL with another slash before its query: ${asConfigured}`],
    [beforeQuery, 'leaves out the query of the URL'],
    [`${url}?${query}`, `adds ${query === '' ? 'a question mark' : 'the query a second time'}: ${asConfigured}`],
    [url.replace(/^\w+:\/\/[^/]+/, ''), 'signs the path alone: sign the full URL, with scheme and host'],
    [swappedScheme(url), `signs the URL with the other scheme, as behind a proxy: ${asConfigured}`],
    [otherHost, `signs the host of the request, ${hostOf(otherHost)}, in place of ${hostOf(url)}: ${asConfigured}`],
    [withHost(url, (host) => host.replace(/:\d+$/, '')), `leaves out the port of the URL: ${asConfigured}`],
    [
      withHost(url, (host) => (host.includes(':') ? host : host + defaultPort)),
      `adds the port to the URL: ${asConfigured}`,
    ],
    [url.replace(/\/\/[^/@]*@/, '//'), `leaves out the credentials of the URL: ${asConfigured}`],
    [decoded(url), `decodes the URL: ${asConfigured}`],
    ...receivedMistakes(url),
  ];
}

/** The URL as a request names it: the Host header, and the path and the query with their characters encoded. */
function receivedUrl(url: string): string {
  const { protocol, host, pathname, search } = parseUrl(url) ?? {};
  return host === undefined ? url : `${protocol}//${host}${pathname}${search}`;
}

function receivedMistakes(url: string): Values {
  const received = receivedUrl(url);
  const asReceived = `signs the URL as the request has it, ${received}: ${asConfigured}, ${withoutUserinfo(url)}`;
  return [
    [received, asReceived],
    [swappedScheme(received), `${asReceived}; it also has the other scheme, as behind a proxy`],
    [
      parseUrl(url)?.href ?? url,
      `signs the URL as a parser of URLs writes it: ${asConfigured}, ${withoutUserinfo(url)}`,
    ],
  ];
}

/** The host names of a program behind a tunnel, a proxy or in a container. */
const innerNames = ['localhost', '127.0.0.1', '0.0.0.0', '[::1]', 'host.docker.internal'];
const innerPorts = [3000, 3001, 4000, 4200, 4567, 5000, 5173, 7071, 8000, 8080, 8081, 8443, 8888, 9000, 9292];
const innerHosts = innerNames.flatMap((name) => [name, ...innerPorts.map((port) => `${name}:${port}`)]);

/** Wrong URLs of the webhook: with other hosts, as outside and inside of a tunnel, and other known URLs. */
export function otherUrlMistakes(url: string, known: readonly string[]): Values {
  const outer = known.map((other) => /^\w+:\/\/[^/?]+/.exec(other)?.[0] ?? '').filter((origin) => origin !== '');
  const inner = ['http', 'https'].flatMap((scheme) => innerHosts.map((host) => `${scheme}://${host}`));
  return [
    ...[...new Set([url, receivedUrl(url)])].flatMap((form) =>
      [...new Set([...outer, ...inner])].map((origin) => {
        const other = form.replace(/^\w+:\/\/[^/?]+/, () => origin);
        const encoding = form === url ? '' : ', with its path and query as the request has them';
        return [
          other,
          `signs the host ${hostOf(other)} in place of ${hostOf(url)}, as behind a tunnel or a proxy${encoding}: ${asConfigured}`,
        ] as const;
      }),
    ),
    ...known.map((other) => [other, otherUrlText(other, url)] as const),
  ];
}

const otherUrlText = (other: string, url: string): string =>
  other.startsWith(url.includes('?') ? `${url}&` : `${url}?`)
    ? `adds ${other.slice(url.length)} to the URL: ${asConfigured}`
    : `signs another URL, ${other}: use the one of this webhook, as configured`;

/** The URLs in a text, such as the answer of a program that refuses a webhook; PHP writes slashes of JSON as `\\/`. */
export const urlsIn = (text: string): readonly string[] => [
  ...new Set([...text.replaceAll('\\/', '/').matchAll(/\bhttps?:\/\/[^\s"'<>\\]+/g)].map(([url]) => withoutStops(url))),
];

/** A URL without punctuation at its end. */
function withoutStops(url: string): string {
  let end = url.length;
  while ('.,;:)]'.includes(url.charAt(end - 1))) end--;
  return url.slice(0, end);
}

const withHost = (url: string, change: (host: string) => string): string =>
  url.replace(/^(\w+:\/\/)([^/?]+)/, (_all, scheme: string, host: string) => scheme + change(host));

const hostOf = (url: string): string => /^\w+:\/\/([^/?]+)/.exec(url)?.[1] ?? '';

const slashBeforeQuery = (url: string): string =>
  url.includes('/?') ? url.replace('/?', '?') : url.replace('?', '/?');

const swappedScheme = (url: string): string =>
  url.replace(/^http(s?):/, (_all, s: string) => (s === '' ? 'https:' : 'http:'));
