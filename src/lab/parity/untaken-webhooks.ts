import type { WebhookRecord } from '../../control/client/named-types.ts';
import { pluralize } from '../../model/shared/words.ts';
import { countBy } from '../achievements/beside.ts';
import { deedsIn, faxesAbout, wordsFor } from '../achievements/deeds.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import { closedHost } from '../achievements/posted-webhooks.ts';
import { makersOf } from '../achievements/run-record.ts';
import type { RunRecord } from '../achievements/run-record.ts';
import { hasReceiver } from './deeds.ts';
import type { Finding } from './finding.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

interface Known {
  readonly nameOf: NumberNames;
  /** The faxes that are lost or doubled, which already explains other differences. */
  readonly concerned: ReadonlySet<string>;
}

/**
 * The requested notifications, where the old program accepted none, for example because its receiver does not run. Accepted
 * notifications are compared as deeds.
 */
export function compareUntaken(olds: OldSides, side: Side, known: Known): { findings: Finding[]; remarks: Finding[] } {
  return { findings: unrequested(olds, side, known), remarks: withoutReceiver(olds) };
}

/** One finding about all faxes for which only the new program names no URL, since they mostly have one cause. */
function unrequested(olds: OldSides, { run }: Side, { nameOf, concerned }: Known): Finding[] {
  const taken = new Set(olds.flatMap((old) => acceptedIn(old.run, nameOf)));
  const silent = silentIn(run, nameOf);
  const usual = olds.map((old) => silentIn(old.run, nameOf));
  const lacking = [...silent.keys()].filter((about) => {
    const isMore = usual.every((counts) => (silent.get(about) ?? 0) > (counts.get(about) ?? 0));
    const isRequested = olds.every((old) =>
      faxesAbout(about, old.run, nameOf).some((fax) => hasReceiver(fax, old.run)),
    );
    return isRequested && isMore && !taken.has(about) && !concerned.has(about);
  });
  const [first] = lacking;
  if (first === undefined) return [];
  const old = lastOf(olds).run;
  const callsOf = (one: RunRecord) => faxesAbout(first, one, nameOf).flatMap(({ id }) => makersOf(id, one.calls));
  const [what, it] =
    lacking.length === 1
      ? [`the notification of the ${first} is`, 'it']
      : [`the notifications of ${lacking.length} faxes, such as the ${first}, are`, 'them'];
  const sentence = `${what} never sent: no request names a URL for ${it}, where the old program names one`;
  return [{ kind: 'not notified', subjects: lacking, sentence, old: callsOf(old), new: callsOf(run) }];
}

const acceptedIn = (run: RunRecord, nameOf: NumberNames): string[] =>
  deedsIn(run, nameOf).flatMap(({ kind, about }) => (kind === 'accepted' ? [about] : []));

/** The faxes of a run without a URL for notifications, by their words, with their number. */
function silentIn(run: RunRecord, nameOf: NumberNames): ReadonlyMap<string, number> {
  const faxes = [...run.faxes, ...run.received].filter((fax) => !run.prepared.has(fax.id) && !hasReceiver(fax, run));
  return countBy(
    faxes.flatMap((fax) => wordsFor(fax, nameOf)),
    (words) => words,
  );
}

/** A remark if nothing took any webhook of the old program. */
function withoutReceiver(olds: OldSides): Finding[] {
  const { run } = lastOf(olds);
  const sent = run.deliveries.filter(({ url, attempts }) => url !== null && attempts.length > 0);
  const last = sent.at(-1);
  if (last === undefined || olds.some((old) => old.run.deliveries.some(({ state }) => state === 'delivered')))
    return [];
  // The advice after the first part of the reason is about containers.
  const [reason = 'no answer'] = (last.attempts.at(-1)?.failure ?? '').split(': ').filter((part) => part !== '');
  const sentence = `the old program asks for ${pluralize(sent.length, 'webhook')}, and none is taken (${reason}), so accepted notifications are not compared: ${adviceOn(last)}`;
  return [{ kind: 'no receiver', sentence, old: makersOf(last.fax_id, run.calls), new: [] }];
}

/** A receiver helps only where the simulator may post to its host. */
function adviceOn(webhook: WebhookRecord): string {
  const host = closedHost(webhook);
  return host === undefined ? 'start its receiver' : `give --allow-hosts ${host}, or use a local URL`;
}
