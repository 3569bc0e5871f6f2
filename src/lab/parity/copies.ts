import { groupBy } from '../../model/shared/objects.ts';
import { isWhole, readsOf, wordsFor } from '../achievements/deeds.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import type { RunRecord, SentFax } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

/** The sent faxes whose document the program downloads completely, such as for an archive. */
export const copiedFaxes = ({ faxes, calls }: RunRecord): SentFax[] =>
  faxes.filter(({ id }) => readsOf(id, calls).some(isWhole));

/**
 * Findings about sent faxes whose document all runs of the old program download, but not the new one. Additional downloads are
 * allowed, such as to send again what v2.1 resends.
 */
export function compareCopies(
  olds: OldSides,
  { run }: Side,
  { nameOf, concerned }: { readonly nameOf: NumberNames; readonly concerned: ReadonlySet<string> },
): Finding[] {
  const last = lastOf(olds).run;
  // Names a fax by all its numbers: a fax of v2.1 to several numbers has one document, but v3 has a fax for each number.
  const keyOf = (fax: SentFax): string => [...new Set(wordsFor(fax, nameOf))].join(' and the ');
  return [...groupBy(copiedFaxes(last), keyOf)].flatMap(([key, copies]): Finding[] => {
    const abouts = wordsFor(copies[0], nameOf);
    const isAbout = (fax: SentFax): boolean => wordsFor(fax, nameOf).some((about) => abouts.includes(about));
    if (abouts.some((about) => concerned.has(about))) return [];
    if (!isLacking(isAbout, { olds, run, isShared: abouts.length > 1 })) return [];
    const sent = run.faxes.filter(isAbout).map(({ id }) => id);
    return [
      {
        kind: 'not fetched',
        subjects: [`copy of the ${key}`],
        sentence: `the document of the ${key} is not downloaded`,
        old: copies.flatMap(({ id }) => readsOf(id, last.calls)),
        new: run.calls.filter(({ new_fax_ids: made }) => made.some((id) => sent.includes(id))),
      },
    ];
  });
}

/**
 * Whether the new program downloads fewer documents than each run of the old one, or skips more if the number of faxes differs.
 * `isShared`: several numbers share a document, so one download is enough.
 */
function isLacking(
  isAbout: (fax: SentFax) => boolean,
  { olds, run, isShared }: { readonly olds: OldSides; readonly run: RunRecord; readonly isShared: boolean },
): boolean {
  const counted = [run, ...olds.map((old) => old.run)].map((one) => {
    const copies = copiedFaxes(one).filter(isAbout).length;
    return { copies, left: one.faxes.filter(isAbout).length - copies };
  });
  const [now = { copies: 0, left: 0 }, ...usual] = counted;
  const fewest = Math.min(...usual.map(({ copies }) => copies));
  if (isShared) return fewest > 0 && now.copies === 0;
  if (usual.every(({ copies }) => copies === fewest)) return now.copies < fewest;
  return now.left > Math.max(...usual.map(({ left }) => left));
}
