import { pagesFate } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { capital } from '../../src/model/shared/words.ts';
import { adviceOn } from './fax-advice.ts';
import { allNumbers } from './fax-words.ts';

/** How a fax failed: the numbers that it did not reach, or the page. Undefined if the error says it all. */
export function fateText(fax: FaxRecord): string | undefined {
  const { recipients, status, direction, pages, pages_sent: sent } = fax;
  if (direction !== 'sent' || !['failure', 'partialsuccess'].includes(status)) return undefined;
  const missed = recipients.filter(({ error }) => error !== null).length;
  const fate = [];
  if (recipients.length > 1 && missed > 0) {
    fate.push(`${missed} of ${recipients.length} numbers ${missed === 1 ? 'was' : 'were'} not reached`);
  }
  if (status === 'failure') fate.push(capital(pagesFate(pages, sent)));
  return fate.length === 0 ? undefined : fate.join('. ');
}

/**
 * Advice on the error of a sent fax, of the simulator's own: the service says only its message. Undefined where there is nothing to
 * advise.
 */
export function adviceFor(fax: FaxRecord): string | undefined {
  const { direction, error, file, status } = fax;
  if (direction !== 'sent' || error === null) return undefined;
  const advice = adviceOn(error);
  if (file !== 'stored') {
    return advice.replace(/send (?:it|the fax) again/, 'send the document as a new fax') || undefined;
  }
  const ofResend = `A resend calls ${allNumbers(fax)}: send it to those alone that were not reached.`;
  return (status === 'partialsuccess' ? `${advice} ${ofResend}`.trim() : advice) || undefined;
}
