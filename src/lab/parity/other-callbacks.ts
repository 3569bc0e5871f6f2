import { isSameList } from '../../model/shared/objects.ts';
import { isThisMachine, parseUrl } from '../../model/shared/urls.ts';
import { faxesAbout, wordsFor } from '../achievements/deeds.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { RunRecord, SentFax } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

/**
 * One remark on all faxes for which the new program gives another callback URL than all runs of the old one. No finding, because the
 * application may have another path for webhooks of v3, which have another form.
 */
export function compareCallbacks(olds: OldSides, { run }: Side, nameOf: NumberNames): Finding[] {
  const usual = olds.map((old) => placesIn(old.run, nameOf));
  const [first, ...others] = [...placesIn(run, nameOf)].flatMap(([about, places]) => {
    const [known, ...more] = usual.map((one) => one.get(about) ?? []);
    const isSteady = known !== undefined && known.length > 0 && more.every((one) => isSameList(one, known));
    return isSteady && !isSameList(known, places) ? [{ about, known, places }] : [];
  });
  if (first === undefined) return [];
  const { about, known, places } = first;
  const old = lastOf(olds).run;
  const callsOf = (one: RunRecord) => faxesAbout(about, one, nameOf).flatMap(({ id }) => makersOf(id, one.calls));
  const [what, goes, those] =
    others.length === 0
      ? [`the webhook of the ${about}`, 'goes', 'that']
      : [`the webhooks of ${others.length + 1} faxes, such as the ${about},`, 'go', 'those'];
  const sentence = `${what} ${goes} to ${places.join(' and ')}, ${those} of the old program to ${known.join(' and ')}`;
  return [{ kind: 'other callback', sentence, old: callsOf(old).slice(0, 1), new: callsOf(run).slice(0, 1) }];
}

/** The places that the webhooks of each fax go to, by the words for the fax, in alphabetical order. */
function placesIn(run: RunRecord, nameOf: NumberNames): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, readonly string[]>();
  for (const fax of [...run.faxes, ...run.received].filter(({ id }) => !run.prepared.has(id))) {
    const place = placeOf(urlFor(fax, run));
    for (const about of place === undefined ? [] : wordsFor(fax, nameOf))
      places.set(about, [...new Set([...(places.get(about) ?? []), place ?? ''])].toSorted());
  }
  return places;
}

/** The callback URL of a fax: its own, or that of the account. */
const urlFor = ({ id, callback_url: own }: SentFax, { deliveries }: RunRecord): string | null =>
  own ?? deliveries.find(({ fax_id: fax, url }) => fax === id && url !== null)?.url ?? null;

/** `crm.example.com/fax`: without credentials, which only v3 needs, and without the port, which may be another in each run. */
function placeOf(url: string | null): string | undefined {
  const to = parseUrl(url ?? '');
  if (to === undefined || !/^https?:$/.test(to.protocol)) return undefined;
  return `${isThisMachine(to) ? 'localhost' : to.hostname}${to.pathname}`;
}
