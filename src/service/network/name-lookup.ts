import type { LookupAddress } from 'node:dns';
import { lookup as lookUpBySystem } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isLocalhost } from '../../model/shared/urls.ts';

/** Resolves to all addresses of a host name. Rejects with node's error if there are none: `ENOTFOUND`, `EAI_AGAIN`. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

type Addresses = readonly LookupAddress[];

/** The addresses of a host. A host that is an address is returned without a promise. Rejects as `lookUp` does. */
export function addressesOf(host: string, lookUp: LookUp): Addresses | Promise<Addresses> {
  const family = isIP(host);
  return family === 0 ? lookUp(host) : [{ address: host, family }];
}

/** The addresses of a host; an empty list if the lookup fails. */
export async function foundAddresses(host: string, lookUp: LookUp): Promise<Addresses> {
  try {
    return await addressesOf(host, lookUp);
  } catch {
    return [];
  }
}

interface LookupOptions {
  readonly resolve?: LookUp;
  /** Limit of a lookup, in real ms. */
  readonly timeoutMs?: number;
  /** How long a lookup is cached, in ms, including a failed one. */
  readonly keptMs?: number;
}

/**
 * Looks names up with the system, which knows more names than DNS: /etc/hosts, mDNS, search domains. The system's
 * getaddrinfo occupies one of few threads and cannot be aborted. So each name has at most one lookup at a time, and a
 * timeout counts as a failure. A pending lookup keeps the process from ending by itself (10 s with glibc); main.ts
 * handles that.
 */
export function nameLookup({ resolve = bySystem, timeoutMs = 2000, keptMs = 5000 }: LookupOptions = {}): LookUp {
  const cachedLookups = new Map<string, ReturnType<LookUp>>();
  return (name) => cachedLookups.get(name) ?? begin(name);

  function begin(name: string): ReturnType<LookUp> {
    const answer = resolve(name);
    const forgetLater = (): void => void setTimeout(() => cachedLookups.delete(name), keptMs).unref();
    answer.then(forgetLater, forgetLater);
    const limited = withTimeout(timeoutMs, answer);
    cachedLookups.set(name, limited);
    return limited;
  }
}

const bySystem: LookUp = (name) => lookup(systemName(name), { all: true });

/** The name that the system is asked for: many systems know no name below `localhost`. */
const systemName = (name: string): string => (isLocalhost(name) ? 'localhost' : name);

/** Node's own lookup, of the name that the system knows. */
export const systemLookup: LookupFunction = (name, options, callback) => {
  lookUpBySystem(systemName(name), options, callback);
};

function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(Object.assign(new Error('DNS does not answer'), { code: 'EAI_AGAIN' }));
    }, timeoutMs).unref();
    const settled = work.finally(() => clearTimeout(timer));
    settled.then(resolve, reject);
  });
}
