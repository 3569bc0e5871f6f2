import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides which addresses of the network may be used. */
export interface AddressPolicy {
  /** Whether a host may be called at this one of its addresses. */
  mayCall(host: string, address: string): boolean;
  /** Whether a host may be looked up: it is an address, a name that could be local, or allowed. */
  mayLookUp(name: string): boolean;
}

/** Where local names end, besides those of a single label. */
const localName = /^[^.]+$|\.(?:localhost|local|internal|test|lan|home\.arpa)$/;

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
  const isNamed = (host: string): boolean => hosts.has('*') || hosts.has(canonical(host));
  return {
    mayCall: (host, address) => {
      if (isNamed(host) || isNamed(address)) return true;
      if (!ipaddr.isValid(address)) return false;
      const parsed = ipaddr.process(address); // of an IPv4 address in IPv6 clothes, the former
      return isLocal(parsed) || blocks.some((block) => block[0].kind() === parsed.kind() && parsed.match(block));
    },
    mayLookUp: (name) => isIP(name) !== 0 || isNamed(name) || localName.test(canonical(name)),
  };
}

/** Connections to 0.0.0.0 and :: reach this machine on Linux; elsewhere they fail. Either way they are local. */
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
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : bare;
}
