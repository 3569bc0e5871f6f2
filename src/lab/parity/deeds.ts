import { groupBy } from '../../model/shared/objects.ts';
import { listed, pluralize } from '../../model/shared/words.ts';
import { parseUrl } from '../../model/shared/urls.ts';
import { deedKinds, deedsIn, faxesAbout, isNotified, readsOf, removalsOf, wordsFor } from '../achievements/deeds.ts';
import type { Deed, DeedKind, NumberNames } from '../achievements/deeds.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';
import type { WebhookRecord } from '../../control/client/named-types.ts';
import type { Finding, FindingKind } from './finding.ts';
import type { OldSides, Side } from './side.ts';

/** A kind of deed that the new program must do as often as the old one. */
interface ComparedKind {
  /** The number of further deeds of this kind that the run would have done if it had gone on. Default: none. */
  readonly comingIn?: (about: string, run: RunRecord, nameOf: NumberNames) => number;
  /** The requests that did this to a fax. */
  readonly callsOf: (fax: number, run: RunRecord) => readonly RecordedRequest[];
  /** Noun for a deed that is left out of the comparison: `fetching`. */
  readonly noun: string;
  readonly tooFew: FindingKind;
  /** The reason for a missing deed, in place of the general sentence. */
  readonly says?: (about: string, run: RunRecord, nameOf: NumberNames) => string;
  /** The kind of finding for too many deeds. Default: too many are no finding. */
  readonly tooMany?: FindingKind;
}

const comparedKinds: Readonly<Record<DeedKind, ComparedKind>> = {
  fetched: { noun: 'fetching', callsOf: (fax, { calls }) => readsOf(fax, calls), tooFew: 'not fetched' },
  deleted: {
    noun: 'deleting the file of',
    callsOf: (fax, run) => removalsOf(fax, run).slice(0, 1),
    tooFew: 'file kept',
    tooMany: 'file lost',
  },
  accepted: {
    noun: 'accepting the notification of',
    callsOf: (fax, { calls }) => makersOf(fax, calls),
    comingIn: (about, run, nameOf) =>
      countAbout(
        about,
        [...run.faxes, ...run.received].filter((fax) => isComing(fax, run)),
        nameOf,
      ),
    tooFew: 'not notified',
    says: refusedNotice,
  },
};

/** Whether the program ended before the fax or its first notification. v3 retries a failed fax for some minutes. */
const isComing = (fax: SentFax, run: RunRecord): boolean =>
  (fax.completed_at === null && hasReceiver(fax, run)) ||
  run.deliveries.some(
    (one) => one.fax_id === fax.id && one.due_at !== null && isFirstToCome(one.attempts, one.url, run),
  );

/** Whether a fax has a callback URL: its own, or that of the account, which another fax reveals. */
export const hasReceiver = (fax: SentFax, { deliveries, faxes, received }: RunRecord): boolean =>
  fax.callback_url !== null ||
  deliveries.some(
    ({ fax_id: id, url }) =>
      url !== null &&
      [...faxes, ...received].some(
        (one) => one.id === id && one.callback_url === null && one.direction === fax.direction,
      ),
  );

type Attempt = WebhookRecord['attempts'][number];

/**
 * Whether there was no attempt, or only one, which the end of the program cut off although its receiver had answered
 * others before.
 */
function isFirstToCome(attempts: readonly Attempt[], url: string | null, { calls, deliveries }: RunRecord): boolean {
  const [first, ...more] = attempts;
  if (first === undefined) return true;
  const endedAt = Date.parse(first.at) + first.took_ms;
  const isLast = calls.every(({ at }) => Date.parse(at) <= endedAt);
  const isReceiving = deliveries.some(
    (one) => originOf(one.url) === originOf(url) && one.attempts.some(({ answer }) => answer !== null),
  );
  return more.length === 0 && first.answer === null && isLast && isReceiving;
}

const originOf = (url: string | null): string => parseUrl(url ?? '')?.origin ?? '';

function refusedNotice(about: string, run: RunRecord, nameOf: NumberNames): string {
  const ids = faxesAbout(about, run, nameOf)
    .filter((fax) => !isNotified(fax.id, run) && !isComing(fax, run))
    .map(({ id }) => id);
  const attempts = run.deliveries
    .filter(({ fax_id: id, url }) => url !== null && ids.includes(id))
    .flatMap((one) => one.attempts);
  // Attempts after the end of the program have no answer, so the reason is the program's last refusal.
  const last = attempts.findLast(({ answer }) => answer !== null) ?? attempts.at(-1);
  const notice = `the notification of the ${about}`;
  if (last === undefined) return `${notice} is never sent: no request names a URL for it`;
  const count = pluralize(attempts.length, 'time');
  return last.answer === null
    ? `${notice} fails ${count}: ${last.failure ?? 'no answer'}`
    : `${notice} is refused with ${last.answer.status}, ${count}`;
}

/** Findings about deeds that the new program does less often than all runs of the old one, or more often than any. */
export function compareDeeds(
  olds: OldSides,
  { run }: Side,
  nameOf: NumberNames,
  /** The faxes that are lost or doubled, which already explains other differences. */
  concerned: ReadonlySet<string>,
) {
  const runs = olds.map((old) => ({ run: old.run, deeds: groupBy(deedsIn(old.run, nameOf), keyOf) }));
  const now = groupBy(deedsIn(run, nameOf), keyOf);
  const kinds = new Map([...runs.flatMap(({ deeds }) => [...deeds]), ...now].map(([key, [like]]) => [key, like]));
  const compared = [...kinds].map(([key, { kind, about }]): ComparedDeeds => {
    const old = runs.map((one) => ({ run: one.run, deeds: one.deeds.get(key) ?? [] }));
    return { kind, about, olds: old, now: { run, deeds: now.get(key) ?? [] } };
  });
  return {
    noise: compared.filter((one) => !isEven(one)).map(({ kind, about }) => `${comparedKinds[kind].noun} the ${about}`),
    findings: compared.filter(({ about }) => !concerned.has(about)).flatMap((deeds) => deedFindings(deeds, nameOf)),
  };
}

const keyOf = ({ kind, about }: Deed): string => `${kind} ${about}`;

interface DoneIn {
  readonly run: RunRecord;
  readonly deeds: readonly Deed[];
}

/** Equal deeds in the runs of the old program and of the new one. */
interface ComparedDeeds extends Pick<Deed, 'kind' | 'about'> {
  readonly olds: readonly DoneIn[];
  readonly now: DoneIn;
}

const isEven = ({ olds: [first, ...others] }: Pick<ComparedDeeds, 'olds'>): boolean =>
  others.every(({ deeds }) => deeds.length === first?.deeds.length);

function deedFindings(compared: ComparedDeeds, nameOf: NumberNames): Finding[] {
  const { kind, about, olds, now } = compared;
  const { callsOf, comingIn, says, tooFew, tooMany } = comparedKinds[kind];
  const thing = `the ${deedKinds[kind]} of the ${about}${timesOf(compared, nameOf)}`;
  const oldCalls = (olds.at(-1)?.deeds ?? []).flatMap(({ fax }) => callsOf(fax, olds.at(-1)?.run ?? now.run));
  const coming = comingIn?.(about, now.run, nameOf) ?? 0;
  const shared = { subjects: [about], old: oldCalls };
  if (leftUndone(compared, nameOf) > coming) {
    const sentence = says?.(about, now.run, nameOf) ?? `${thing} is not ${kind}`;
    return [{ kind: tooFew, ...shared, sentence, new: callsAbout(about, now.run, nameOf) }];
  }
  if (tooMany === undefined || now.deeds.length <= Math.max(...olds.map(({ deeds }) => deeds.length))) return [];
  const sentence = `${thing} is ${kind}, which the old program keeps`;
  return [{ kind: tooMany, ...shared, sentence, new: now.deeds.flatMap(({ fax }) => callsOf(fax, now.run)) }];
}

/** The times of the affected faxes of the fixture, if several have the same number: `, that of 2026-01-01 08:00,`. */
function timesOf({ about, olds, now }: ComparedDeeds, nameOf: NumberNames): string {
  const known = (olds.at(-1)?.run.readBefore ?? []).filter((fax) => wordsFor(fax, nameOf).includes(about));
  const done = new Set(now.deeds.map(({ fax }) => fax));
  const left = known.filter(({ id }) => !done.has(id));
  if (known.length < 2 || left.length === 0) return '';
  return `, that of ${listed(left.map(({ created_at: at }) => at.slice(0, minuteLength).replace('T', ' ')))},`;
}

const minuteLength = '2026-01-01T08:00'.length;

/**
 * The number of deeds that the new program lacks. If the old program does them a different number of times in each run,
 * its number of faxes varies too, so the faxes without the deed are compared.
 */
function leftUndone({ about, olds, now, ...one }: ComparedDeeds, nameOf: NumberNames): number {
  if (isEven({ olds })) return (olds[0]?.deeds.length ?? 0) - now.deeds.length;
  const [undone = 0, ...usual] = [now, ...olds].map(
    ({ run, deeds }) => countAbout(about, possible[one.kind](run), nameOf) - deeds.length,
  );
  return undone - Math.max(...usual);
}

/** The faxes on which a deed is possible. */
const possible: Readonly<Record<DeedKind, (run: RunRecord) => readonly SentFax[]>> = {
  fetched: ({ received, readBefore }) => [...received, ...readBefore],
  deleted: ({ faxes, received, readBefore }) => [...faxes, ...received, ...readBefore],
  accepted: ({ faxes, received }) => [...faxes, ...received],
};

const countAbout = (about: string, faxes: readonly SentFax[], nameOf: NumberNames): number =>
  faxes.flatMap((fax) => wordsFor(fax, nameOf)).filter((words) => words === about).length;

const callsMax = 3;

/** The last requests about these faxes, or the lists that could have shown them. */
function callsAbout(about: string, run: RunRecord, nameOf: NumberNames): RecordedRequest[] {
  const ids = faxesAbout(about, run, nameOf).map(({ id }) => id);
  const own = run.calls.filter(
    ({ fax_id: id, new_fax_ids: made }) => (id !== null && ids.includes(id)) || made.some((one) => ids.includes(one)),
  );
  const found = own.length > 0 ? own : run.calls.filter(({ operation }) => operation === 'listFaxes');
  return found.slice(-callsMax);
}
