import type { LookupAddress } from 'node:dns';
import { lookup as lookUpBySystem } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isLocalhost } from '../../model/shared/urls.ts';

/** All addresses of a host name. Rejects with node's error where there are none: `ENOTFOUND`, `EAI_AGAIN`. */
export type LookUp = (name: string) => Promise<readonly LookupAddress[]>;

type Addresses = readonly LookupAddress[];

/** The addresses of a host; one that is an address has itself, without a promise. Rejects as the look-up does. */
export function addressesOf(host: string, lookUp: LookUp): Addresses | Promise<Addresses> {
  const family = isIP(host);
  return family === 0 ? lookUp(host) : [{ address: host, family }];
}

/** The addresses of a host; none where the look-up fails. */
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
  /** How long an answer is kept, also that there is none. */
  readonly keptMs?: number;
}

/**
 * Looks names up by the system, which knows more of them than DNS does: /etc/hosts, mDNS, search domains. The
 * system's getaddrinfo runs in one of few threads, and cannot be aborted. Each name is therefore looked up once at a
 * time, and a time limit counts as a failure. The process cannot end by itself before the system gives up (10 s with
 * glibc); main.ts sees to it.
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
