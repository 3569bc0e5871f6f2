import { reasonWords, recipientWords, retryWords } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxHistory, FaxRecord, WebhookRecord } from '../../src/control/client/named-types.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { foldRuns } from '../equal-runs.ts';
import { messageIn, shortReason } from '../format.ts';
import { readSurroundings } from './fax-data.ts';
import type { FaxSurroundings, KnownSurroundings } from './fax-data.ts';
import { adviceFor, fateText } from './fax-outcome.ts';
import { faxStatuses, otherEnd, ownNumber, pagesText, recipientStatus } from './fax-words.ts';
import { keptZone, timesIn } from './summary-zone.ts';
import type { ZonedTimes } from './summary-zone.ts';
import { isDropped } from './webhook-attempt.ts';
import { shownState } from './webhook-words.ts';

/** A fax in plain lines for a mail, by default with times in the kept zone. It comes at once if all that it tells is known. */
export function summaryOf(
  fax: FaxRecord,
  known: KnownSurroundings,
  times = timesIn(keptZone()),
): string | Promise<string> {
  const { history, webhooks, resends } = known;
  if (history !== undefined && webhooks !== undefined && resends !== undefined) {
    return summaryText(fax, { history, webhooks, resends }, times);
  }
  return readSurroundings(fax, known).then((all) => summaryText(fax, all, times));
}

function summaryText(fax: FaxRecord, { history, webhooks, resends }: FaxSurroundings, times: ZonedTimes): string {
  const isSent = fax.direction === 'sent';
  const own = ownNumber(fax);
  const facts = {
    Fax: `${fax.id}${fax.is_test ? ' (test)' : ''}`,
    Direction: fax.direction,
    [isSent ? 'To' : 'From']: isSent ? fax.recipients.map(recipientText(fax)).join('\n    ') : otherEnd(fax),
    [isSent ? 'From' : 'To']: own === null ? undefined : phoneText(own),
    Times: `in ${times.zone}`,
    [isSent ? 'Accepted' : 'Received']: times.text(fax.created_at),
    Ended: fax.completed_at === null ? 'not yet' : times.text(fax.completed_at),
    Result: resultText(fax),
    Advice: resends.length === 0 ? adviceFor(fax) : undefined,
    Pages: sentPages(fax),
    'Resend of': fax.resent_from === null ? undefined : `fax ${fax.resent_from}`,
    'Resent as': resends.map(({ id, status }) => `fax ${id} (${faxStatuses[status].word})`).join(', '),
    Tags: Object.entries(fax.tags)
      .map(([name, value]) => `${name}=${value}`)
      .join(', '),
    Webhook: webhooks.filter(isAboutEnd).map(webhookText(times)).join('\n         ') || noneText(fax, history),
  };
  const lines = Object.entries(facts).filter(([, text]) => text !== undefined && text !== '');
  return lines.map(([name, text]) => `${name}: ${text ?? ''}\n`).join('');
}

/** A number with what came of its calls; for the only one, the result of the fax tells the rest. */
const recipientText =
  ({ recipients, pages }: FaxRecord) =>
  (to: FaxRecord['recipients'][number]): string => {
    const isOnly = recipients.length === 1;
    const words = isOnly ? retryWords(to) : [recipientStatus(to).word, ...recipientWords(to, pages)];
    return `${phoneText(to.number)}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
  };

function resultText(fax: FaxRecord): string {
  const { status, error } = fax;
  const why = error === null ? '' : `: ${reasonWords(error)} (${error.type}, error ${error.id})`;
  const fate = fateText(fax);
  return `${faxStatuses[status].word}${why}${fate === undefined ? '' : `. ${fate}`}`;
}

function sentPages(fax: FaxRecord): string {
  const { pages, pages_sent: sent } = fax;
  return sent === null || sent === pages ? pagesText(fax) : `${pagesText(fax)}, ${sent} sent`;
}

const isAboutEnd = ({ event }: WebhookRecord): boolean => event !== 'transmitting_page';

/**
 * `fax_completed to http://127.0.0.1:5001/fax: Delivered`, then a line for each attempt with its time. Equal attempts between the first
 * and the last share a line.
 */
const webhookText =
  ({ text: timeText }: ZonedTimes) =>
  (webhook: WebhookRecord): string => {
    const { event, created_at: at, url, state, attempts, due_at: due } = webhook;
    if (state === 'kept') return `${event} of ${timeText(at)}: not sent, because no URL was set for it`;
    const [only] = attempts;
    if (due === null && attempts.length === 1 && only !== undefined && isDropped(only)) {
      return `${event} of ${timeText(only.at)}: not sent`;
    }
    const lines = foldRuns(attempts, { resultOf }).map((line) => {
      const [first] = line;
      const last = line.at(-1) ?? first;
      const result = resultOf(first);
      if (line.length === 1) return `${timeText(first.at)}: ${result}`;
      return `${line.length} more, until ${timeText(last.at)}: each ${result}`;
    });
    const coming = due === null ? [] : [`${timeText(due)}: ${attempts.length === 0 ? 'first' : 'next'} attempt`];
    const head = `${event}${url === null ? '' : ` to ${url}`}: ${shownState(webhook).word}`;
    return [head, ...lines, ...coming].join('\n           ');
  };

/** `answered 500: database is locked`, or the reason without an answer. A person who reads a mail does not know the rules of scenarios. */
function resultOf(attempt: WebhookRecord['attempts'][number]): string {
  const { answer, failure } = attempt;
  if (isDropped(attempt)) return 'not sent';
  if (answer === null) return shortReason(failure ?? 'no answer');
  const words = failure === null ? '' : wordsIn(answer.body);
  return `answered ${answer.status}${words === '' ? '' : `: ${words}`}`;
}

const mostWords = 120;

/** The message of an answer in one line; empty for a page of HTML, or a JSON without a message. */
function wordsIn(body: string): string {
  const text = (messageIn(body) ?? (/^\s*[<{[]/.test(body) ? '' : body)).replace(/\s+/g, ' ').trim();
  return text.length > mostWords ? `${text.slice(0, mostWords)}…` : text;
}

/** Undefined where it is not known whether there were webhooks. */
function noneText({ due }: FaxRecord, { is_whole: isWhole }: FaxHistory): string | undefined {
  if (due !== null) return 'none yet';
  return isWhole ? 'none' : undefined;
}
