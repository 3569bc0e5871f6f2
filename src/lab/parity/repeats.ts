import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import { isWhole, readsOf, wordsFor } from '../achievements/deeds.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import type { RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import type { OldSides, Side } from './side.ts';
import { pageOf, walksIn } from './walks.ts';

/** Remarks about pages and documents that the new program reads twice and the old one once. */
export const compareRepeats = (olds: OldSides, { run }: Side, nameOf: NumberNames): Finding[] => [
  ...repeatedPages(olds, run),
  ...repeatedFetches(olds, run, nameOf),
];

/** Repeated pages in a list of several pages. A single page that is read repeatedly is polling. */
function repeatedPages(olds: OldSides, run: RunRecord): Finding[] {
  if (olds.some((old) => repeatsIn(old.run).length > 0)) return [];
  return repeatsIn(run).map(([first, ...more]): Finding => ({
    kind: 'done twice',
    sentence: `page ${pageOf(first)} of a list is read ${pluralize(more.length + 1, 'time')}`,
    old: [],
    new: [first, ...more],
  }));
}

const repeatsIn = (run: RunRecord) =>
  walksIn(run)
    .filter(({ calls }) => new Set(calls.map(({ params }) => JSON.stringify(askedPages(params)))).size > 1)
    .flatMap(({ calls }) => [...groupBy(calls, pageOf).values()].filter((reads) => reads.length > 1));

/** The requested page, even by a name that v3 ignores. */
const askedPages = (params: RecordedRequest['params']): unknown[] =>
  ['page', 'pageNumber', 'page_number'].map((name) => params?.[name] ?? null);

function repeatedFetches(olds: OldSides, run: RunRecord, nameOf: NumberNames): Finding[] {
  const usual = Math.max(1, ...olds.flatMap((old) => fetchesIn(old.run).map(({ reads }) => reads.length)));
  return fetchesIn(run)
    .filter(({ reads }) => reads.length > usual)
    .map(({ fax, reads }): Finding => {
      const sentence = `the document of the ${wordsFor(fax, nameOf).join(', ')} is fetched ${reads.length} times in place of ${usual}`;
      return { kind: 'done twice', sentence, old: [], new: reads };
    });
}

const fetchesIn = (run: RunRecord) =>
  [...run.received, ...run.readBefore].map((fax) => ({ fax, reads: readsOf(fax.id, run.calls).filter(isWhole) }));
