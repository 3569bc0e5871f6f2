import { time } from './judge.ts';
import type { Judge } from './judge.ts';

/** Judges whether the application refuses what is not rightly signed. */
export function judgeRejectedWebhook(): Judge {
  let rejected = 0;
  let offence: string | undefined;
  return {
    told: ({ shown, at, status }) => {
      if (status === null) return;
      if (status >= 200 && status < 300) offence ??= `${shown}, told at ${time(at)}, was answered with ${status}`;
      else rejected += 1;
    },
    finding: () => {
      if (offence !== undefined) return { verdict: 'failed', because: offence };
      if (rejected === 0) return { verdict: 'pending', because: 'no badly signed webhook was answered yet' };
      return { verdict: 'passed', because: `all badly signed webhooks were refused (${rejected})` };
    },
  };
}
