/** Listen addresses that mean "all addresses": clients cannot call them, but loopback is always among them. */
const loopbacks: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The base URL at which this machine reaches a server on a host name or address. Without a final slash. */
export function localUrl(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const callable = loopbacks[host] ?? host;
  return `${scheme}://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}
