import type { WebhookRecord } from '../../control/client/named-types.ts';
import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import { fetchedFaxes, isNotified, readsOf, removalsIn } from '../sweep/achievements.ts';
import { callThatMade } from '../sweep/observation.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../sweep/observation.ts';
import type { Finding, FindingKind } from './finding.ts';
import type { NumberNames, Side } from './side.ts';

/** A thing that a run did for a fax, or to the account, in words that hold for the same one in another run. */
interface Deed {
  /** `the fax to +12025550123`. */
  readonly about: string;
  /** The name of the number that it was sent to; undefined: it was not sent. */
  readonly to: string | undefined;
  readonly calls: readonly RecordedRequest[];
}

/** A kind of deeds, of which the new program must do as many as the old one. */
interface DeedKind {
  /** How many more deeds about the same the run would have done, had it gone on. Default: none. */
  readonly comingIn?: (about: string, run: RunRecord, nameOf: NumberNames) => number;
  /** The deeds in words, of which several may be about the same. */
  readonly deedsOf: (run: RunRecord, nameOf: NumberNames) => Deed[];
  /** Noun for a deed that is left out of the comparison: `webhook`. */
  readonly noun: string;
  readonly tooFew?: {
    readonly kind: FindingKind;
    readonly says: (about: string, run: RunRecord, nameOf: NumberNames) => string;
  };
  readonly tooMany?: { readonly kind: FindingKind; readonly says: (about: string) => string };
}

const deedKinds: readonly DeedKind[] = [
  {
    noun: 'fetching',
    deedsOf: (run, nameOf) =>
      fetchedFaxes(run).map((id) => {
        const fax = run.received.find((one) => one.id === id);
        const about = fax === undefined ? `the received fax ${id}` : `the fax from ${nameOf(fax.from_number)}`;
        return { about, to: undefined, calls: readsOf(id, run) };
      }),
    tooFew: { kind: 'not fetched', says: (about) => `the document of ${about} is not fetched` },
  },
  {
    noun: 'deleting the file of',
    deedsOf: (run, nameOf) =>
      removalsIn(run).flatMap(({ fax, call }) => aboutEach(fax, nameOf).map((one) => ({ ...one, calls: [call] }))),
    tooFew: { kind: 'file kept', says: (about) => `the file of ${about} is not deleted` },
    tooMany: { kind: 'file lost', says: (about) => `the file of ${about} is deleted, which the old program keeps` },
  },
  {
    noun: 'accepting the notification of',
    deedsOf: (run, nameOf) =>
      [...run.faxes, ...run.received]
        .filter(({ id }) => isNotified(id, run))
        .flatMap((fax) => aboutEach(fax, nameOf).map((one) => ({ ...one, calls: makersOf(fax, run) }))),
    comingIn: (about, run, nameOf) => faxesAbout(about, run, nameOf).filter((fax) => isComing(fax, run)).length,
    tooFew: { kind: 'not notified', says: refusedNotice },
  },
];

const makersOf = (fax: SentFax, { calls }: RunRecord): RecordedRequest[] => {
  const call = callThatMade(fax, calls);
  return call === undefined ? [] : [call];
};

/** A fax in words, once for each of its recipients. */
function aboutEach({ direction, from_number: from, recipients }: SentFax, nameOf: NumberNames) {
  if (direction === 'received') return [{ about: `the fax from ${nameOf(from)}`, to: undefined }];
  return recipients.map(({ number }) => ({ about: `the fax to ${nameOf(number)}`, to: nameOf(number) }));
}

const faxesAbout = (about: string, { faxes, received }: RunRecord, nameOf: NumberNames): SentFax[] =>
  [...faxes, ...received].filter((fax) => aboutEach(fax, nameOf).some((one) => one.about === about));

/** Whether the program has ended before the fax, or before its first notification: v3 tries a failed fax again for some minutes. */
const isComing = (fax: SentFax, run: RunRecord): boolean =>
  (fax.completed_at === null && hasReceiver(fax, run)) ||
  run.deliveries.some(
    (one) => one.fax_id === fax.id && one.due_at !== null && isFirstToCome(one.attempts, one.url, run),
  );

/** Whether a fax has a URL for its notification: its own, or that of the account, as another fax shows. */
const hasReceiver = (fax: SentFax, { deliveries, faxes, received }: RunRecord): boolean =>
  fax.callback_url !== null ||
  deliveries.some(
    ({ fax_id: id, url }) =>
      url !== null &&
      [...faxes, ...received].some(
        (one) => one.id === id && one.callback_url === null && one.direction === fax.direction,
      ),
  );

type Attempt = WebhookRecord['attempts'][number];

/** Whether there was no attempt, or one that the end of the program cut off: its receiver has answered others before. */
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

const originOf = (url: string | null): string => (url !== null && URL.canParse(url) ? new URL(url).origin : '');

function refusedNotice(about: string, run: RunRecord, nameOf: NumberNames): string {
  const ids = faxesAbout(about, run, nameOf)
    .filter((fax) => !isNotified(fax.id, run) && !isComing(fax, run))
    .map(({ id }) => id);
  const attempts = run.deliveries
    .filter(({ fax_id: id, url }) => url !== null && ids.includes(id))
    .flatMap((one) => one.attempts);
  // A program that has ended answers no more: its own refusal is the reason.
  const last = attempts.findLast(({ answer }) => answer !== null) ?? attempts.at(-1);
  const notice = `the notification of ${about}`;
  if (last === undefined) return `${notice} is never sent: no request names a URL for it`;
  const end = last.answer === null ? `fails: ${last.failure ?? 'no answer'}` : `is refused with ${last.answer.status}`;
  return `${notice} ${end}, ${pluralize(attempts.length, 'time')}`;
}

/** The deeds that the new program does less often than both runs of the old one, or more often than any. */
export function compareDeeds(
  olds: readonly [Side, Side],
  side: Side,
  nameOf: NumberNames,
  concerned: ReadonlySet<string>,
) {
  const compared = deedKinds.flatMap((kind) => {
    const tallyOf = ({ run }: Side) => groupBy(kind.deedsOf(run, nameOf), ({ about }) => about);
    const [ones, others, nows] = [tallyOf(olds[0]), tallyOf(olds[1]), tallyOf(side)];
    return [...new Set([ones, others, nows].flatMap((deeds) => [...deeds.keys()]))].map((about) => {
      const [one, other, now] = [ones.get(about) ?? [], others.get(about) ?? [], nows.get(about) ?? []];
      return { kind, about, one, other, now };
    });
  });
  return {
    noise: compared
      .filter(({ one, other }) => one.length !== other.length)
      .map(({ kind, about }) => `${kind.noun} ${about}`),
    findings: compared
      // A fax that is lost or doubled explains the rest.
      .filter(({ other, now }) => ![...other, ...now].some(({ to }) => to !== undefined && concerned.has(to)))
      .flatMap((deeds) => deedFindings(deeds, side.run, nameOf)),
  };
}

interface ComparedDeeds {
  readonly kind: DeedKind;
  readonly about: string;
  /** Deeds of the two runs of the old program, and of the new one. */
  readonly one: readonly Deed[];
  readonly other: readonly Deed[];
  readonly now: readonly Deed[];
}

function deedFindings({ kind, about, one, other, now }: ComparedDeeds, run: RunRecord, nameOf: NumberNames): Finding[] {
  const { tooFew, tooMany, comingIn } = kind;
  const coming = comingIn?.(about, run, nameOf) ?? 0;
  const old = other.flatMap(({ calls }) => calls);
  if (tooFew !== undefined && now.length + coming < Math.min(one.length, other.length)) {
    const sentence = tooFew.says(about, run, nameOf);
    return [{ kind: tooFew.kind, sentence, old, new: callsAbout(about, run, nameOf) }];
  }
  if (tooMany !== undefined && now.length > Math.max(one.length, other.length)) {
    return [{ kind: tooMany.kind, sentence: tooMany.says(about), old, new: now.flatMap(({ calls }) => calls) }];
  }
  return [];
}

const callsMax = 3;

/** The last requests about the faxes of that name, or the lists that could have shown them. */
function callsAbout(about: string, run: RunRecord, nameOf: NumberNames): RecordedRequest[] {
  const ids = faxesAbout(about, run, nameOf).map(({ id }) => id);
  const own = run.calls.filter(
    ({ fax_id: id, new_fax_ids: made }) => (id !== null && ids.includes(id)) || made.some((one) => ids.includes(one)),
  );
  const found = own.length > 0 ? own : run.calls.filter(({ operation }) => operation === 'listFaxes');
  return found.slice(-callsMax);
}
