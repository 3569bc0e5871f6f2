import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides which addresses of the network may be used. */
export interface AddressPolicy {
  /** Whether a host may be called at this one of its addresses. */
  mayCall(host: string, address: string): boolean;
  /** Whether a host may be looked up: it is an address, a name that could be local, or allowed. */
  mayLookUp(name: string): boolean;
}

/** The form of a local name: a single label, or one of these endings. */
const localName = /^[^.]+$|\.(?:localhost|local|internal|test|lan|home\.arpa|svc)$/;

/** Whether a name in lower case is local: it has one label, or an ending that no public registry has. */
export const isLocalName = (name: string): boolean => localName.test(name);

/** Hand out a cloud machine's secrets, though their addresses look private. */
const cloudMetadata = ['fd00:ec2::254', 'fd20:ce::254'];

/**
 * Allows loopback and private addresses, 0.0.0.0 and :: (this machine), and `allowed`: hosts, addresses, blocks
 * (`100.64.0.0/10`), or `*` for everything. Link-local addresses are refused: at one of them, clouds hand out a
 * machine's secrets. Public names are looked up only if `allowed` has them: without a network a lookup takes many
 * seconds.
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

/** The form of addresses, also of hexadecimal ones. The exact checks take 50 µs, and 10 ms at their first use. */
const addressForm = /^[\da-fx.]+$|:/i;
const isAddress = (name: string): boolean => addressForm.test(name) && isIP(name) !== 0;

/** An address, an IPv4 one taken out of its IPv6 form; undefined where it is none. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  try {
    return ipaddr.process(text);
  } catch {
    return undefined;
  }
}

/** Connections to 0.0.0.0 and :: count as local: they reach this machine on Linux, and fail elsewhere. */
function isLocal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const text = address.toString();
  if (cloudMetadata.includes(text)) return false;
  return text === '0.0.0.0' || text === '::' || ['loopback', 'private', 'uniqueLocal'].includes(address.range());
}

/** Host names know no case, may end with a dot, and one address has many spellings. */
function canonical(host: string): string {
  const bare = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  return (addressForm.test(bare) ? parseAddress(bare)?.toString() : undefined) ?? bare;
}

/** Docker and Podman leave a file, Kubernetes a variable. */
export const inContainer = (): boolean =>
  ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)) || 'KUBERNETES_SERVICE_HOST' in process.env;

/** The name of the machine around a container, in the container. */
export const dockerHost = 'host.docker.internal';
