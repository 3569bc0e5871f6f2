import type { FaxHistory, FaxRecord, WebhookRecord } from '../../src/control/client/named-types.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { ask } from '../api.ts';
import { zonedText } from '../format.ts';
import { fateText } from './fax-outcome.ts';
import { faxStatuses, otherEnd, ownNumber, pagesText, recipientStatus } from './fax-words.ts';
import { attemptResult, shownState } from './webhook-words.ts';

/** A fax in plain lines for a mail, with times in the zone of the page. */
export async function summaryOf(fax: FaxRecord): Promise<string> {
  const [history, webhooks] = await Promise.all([
    ask<FaxHistory>(`/faxes/${fax.id}/history`),
    ask<readonly WebhookRecord[]>('/webhooks', { input: { fax: fax.id, limit: 100 } }),
  ]);
  const isSent = fax.direction === 'sent';
  const own = ownNumber(fax);
  const facts = {
    Fax: String(fax.id),
    Direction: fax.direction,
    [isSent ? 'To' : 'From']: isSent ? fax.recipients.map(recipientText(fax)).join('\n    ') : otherEnd(fax),
    [isSent ? 'From' : 'To']: own === null ? undefined : phoneText(own),
    [isSent ? 'Sent' : 'Received']: zonedText(fax.created_at),
    Ended: fax.completed_at === null ? 'not yet' : zonedText(fax.completed_at),
    Result: resultText(fax, history),
    Pages: sentPages(fax, history),
    Webhook: webhooks.filter(isAboutEnd).map(webhookText).join('\n         ') || 'none',
  };
  const lines = Object.entries(facts).filter(([, text]) => text !== undefined && text !== '');
  return lines.map(([name, text]) => `${name}: ${text ?? ''}\n`).join('');
}

/** A number; one of several also has its result. */
const recipientText =
  ({ recipients }: FaxRecord) =>
  (to: FaxRecord['recipients'][number]): string => {
    if (recipients.length === 1) return phoneText(to.number);
    const why = to.error === null ? '' : `, ${to.error.message}`;
    return `${phoneText(to.number)} (${recipientStatus(to).word}${why})`;
  };

function resultText(fax: FaxRecord, history: FaxHistory): string {
  const { status, error } = fax;
  const why = error === null ? '' : `: ${error.message} (${error.type}, error ${error.id})`;
  const fate = fateText(fax, history);
  return `${faxStatuses[status].word}${why}${fate === undefined ? '' : `. ${fate}`}`;
}

function sentPages(fax: FaxRecord, { pages_sent: sent }: FaxHistory): string {
  return sent === null ? pagesText(fax) : `${pagesText(fax)}, ${sent} sent`;
}

const isAboutEnd = ({ event }: WebhookRecord): boolean => event !== 'transmitting_page';

function webhookText(webhook: WebhookRecord): string {
  const last = webhook.attempts.at(-1);
  const result = last === undefined ? '' : ` (${attemptResult(last).word})`;
  return `${webhook.event}: ${shownState(webhook).word}${result}`;
}
