import { groupBy } from '../../model/shared/objects.ts';
import { atEnd, recipientText } from '../achievements/deeds.ts';
import type { RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import { statusText } from '../sweep/fax-words.ts';
import type { Finding } from './finding.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

/**
 * Judges reads of a fax after all earlier faxes have ended. Many more than in the old program are a wait for a status that never
 * comes; a few more may be a wait that the program gives up.
 */
export function compareWaits(olds: OldSides, { run }: Side): { findings: Finding[]; remarks: Finding[] } {
  const usual = Math.max(...olds.map((old) => lateReads(old.run).length));
  const late = lateReads(run);
  const more = late.length - usual;
  if (more <= fewReads) return { findings: [], remarks: [] };
  const read = run.faxes.find(({ id }) => id === late.at(-1)?.fax_id);
  const what = read === undefined ? 'the list' : `the fax to ${recipientText(read)}`;
  const end = read === undefined ? 'the end of all faxes' : 'its end';
  const sentence = `the program reads ${what} ${late.length} times after ${end} in place of ${usual}, as if it did not know the status${read === undefined ? '' : ` ${statusText(atEnd(read, run).status, run)}`}`;
  const old = lastOf(olds).run.calls.filter(({ operation }) => operation === 'getFax' || operation === 'listFaxes');
  const wait: Finding = { kind: 'endless wait', sentence, old: old.slice(-1), new: late.slice(-1) };
  return more > lateReadsMax ? { findings: [wait], remarks: [] } : { findings: [], remarks: [wait] };
}

const fewReads = 2;
const lateReadsMax = 9;

/** The most frequent reads among those made when no fax is under way. */
function lateReads(run: RunRecord): readonly RecordedRequest[] {
  const reads = run.calls.filter(({ operation, at }) => {
    const isRead = operation === 'getFax' || operation === 'listFaxes';
    const before = run.faxes.filter(({ created_at: made }) => made <= at);
    return isRead && before.length > 0 && before.every((fax) => (atEnd(fax, run).completed_at ?? '9') < at);
  });
  const groups = [...groupBy(reads, ({ operation, path, query }) => `${operation ?? ''} ${path} ${query}`).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? [];
}
