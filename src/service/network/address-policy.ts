import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLocalName } from '../../model/shared/urls.ts';

/** Decides which network addresses may be used. */
export interface AddressPolicy {
  /** Whether faxsim may call a host at this address, one of those that the host resolves to. */
  mayCall(host: string, address: string): boolean;
  /** Whether faxsim may look a host up: it is an address, a possibly local name, or allowed. */
  mayLookUp(name: string): boolean;
}

/** Cloud machines get their secrets from these addresses, although they look private. */
const cloudMetadata = ['fd00:ec2::254', 'fd20:ce::254'];

/**
 * Allows loopback and private addresses, 0.0.0.0 and :: (this machine), and `allowed`: hosts, addresses, blocks
 * (`100.64.0.0/10`), or `*` for everything. Refuses link-local addresses, because clouds serve a machine's secrets at
 * one of them. Looks a public name up only if it is in `allowed`: without a network, a lookup takes many seconds.
 */
export function addressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const hosts = new Set(allowed.map(canonical));
  const blocks = allowed.filter((entry) => ipaddr.isValidCIDR(entry)).map((entry) => ipaddr.parseCIDR(entry));
  const isNamed = (host: string): boolean => hosts.size > 0 && (hosts.has('*') || hosts.has(canonical(host)));
  return {
    mayCall: (host, address) => {
      if (isNamed(host) || isNamed(address)) return true;
      const parsed = parseAddress(address);
      if (parsed === undefined) return false;
      return isLocal(parsed) || blocks.some((block) => block[0].kind() === parsed.kind() && parsed.match(block));
    },
    mayLookUp: (name) => isAddress(name) || isNamed(name) || isLocalName(canonical(name)),
  };
}

/** A quick check for the form of an address, also a hexadecimal one. The exact checks take 50 µs, and 10 ms at their first use. */
const addressForm = /^[\da-fx.]+$|:/i;
const isAddress = (name: string): boolean => addressForm.test(name) && isIP(name) !== 0;

/** Parses an address; an IPv4 address in IPv6 form becomes IPv4. Undefined for other texts. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  try {
    return ipaddr.process(text);
  } catch {
    return undefined;
  }
}

/** Whether an address is local. 0.0.0.0 and :: count: a connection to them reaches this machine on Linux, and fails elsewhere. */
function isLocal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const text = address.toString();
  if (cloudMetadata.includes(text)) return false;
  return text === '0.0.0.0' || text === '::' || ['loopback', 'private', 'uniqueLocal'].includes(address.range());
}

/** One spelling for each host: names in lower case without a final dot, and addresses in their canonical form. */
function canonical(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return (addressForm.test(bare) ? parseAddress(bare)?.toString() : undefined) ?? bare;
}

/** Whether this is a container: Docker and Podman create a file, Kubernetes sets a variable. */
export const inContainer = (): boolean =>
  ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)) || 'KUBERNETES_SERVICE_HOST' in process.env;

/** The name, inside a container, of the machine that runs it. */
export const dockerHost = 'host.docker.internal';
