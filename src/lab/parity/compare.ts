import { keysOf } from '../../model/shared/objects.ts';
import { listed, pluralize } from '../../model/shared/words.ts';
import { outputLine } from '../sweep/report/output-line.ts';
import { compareBags } from './bags.ts';
import { comparePrices, compareRecords } from './account.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import { numberNames, numbersIn, varyingNumber } from '../achievements/noise.ts';
import { compareCopies } from './copies.ts';
import { compareDeeds } from './deeds.ts';
import { compareUntaken } from './untaken-webhooks.ts';
import { compareEnds } from './unread-ends.ts';
import { compareWaits } from './waits.ts';
import { compareCallbacks } from './other-callbacks.ts';
import { findingKinds } from './finding.ts';
import type { Finding, FindingKind } from './finding.ts';
import { expectedLetters, letterNoise, varyingNumbers } from './expected.ts';
import type { ExpectedLetter } from './expected.ts';
import { compareLetters } from './letters.ts';
import { compareLists } from './list-contents.ts';
import { comparePages } from './lists.ts';
import { compareMistakes } from './mistakes.ts';
import { compareProofs } from './open-webhooks.ts';
import { compareRepeats } from './repeats.ts';
import { compareTexts, lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

export interface Comparison {
  /** The worst first. */
  readonly findings: readonly Finding[];
  /** Differences that the author may intend, so they are not findings. */
  readonly remarks: readonly Finding[];
  /** The differences between the runs of the old program, which are left out, in sentences. */
  readonly noise: readonly string[];
}

/** Compares the achievements of a run of the new program with those of all runs of the old one. */
export function compareAchievements(olds: OldSides, side: Side): Comparison {
  const expected = expectedLetters(olds);
  const nameOf = namesIn(olds, expected);
  const letters = compareLetters(expected, side, compareBags(expected, olds, side));
  const concerned = new Set([...letters.concerned].map((number) => `fax to ${nameOf(number)}`));
  const deeds = compareDeeds(olds, side, nameOf, concerned);
  const untaken = compareUntaken(olds, side, { nameOf, concerned });
  const mistakes = compareMistakes(olds, side);
  const lists = compareLists(olds, side, { nameOf, concerned });
  const unread = compareEnds(olds, side, { nameOf, concerned });
  const waits = compareWaits(olds, side);
  const achieved = [
    ...endings(olds, side),
    ...letters.findings,
    ...deeds.findings,
    ...untaken.findings,
    ...compareCopies(olds, side, { nameOf, concerned }),
    ...comparePages(olds, side),
    ...lists.findings,
    ...unread.findings,
    ...waits.findings,
    ...compareRecords(olds, side),
  ];
  const findings = [...achieved, ...(achieved.length > 0 ? [] : comparePrices(olds, side)), ...mistakes.findings];
  return {
    findings: underTheirCause(findings.toSorted((first, second) => rankOf(first) - rankOf(second))),
    remarks: [
      ...lists.remarks,
      ...unread.remarks,
      ...waits.remarks,
      ...compareCallbacks(olds, side, nameOf),
      ...mistakes.remarks,
      ...letters.remarks,
      ...compareRepeats(olds, side, nameOf),
      ...untaken.remarks,
      ...compareProofs(olds, side),
    ],
    noise: [...letterNoise(expected), ...deeds.noise],
  };
}

const kindsInOrder = keysOf(findingKinds);

/** Ranks a program that does not end first, then findings about refused requests, which may explain others, then the worst kinds. */
function rankOf({ kind, isRefusal }: Finding): number {
  if (kind === 'not finished') return -1;
  return kindsInOrder.indexOf(kind) + (isRefusal === true ? 0 : kindsInOrder.length);
}

const namesIn = (olds: OldSides, expected: readonly ExpectedLetter[]): NumberNames =>
  numberNames(
    olds.map(({ run }) => run),
    varyingNumbers(expected),
  );

/**
 * The differences between runs of the old program, in words that stay the same until a further run adds a difference. Empty if the
 * runs are equal.
 */
export function differencesBetween(olds: OldSides): string[] {
  const expected = expectedLetters(olds);
  const nameOf = namesIn(olds, expected);
  const numbers = [...new Set(olds.flatMap(({ run }) => numbersIn(run)))].toSorted(compareTexts);
  const steady = numbers.filter((number) => nameOf(number) !== varyingNumber);
  return [
    ...letterNoise(expected),
    ...compareDeeds(olds, olds[0], nameOf, new Set()).noise,
    ...(steady.length === numbers.length ? [] : [`numbers except ${steady.join(', ')}`]),
  ];
}

/** Kinds of findings that can result from a crash. A doubled fax or a deleted file cannot. */
const consequences = new Set<FindingKind>([
  ...([
    'lost',
    'not fetched',
    'page unread',
    'not listed',
    'not notified',
    'end unread',
    'file kept',
    'other records',
  ] as const),
  'other price',
]);

/** The finding about `callback_url`, which v3 ignores, in place of the notifications that are never sent because of it. */
function underTheirName(findings: readonly Finding[]): Finding[] {
  const cause = findings.find(({ subjects = [] }) => subjects.includes('sendFax unknown-parameter callback_url'));
  const isUnsent = ({ kind, sentence }: Finding): boolean => kind === 'not notified' && sentence.includes('never sent');
  const follows = findings.filter(isUnsent);
  if (cause === undefined || follows.length === 0) return [...findings];
  return findings.flatMap((one) => {
    if (one === follows[0]) return [{ ...cause, follows }];
    return one === cause || isUnsent(one) ? [] : [one];
  });
}

function underTheirCause(findings: readonly Finding[]): Finding[] {
  const [first, ...others] = findings;
  if (first?.kind !== 'not finished') return underTheirName(findings);
  const follows = others.filter(({ kind }) => consequences.has(kind));
  const rest = others.filter(({ kind }) => !consequences.has(kind));
  const causes = rest.filter(({ kind }) => kind === 'endless wait');
  return [...causes, { ...first, follows }, ...rest.filter((one) => !causes.includes(one))];
}

/** A finding if the new program still calls older versions alone. */
export function unmoved({ run: { calls } }: Side): Finding[] {
  const versions = [...new Set(calls.flatMap(({ version }) => version ?? []))].toSorted();
  if (versions.length === 0 || versions.includes('v3')) return [];
  const count = calls.filter(({ version }) => version !== null).length;
  const sentence = `the new program sends ${pluralize(count, 'request')} of ${listed(versions)}, none of v3`;
  return [{ kind: 'not moved', sentence, old: [], new: calls.slice(0, 1) }];
}

function endings(olds: OldSides, { ending, run }: Side): Finding[] {
  const { how, detail, ms } = ending;
  if (how === 'passed' || how === 'stopped') return [];
  const old = lastOf(olds);
  const [time, oldTime] = [ms, old.ending.ms].map((each) => `${(each / 1000).toFixed(1)} s`);
  const texts = {
    failed: `fails (${detail})`,
    crashed: `crashes (${detail})`,
    endless: `still runs after ${time}, where the old one takes ${oldTime}`,
    'cut short': `is not finished after ${time}, where the old one takes ${oldTime}`,
  };
  const calls = { old: old.run.calls.slice(-1), new: run.calls.slice(-1) };
  return [
    {
      kind: 'not finished',
      sentence: `the new program ${texts[how]}`,
      ...calls,
      outputLine: outputLine({ ending }),
    },
  ];
}
