import type { FaxList } from '../client/named-types.ts';
import { formatAnswer } from './table-output.ts';

/** A line for each fax with the fields that tell faxes apart; JSON has all fields. Ends with the count of all that match. */
export function faxPageText({ faxes, total, is_complete: isComplete }: FaxList): string {
  const rows = faxes.map((fax) => ({
    id: fax.id,
    at: fax.created_at,
    direction: fax.direction,
    from: fax.direction === 'received' ? fax.from_number : fax.caller_id,
    to: fax.to_number ?? fax.recipients.map(({ number }) => number).join(' '),
    status: fax.status,
    error: fax.error?.message ?? '',
  }));
  const rest = isComplete ? '' : '; older faxes were not searched';
  return `${rows.length === 0 ? '' : formatAnswer(rows)}${faxes.length} of ${total} faxes${rest}\n`;
}
