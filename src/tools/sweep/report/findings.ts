import { scenarioText } from '../plan.ts';
import { nameOf } from '../points.ts';
import { isFinding } from '../judge.ts';
import type { SweepResult } from '../sweep.ts';
import type { TrialResult } from '../trial-run.ts';

/** A result that a person has to look at. */
export interface Finding {
  readonly result: TrialResult;
  /** `sendFax(v2.1, to=+12025550123)#1: the answer is 503`. */
  readonly title: string;
  /** The title with its reasons: one sentence or two. */
  readonly sentence: string;
  /** The list of accepted findings has it, for this reason. */
  readonly accepted: string | undefined;
}

export type AcceptedReason = (result: TrialResult) => string | undefined;

/** Findings with the same reason at the same operation, the one with the smallest scenario first. */
export interface Cause {
  /** The reason of the first, without its details. */
  readonly title: string;
  readonly findings: readonly [Finding, ...Finding[]];
}

/** The causes of findings, worst first: an open one before an accepted one, a wrong one before a broken one, many faults first. */
export function causesOf(findings: readonly Finding[]): Cause[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const alike = titleOf(finding).replace(/\+?\d[\d.,]*/g, 'N'); // numbers and times differ from run to run
    const key = JSON.stringify([finding.accepted, finding.result.trial.point.on, alike]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()]
    .map(smallestFirst)
    .map((group) => ({ title: titleOf(group[0]), findings: group }))
    .toSorted((one, other) => badness(one) - badness(other) || other.findings.length - one.findings.length);
}

function badness({ findings: [{ accepted, result }] }: Cause): number {
  return (accepted === undefined ? 0 : 2) + (result.verdict === 'wrong' ? 0 : 1);
}

/** The first reason up to its details. */
function titleOf({ result: { because } }: Finding): string {
  const [reason = ''] = because;
  return reason.split(/: | \(/)[0] ?? '';
}

function smallestFirst(findings: readonly [Finding, ...Finding[]]): [Finding, ...Finding[]] {
  const [first, ...others] = findings;
  const smallest = others.reduce((least, one) => (sizeOf(one) < sizeOf(least) ? one : least), first);
  return [smallest, ...findings.filter((one) => one !== smallest)];
}

const sizeOf = ({ result: { trial } }: Finding): number => scenarioText(trial).length;

/** The line in which a program says what went wrong, or else the last one of a program that did not pass. */
export function outputLine({ ending: { how, output } }: TrialResult): string | undefined {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
  return (
    lines.findLast((line) => /\b(?:\w*(?:error|exception)|fail(?:ed|ure)?|fatal|panic)\b\W*\s\S*[a-z]/i.test(line)) ??
    (how === 'passed' ? undefined : lines.at(-1))
  );
}

export const findingsOf = ({ results }: SweepResult, acceptedReason: AcceptedReason): Finding[] =>
  results.filter(isFinding).map((result) => {
    const { point, fault } = result.trial;
    const title = `${nameOf(point)}: ${fault.says}`;
    return { result, title, sentence: `${title}. ${sentences(result.because)}`, accepted: acceptedReason(result) };
  });

const sentences = (parts: readonly string[]): string =>
  parts.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`).join(' ');
