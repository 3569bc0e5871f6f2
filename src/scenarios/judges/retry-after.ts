import { mostFollowed, time, times } from './judge.ts';
import type { Finding, Judge, Seen } from './judge.ts';

/** Until when a client was told to wait. */
interface Wait {
  readonly since: number;
  readonly until: number;
}

/** Within this time of the world's clock another request may have been on its way when the client was told to wait. */
const underWayMs = 100;

/** Judges whether the client waits as Retry-After said: with this very request, and with others of the operation. */
export function judgeRetryAfter(): Judge {
  const requests = new Map<string, Wait>();
  const operations = new Map<string, Wait>();
  let told = 0;
  let offence: string | undefined;
  const tooEarly = ({ identity, at, ...seen }: Seen): Wait | undefined => {
    const same = requests.get(identity);
    if (same !== undefined && at < same.until) return same;
    const alike = operations.get(placeOf(seen));
    return alike !== undefined && at >= alike.since + underWayMs && at < alike.until ? alike : undefined;
  };
  return {
    saw: (seen) => {
      if (told === 0 || offence !== undefined) return;
      const wait = tooEarly(seen);
      if (wait !== undefined) {
        offence = `${seen.shown} came at ${time(seen.at)}, though told at ${time(wait.since)} to wait until ${time(wait.until)}`;
      }
    },
    touched: (seen, retryAfter) => {
      if (retryAfter === undefined) return;
      told += 1;
      const wait = { since: seen.at, until: seen.at + retryAfter };
      remember(requests, seen.identity, wait);
      remember(operations, placeOf(seen), wait);
    },
    finding: (): Finding => {
      if (offence !== undefined) return { verdict: 'failed', because: offence };
      if (told === 0) return { verdict: 'pending', because: 'nobody was told to wait yet' };
      return { verdict: 'passed', because: `nobody who was told to wait came too early (told ${times(told)})` };
    },
  };
}

const placeOf = ({ on, counted = '' }: Pick<Seen, 'on' | 'counted'>): string => `${on} ${counted}`;

/** In a full map, the wait that was set first makes room. */
function remember(waits: Map<string, Wait>, key: string, wait: Wait): void {
  waits.delete(key);
  if (waits.size >= mostFollowed) for (const oldest of [...waits.keys()].slice(0, 1)) waits.delete(oldest);
  waits.set(key, wait);
}
