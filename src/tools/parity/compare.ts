import { keysOf } from '../../model/shared/objects.ts';
import { comparePrices, compareRecords } from './account.ts';
import { compareDeeds } from './deeds.ts';
import { compareWaits } from './waits.ts';
import { findingKinds } from './finding.ts';
import type { Finding } from './finding.ts';
import { compareLetters, expectedLetters, letterNoise } from './letters.ts';
import { comparePages } from './lists.ts';
import { numberNames } from './side.ts';
import type { Side } from './side.ts';

export interface Comparison {
  /** The worst first. */
  readonly findings: readonly Finding[];
  /** The differences between the two runs of the old program, which are left out, in sentences. */
  readonly noise: readonly string[];
}

/** Compares what the new program achieves with what both runs of the old one do. */
export function compareAchievements(olds: readonly [Side, Side], side: Side): Comparison {
  const [one, other] = olds.map(numbersIn) as [string[], string[]];
  const nameOf = numberNames(one, other);
  const expected = expectedLetters(olds, nameOf);
  const letters = compareLetters(expected, side, nameOf);
  const deeds = compareDeeds(olds, side, nameOf, letters.concerned);
  const findings = [
    ...endings(olds, side),
    ...letters.findings,
    ...deeds.findings,
    ...comparePages(olds, side),
    ...compareWaits(olds, side),
    ...compareRecords(olds, side),
  ];
  const order = keysOf(findingKinds);
  return {
    findings: [...findings, ...(findings.length > 0 ? [] : comparePrices(olds, side))].toSorted(
      (first, second) => order.indexOf(first.kind) - order.indexOf(second.kind),
    ),
    noise: [...letterNoise(expected), ...deeds.noise],
  };
}

/** All numbers in a run, as far as the account has to do with them. */
const numbersIn = ({ run }: Side): string[] => [
  ...run.faxes.flatMap(({ recipients }) => recipients.map(({ number }) => number)),
  ...[...run.received, ...run.removed].flatMap(({ from_number: from }) => from ?? []),
];

function endings([, old]: readonly [Side, Side], { ending, run }: Side): Finding[] {
  const texts = {
    failed: `the new program fails (${ending.detail})`,
    crashed: `the new program crashes (${ending.detail})`,
    endless: `the new program still runs after ${(ending.ms / 1000).toFixed(1)} s, where the old one takes ${(old.ending.ms / 1000).toFixed(1)} s`,
    'cut short': `the new program is not finished after ${(ending.ms / 1000).toFixed(1)} s, where the old one takes ${(old.ending.ms / 1000).toFixed(1)} s`,
  };
  if (ending.how === 'passed' || ending.how === 'stopped') return [];
  return [
    { kind: 'not finished', sentence: texts[ending.how], old: old.run.calls.slice(-1), new: run.calls.slice(-1) },
  ];
}
