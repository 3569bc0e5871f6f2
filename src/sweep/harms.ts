import type { Ending } from './ending.ts';
import { paramKey } from './happenings.ts';
import { ownedCollections, scenarioPrefix } from './observation.ts';
import type { RecordedRequest, RunRecord, SentFax } from './observation.ts';
import { haveVaryingRecipients, recipientsOf, varyingParams } from './varying.ts';
import type { Baselines } from './varying.ts';
import { pluralize } from '../shared/words.ts';

/** A run with a fault, and the two runs without one. */
export interface RunComparison extends Baselines {
  readonly ending: Ending;
  readonly run: RunRecord;
}

type Judge = (comparison: RunComparison) => readonly string[];

/** The harms of a run, noticed by the program or not: one sentence each. */
export const harmsOf = (comparison: RunComparison): string[] => judges.flatMap((judge) => judge(comparison));

const sentTwice: Judge = (comparison) => {
  const { run, baseline } = comparison;
  const grouped = groupingOf(comparison);
  const before = grouped(baseline.faxes.filter(isUnderWay));
  return [...grouped(run.faxes.filter(isUnderWay))].flatMap(([to, faxes]) => {
    const usual = before.get(to)?.length ?? 0;
    if (faxes.length <= usual) return [];
    const ids = faxes.map(({ id }) => id).join(', ');
    return [`${pluralize(faxes.length, 'fax', 'faxes')} to ${to} in place of ${usual}: ${ids}`];
  });
};

const madeTwice: Judge = ({ run, baseline }) =>
  ownedCollections.flatMap((name) => {
    const [count, usual] = [run.owned[name].length, baseline.owned[name].length];
    const noun = name.replaceAll('_', ' ');
    return count > usual ? [`the account has ${count} ${noun} in place of ${usual}`] : [];
  });

/** The faxes that the application learned to be sent, and the test passes as if they were. */
const reportedAsSent: Judge = (comparison) => {
  const { ending, run, baseline } = comparison;
  if (ending.how !== 'passed') return [];
  const grouped = groupingOf(comparison);
  const now = grouped(run.faxes);
  return [...grouped(baseline.faxes)].flatMap(([to, usual]) => {
    const faxes = now.get(to) ?? [];
    if (faxes.length < usual.length) return [`the program passes, though the fax to ${to} was never sent`];
    const known = usual.filter((fax) => fax.status === 'success' && isKnownToProgram(fax, baseline));
    const successes = faxes.filter(({ status }) => status === 'success');
    const other = faxes.find(({ status }) => status !== 'success');
    if (successes.length >= known.length || other === undefined) return [];
    return [`the program passes, though the status of the fax to ${to} is ${other.status}`];
  });
};

const comesTooEarly: Judge = ({ run, ...baselines }) =>
  failedVerdicts(run, 'honours_retry_after').flatMap((because) => {
    const refused = run.calls.find((call) => isTouched(call) && call.answer.status === 429);
    if (refused === undefined) return [];
    const varying = varyingParams(baselines);
    const isRepeated = run.calls.some((call) => call.id > refused.id && isSame(call, refused, varying));
    return isRepeated ? [`Retry-After is ignored: ${because}`] : [];
  });

const acceptsForged: Judge = ({ run }) =>
  failedVerdicts(run, 'rejects_webhook').map((because) => `a webhook with a wrong signature is accepted: ${because}`);

const duplicates: Judge = (comparison) =>
  sentTwice(comparison).length > 0 ? [] : failedVerdicts(comparison.run, 'no_duplicate_fax');

/** More repetitions of a request whose answer is always the same error. */
const mostRepeats = 50;

const neverGivesUp: Judge = ({ run }) => {
  const touched = run.calls.filter(isTouched);
  const [first] = touched;
  if (first === undefined || touched.length <= mostRepeats) return [];
  return [`the program sends ${first.operation ?? ''} ${touched.length} times, though each answer is the same error`];
};

const judges = [sentTwice, duplicates, madeTwice, acceptsForged, comesTooEarly, reportedAsSent, neverGivesUp];

const failedVerdicts = (run: RunRecord, expectation: string): string[] =>
  run.verdicts
    .filter((one) => one.expectation === expectation && one.verdict === 'failed')
    .map(({ because }) => because);

const isTouched = ({ rule }: RecordedRequest): boolean => rule?.startsWith(scenarioPrefix) === true;

/** A time or a UUID among the parameters does not make it another request. */
function isSame(one: RecordedRequest, other: RecordedRequest, varying: ReadonlySet<string>): boolean {
  const textOf = (call: RecordedRequest): string =>
    JSON.stringify(Object.entries(call.params ?? {}).filter(([name]) => !varying.has(paramKey(call, name))));
  return one.operation === other.operation && textOf(one) === textOf(other);
}

const isUnderWay = ({ status }: SentFax): boolean => status !== 'failure' && !/cancel/i.test(status);

/** Its end was in a webhook that the application accepted, or in an answer. */
function isKnownToProgram({ id }: SentFax, { calls, deliveries }: RunRecord): boolean {
  const isDelivered = deliveries.some((delivery) => delivery.fax_id === id && delivery.state === 'delivered');
  const isRead = calls.some(
    ({ operation, answer: { body } }) =>
      (operation === 'getFax' || operation === 'listFaxes') &&
      body?.includes(`"id":${id},`) === true &&
      body.includes('"status":"success"'),
  );
  return isDelivered || isRead;
}

/** Groups faxes by their recipients; where a program has others in each run, all are one group. */
function groupingOf(baselines: Baselines): (faxes: readonly SentFax[]) => Map<string, SentFax[]> {
  const isVarying = haveVaryingRecipients(baselines);
  return (faxes) => {
    const groups = new Map<string, SentFax[]>();
    for (const fax of faxes) {
      const to = isVarying ? 'numbers that differ between runs' : recipientsOf(fax);
      groups.set(to, [...(groups.get(to) ?? []), fax]);
    }
    return groups;
  };
}
