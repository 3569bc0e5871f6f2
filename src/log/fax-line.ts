import type { Fax } from '../domain/fax.ts';
import type { LogLine } from './log.ts';

/** The line of a fax that has ended, with its error. */
export function faxLine({ id, direction, status, recipients, fromNumber, error, pages }: Fax): LogLine {
  const [first = 'an unknown number', ...more] =
    direction === 'sent' ? recipients.map(({ number }) => number) : [fromNumber ?? undefined];
  const further = more.length === 0 ? '' : ` and ${more.length} more`;
  const why = error === null ? '' : `: error ${error.id}, ${error.message}`;
  const text = `fax ${id} ${direction === 'sent' ? 'to' : 'from'} ${first}${further} ${status}${why}`;
  const reason = error === null ? {} : { error_id: error.id, error_type: error.type, message: error.message };
  return { event: 'fax', text, fields: { fax: id, direction, status, pages, ...reason } };
}
