import { keysOf } from '../../model/shared/objects.ts';
import { comparePrices, compareRecords } from './account.ts';
import { numberNames } from '../achievements/noise.ts';
import { compareDeeds } from './deeds.ts';
import { compareWaits } from './waits.ts';
import { findingKinds } from './finding.ts';
import type { Finding, FindingKind } from './finding.ts';
import { compareLetters, expectedLetters, letterNoise } from './letters.ts';
import { compareLists } from './list-contents.ts';
import { comparePages } from './lists.ts';
import { compareMistakes } from './mistakes.ts';
import { compareRepeats } from './repeats.ts';
import type { Side } from './side.ts';

export interface Comparison {
  /** The worst first. */
  readonly findings: readonly Finding[];
  /** Differences that the author may want, so that they are no findings. */
  readonly remarks: readonly Finding[];
  /** The differences between the two runs of the old program, which are left out, in sentences. */
  readonly noise: readonly string[];
}

/** Compares what the new program achieves with what both runs of the old one do. */
export function compareAchievements(olds: readonly [Side, Side], side: Side): Comparison {
  const nameOf = numberNames({ former: olds[0].run, baseline: olds[1].run });
  const expected = expectedLetters(olds, nameOf);
  const letters = compareLetters(expected, side, nameOf);
  const deeds = compareDeeds(olds, side, nameOf, letters.concerned);
  const mistakes = compareMistakes(olds, side);
  const lists = compareLists(olds, side, { nameOf, concerned: letters.concerned });
  const waits = compareWaits(olds, side);
  const achieved = [
    ...endings(olds, side),
    ...letters.findings,
    ...deeds.findings,
    ...comparePages(olds, side),
    ...lists.findings,
    ...waits.findings,
    ...compareRecords(olds, side),
  ];
  const findings = [...achieved, ...(achieved.length > 0 ? [] : comparePrices(olds, side)), ...mistakes.findings];
  const order = keysOf(findingKinds);
  return {
    findings: underTheirCause(
      findings.toSorted((first, second) => order.indexOf(first.kind) - order.indexOf(second.kind)),
    ),
    remarks: [...lists.remarks, ...waits.remarks, ...mistakes.remarks, ...compareRepeats(olds, side, nameOf)],
    noise: [...letterNoise(expected), ...deeds.noise],
  };
}

/** Findings that follow from a program's death; a doubled fax or a deleted file is its own work. */
const consequences = new Set<FindingKind>([
  ...(['lost', 'not fetched', 'page unread', 'not listed', 'not notified', 'file kept', 'other records'] as const),
  'other price',
]);

function underTheirCause(findings: readonly Finding[]): Finding[] {
  const [first, ...others] = findings;
  if (first?.kind !== 'not finished') return [...findings];
  const follows = others.filter(({ kind }) => consequences.has(kind));
  return [{ ...first, follows }, ...others.filter(({ kind }) => !consequences.has(kind))];
}

function endings([, old]: readonly [Side, Side], { ending: { how, detail, ms }, run }: Side): Finding[] {
  if (how === 'passed' || how === 'stopped') return [];
  const [time, oldTime] = [ms, old.ending.ms].map((each) => `${(each / 1000).toFixed(1)} s`);
  const texts = {
    failed: `fails (${detail})`,
    crashed: `crashes (${detail})`,
    endless: `still runs after ${time}, where the old one takes ${oldTime}`,
    'cut short': `is not finished after ${time}, where the old one takes ${oldTime}`,
  };
  const calls = { old: old.run.calls.slice(-1), new: run.calls.slice(-1) };
  return [{ kind: 'not finished', sentence: `the new program ${texts[how]}`, ...calls }];
}
