import { isThisMachine, parseUrl } from '../model/shared/urls.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The names by which programs call this machine. */
const loopbackHosts = ['127.0.0.1', 'localhost', '::1'];

const namesOfExceptions = ['NO_PROXY', 'no_proxy'] as const;

/** The variables with which a program calls this machine and a simulator without a proxy. Keeps the exceptions that are set. */
export function exceptionsFor(baseUrl: string, env: Environment): Record<string, string> {
  const hosts = [...loopbackHosts, hostOf(new URL(baseUrl))];
  return Object.fromEntries(
    namesOfExceptions.map((name) => [name, [...new Set([...exceptionsOf(env, name), ...hosts])].join(',')]),
  );
}

/** A variable that sends the calls to a URL through a proxy, and whether another variable excepts the URL's host. */
export interface ProxyVariable {
  readonly name: string;
  /** Host and port of the proxy, without user name and password. */
  readonly proxy: string;
  readonly isExcepted: boolean;
}

/** The proxy variable that programs read for calls to a URL, if set. */
export function proxyVariable(url: URL, env: Environment): ProxyVariable | undefined {
  const scheme = url.protocol.slice(0, -1);
  const names = [`${scheme}_proxy`, 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  const name = names.find((known) => (env[known] ?? '') !== '');
  if (name === undefined) return undefined;
  const isExcepted = namesOfExceptions.every((list) => exceptsHost(exceptionsOf(env, list), url));
  return { name, proxy: shortProxy(env[name] ?? ''), isExcepted };
}

/** The advice to set the variables with which programs call this machine without a proxy. */
export const exceptionsText = `${namesOfExceptions.join(' and ')} to ${loopbackHosts.join(',')}`;

/** The exceptions in one of the two variables; if it is not set, those in the other one, because programs read either. */
function exceptionsOf(env: Environment, name: (typeof namesOfExceptions)[number]): string[] {
  const text = env[name] ?? env[name === 'NO_PROXY' ? 'no_proxy' : 'NO_PROXY'] ?? '';
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function exceptsHost(exceptions: readonly string[], url: URL): boolean {
  const host = hostOf(url);
  const isCovered = (entry: string): boolean => {
    const named = entry.replace(/^\*?\.|:\d+$/g, '');
    return entry === '*' || host === entry || host === named || host.endsWith(`.${named}`);
  };
  return exceptions.some(isCovered) || (isThisMachine(url) && exceptions.includes('127.0.0.0/8'));
}

function shortProxy(text: string): string {
  const url = /^\w+:\/\//.test(text) ? text : `http://${text}`;
  return parseUrl(url)?.host ?? 'no URL';
}
