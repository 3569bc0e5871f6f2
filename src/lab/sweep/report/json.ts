import { fromNames, groupBy } from '../../../model/shared/objects.ts';
import type { ReportMaking } from '../../report/form.ts';
import { faults } from '../faults.ts';
import { verdictNames, verdicts } from '../verdicts.ts';
import type { VerdictName } from '../verdicts.ts';
import { labelOf, pointName } from '../point-names.ts';
import type { Point } from '../points.ts';
import { pointsIn, scenarioText, secondFaultsAfter } from '../plan.ts';
import { requestText } from '../requests.ts';
import type { Trial } from '../plan.ts';
import type { SweepResult } from '../sweep-result.ts';
import { causesOf, isOpen } from './findings.ts';
import { outputLine } from './output-line.ts';
import type { FaultFinding, SinceThen } from './findings.ts';

/** The commands and files of each finding in the reports, by its scenario. */
export interface FindingFiles {
  readonly findings: readonly FaultFinding[];
  readonly made?: ReportMaking;
  /** The changes since an earlier sweep, if one was given. */
  readonly since?: SinceThen | undefined;
  /** The command that shows a finding again. */
  readonly again: (finding: FaultFinding) => string;
  /** The variables from which the commands read secrets. */
  readonly secretVariables?: readonly string[];
  /** The path of its scenario file. */
  readonly scenarioFile: (finding: FaultFinding) => string;
}

/** The result as data. Its form is separate from the types of the code, so that the file format stays stable. */
export function sweepJson(
  { plan, recoveries, results, isRunning, undone, undoneMs, spared, leftOut, stoppedBy, ms }: SweepResult,
  findingFiles: FindingFiles,
) {
  const { points, faults: tried, results: runs } = matrixJson({ plan, results });
  return {
    format: 'faxsim sweep',
    version: 2,
    made: findingFiles.made ?? null,
    possible: plan.possible,
    only: plan.only === undefined || plan.only === '' ? null : plan.only,
    planned: plan.trials.length + recoveries.reduce((sum, { trials }) => sum + trials.length, 0),
    is_running: isRunning,
    run_ms: Math.round(plan.runMs),
    limit_ms: Math.round(plan.limitMs),
    took_ms: Math.round(ms),
    differences: plan.differences,
    is_shuffled: plan.isShuffled,
    legend: fromNames<Record<VerdictName, string>>(verdictNames, (name) => verdicts[name].meaning),
    stopped_by: stoppedBy ?? null,
    points,
    faults: tried,
    recoveries: recoveries.map(({ first, points, trials }) => ({
      after: trialNames(first),
      says: first.fault.says,
      points: points.filter((point) => trials.some((trial) => trial.point === point)).map(pointNames),
      faults: triedFaults(trials),
    })),
    results: runs,
    undone: undone.map(trialNames),
    undone_ms: Math.round(undoneMs),
    spared: spared.map(trialNames),
    left_out: [...groupBy(leftOut, ({ first }) => first)].flatMap(([first, { length }]) =>
      first === undefined ? [] : [{ after: trialNames(first), second_faults: length, only: secondFaultsAfter(first) }],
    ),
    classes: plan.classes.map(({ points, tried }) => ({
      on: points[0]?.on ?? '',
      points: points.length,
      tried: tried.map(({ point, standsFor }) => ({ ...pointNames(point), stands_for: standsFor })),
    })),
    since: findingFiles.since ?? null,
    secret_variables: findingFiles.secretVariables ?? [],
    causes: causesOf(findingFiles.findings).map(({ title, findings }) => ({
      title,
      findings: findings.map(({ result }) => result.trial.name),
    })),
    findings: findingFiles.findings.map((finding) => findingEntry(finding, findingFiles)),
  };
}

/** The runs, with the points and faults of the plan. */
export const matrixJson = ({ plan, results }: Pick<SweepResult, 'plan' | 'results'>) => ({
  points: pointsIn(plan).map(pointNames),
  faults: triedFaults(plan.trials),
  results: results.map(({ trial, verdict, because, ending }) => ({
    ...trialNames(trial),
    verdict,
    because,
    ended: ending.detail,
    took_ms: Math.round(ending.ms),
  })),
});

const triedFaults = (trials: readonly Trial[]) =>
  faults.filter((fault) => trials.some((trial) => trial.fault === fault)).map(({ id, says }) => ({ fault: id, says }));

const findingEntry = (finding: FaultFinding, { scenarioFile, again }: FindingFiles) => ({
  name: finding.result.trial.name,
  verdict: finding.result.verdict,
  sentence: finding.sentence,
  accepted: finding.accepted ?? null,
  scenario: scenarioFile(finding),
  scenario_text: scenarioText(finding.result.trial),
  bundle: finding.result.worldFile ?? null,
  again: again(finding),
  requests: finding.result.requests.map(requestText),
  departure: finding.result.departure ?? null,
  output_line: outputLine(finding.result) ?? null,
  output: finding.result.ending.output,
});

const pointNames = (point: Point) => ({ point: pointName(point), label: labelOf(point) });

/** `after` is the name of the first fault; null without one. */
const trialNames = ({ point, fault, name, first }: Trial) => ({
  name,
  ...pointNames(point),
  fault: fault.id,
  after: first?.name ?? null,
});

/** A line for each finding that GitHub Actions shows as an annotation of the workflow. */
export const githubText = (findings: readonly FaultFinding[]): string =>
  findings
    .filter(isOpen)
    .map(
      ({ title, sentence, result }) => `::error title=${property(`${result.verdict}: ${title}`)}::${data(sentence)}\n`,
    )
    .join('');

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
