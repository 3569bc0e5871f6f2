import { pagesFate } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { capital } from '../../src/model/shared/words.ts';
import { allNumbers } from './fax-words.ts';

type FaxError = NonNullable<FaxRecord['error']>;

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

const badNumber = 'This number takes no faxes any more: check it with its owner before you send again.';
const noMoney = 'The account has too little money: add some, and send the fax again.';

/** Advice on errors for which that on their kind would be wrong. */
const adviceOnIds: Readonly<Record<number, string>> = {
  ...Object.fromEntries([34, 47, 49, 73, 91, 115, 116, 123].map((id) => [id, badNumber])),
  ...Object.fromEntries([5, 46, 86, 105, 125].map((id) => [id, noMoney])),
  ...Object.fromEntries([119, 120, 121, 122, 126].map((id) => [id, 'A test asked for this failure.'])),
  17: 'The line was busy: send the fax again later.',
  54: 'The service could not read the URL of the document: check that it is public, or attach the file.',
  55: 'The URL of the document is not valid: correct it, or attach the file.',
  75: 'The fax was cancelled: send it again if that was a mistake.',
  76: 'The fax took too long, so the service cancelled it: send it again later.',
  113: 'The file of this fax is gone: send the document as a new fax.',
};

/** Advice on all other errors, by their kind. */
const adviceOnTypes: Readonly<Record<FaxError['type'], string>> = {
  documentConversionError: 'The document cannot be converted: send another one, such as a PDF without a password.',
  lineError: 'The line could not be reached, or the call broke off: send the fax again later.',
  faxError: 'A machine answered, but the call broke while the fax was sent: send it again.',
  fatalError: 'The service itself failed: send the fax again later, and ask its support if that fails too.',
  generalError: 'The service failed outside of the call: ask its support.',
};

/** Advice on the error of a sent fax, of the simulator's own: the service says only its message. */
export function adviceFor(fax: FaxRecord): string | undefined {
  const { direction, error, file, status } = fax;
  if (direction !== 'sent' || error === null) return undefined;
  const advice = adviceOnIds[error.id] ?? adviceOnTypes[error.type];
  if (file !== 'stored') return advice.replace(/send (?:it|the fax) again/, 'send the document as a new fax');
  return status === 'partialsuccess'
    ? `${advice} A resend calls ${allNumbers(fax)}: send it to those alone that were not reached.`
    : advice;
}
