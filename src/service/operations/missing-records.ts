import type { Fax } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { OperationContext } from './operation-context.ts';

/** Source of the text: a recorded answer to an unknown route; for records it is assumed to be the same. */
export const notFound = () => new Refusal('not_found', 'Not found');

/** Returns a record that was looked up. Throws `not_found` if it is undefined. */
export function orNotFound<T>(record: T | undefined): T {
  if (record === undefined) throw notFound();
  return record;
}

/**
 * The refusal for a fax without its file. A fax before its conversion gets a file later. For all others, the text is
 * that of fax error 113, the only known one with this meaning.
 */
export function fileMissing(
  { store, scripting }: Pick<OperationContext, 'store' | 'scripting'>,
  fax: Fax,
  kind: 'file_missing' | 'not_allowed',
): Refusal {
  const isUnconverted = fax.status === 'queued' || fax.status === 'pendingbatch';
  const isAwaited = isUnconverted && scripting.fileStateOf(fax) === 'not_stored' && store.account.fileStorage;
  if (isAwaited) return new Refusal(kind, 'The file for this fax is not there yet: its document is not converted.');
  return new Refusal(kind, 'The file for this fax has been deleted or is not accessible.');
}
