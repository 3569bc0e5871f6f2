import { networkInterfaces } from 'node:os';
import { localUrl } from '../model/shared/urls.ts';

const everyAddress: readonly string[] = ['0.0.0.0', '::'];
/** The number of URLs that help; a machine with containers has many addresses. */
const shownMax = 3;

/** The base URLs at which other machines reach a server on all addresses; empty for a server on one address. */
export function outerUrls(host: string, port: number, interfaces = networkInterfaces()): string[] {
  if (!everyAddress.includes(host)) return [];
  return Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .slice(0, shownMax)
    .map(({ address }) => localUrl(address, port));
}
