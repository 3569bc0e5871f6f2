import { basename, join } from 'node:path';
import { againDirectory } from '../control/simulator-parts.ts';
import { printableJsonLines, printableLines } from '../model/shared/words.ts';
import { githubText, sweepJson } from '../lab/sweep/report/json.ts';
import { junitReport } from '../lab/sweep/report/junit.ts';
import { reportFiles } from '../lab/report/report-files.ts';
import { sweepReport } from '../lab/sweep/report/sections.ts';
import type { FaultFinding } from '../lab/sweep/report/findings.ts';
import type { FindingFiles } from '../lab/sweep/report/json.ts';
import { onlyNameOf, scenarioText, trialNameParts } from '../lab/sweep/plan.ts';
import type { Trial } from '../lab/sweep/plan.ts';
import type { SweepResult } from '../lab/sweep/sweep-result.ts';
import type { TrialResult } from '../lab/sweep/trial-run.ts';
import { rows } from './flags.ts';
import type { FlagName } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { makingOf, repeatCommand, secretVariablesOf } from './report-making.ts';
import { writeReport, writeReportFile } from './tool-reports.ts';

/**
 * The directory of reports, scenarios and bundles. A sweep with `--only` has a directory of its own unless `--out` is given, so
 * that the report of the whole sweep stays.
 */
export function directoryOf({ options: { out, only }, sources }: Invocation): string {
  return only === undefined || sources.out !== undefined ? out : join(out, againDirectory);
}

/** The directory for a repetition of the work with the reports in `out`. A repetition of a repetition has the same one. */
export const againIn = (out: string): string => (basename(out) === againDirectory ? out : join(out, againDirectory));

/** The findings of a sweep, and what changed since an earlier one. */
type Findings = Pick<FindingFiles, 'findings' | 'since'>;

/** Prints the result, and writes it and the scenarios of all findings into the existing directory. */
export async function writeReports(result: SweepResult, found: Findings, invocation: Invocation): Promise<void> {
  const { json } = invocation.options;
  const { findings } = found;
  const out = directoryOf(invocation);
  const parts = filesOf(result, found, invocation);
  const data = sweepJson(result, parts);
  const report = sweepReport(data);
  const files = {
    ...reportFiles({ report, data }, parts.made),
    'junit.xml': junitReport(result, findings),
  };
  await Promise.all(
    findings.map((finding) => writeReportFile(out, scenarioName(finding), scenarioText(finding.result.trial))),
  );
  if (!json) process.stdout.write('\n');
  await writeReport({ report, files }, { out, json });
  if (!json && process.env['GITHUB_ACTIONS'] === 'true') process.stdout.write(printableLines(githubText(findings)));
}

/** Writes `report.json` while the sweep runs, for the console. One write at a time, always of the latest state. */
export function liveReport(invocation: Invocation, findingsOf: (result: SweepResult) => Findings) {
  let next: SweepResult | undefined;
  let writing: Promise<void> | undefined;
  const write = async (): Promise<void> => {
    for (let result = next; result !== undefined; result = next) {
      next = undefined;
      const files = filesOf(result, findingsOf(result), invocation);
      // A full disk refuses the final report too, which then reports the error.
      const text = printableJsonLines(sweepJson(result, files));
      await writeReportFile(directoryOf(invocation), 'report.json', text).catch(() => undefined);
    }
    writing = undefined;
  };
  return {
    show: (soFar: SweepResult): void => {
      next = soFar;
      writing ??= write();
    },
    /** Waits for the last write, so that none comes after the final report. */
    end: async () => writing,
  };
}

function filesOf(result: SweepResult, found: Findings, invocation: Invocation) {
  const out = directoryOf(invocation);
  return {
    ...found,
    made: makingOf('sweep', invocation),
    secretVariables: secretVariablesOf(invocation),
    scenarioFile: (finding) => join(out, scenarioName(finding)),
    again: (finding) => againText(finding.result, result, invocation),
  } satisfies FindingFiles;
}

const scenarioName = ({ result: { trial } }: FaultFinding): string => `${trial.name}.yaml`;

/** The command that reproduces this finding. */
function againText({ trial }: TrialResult, result: SweepResult, invocation: Invocation): string {
  const only = trial.first === undefined ? onlyNameOf(trial, result.plan.trials) : pairNameOf(trial, result.recoveries);
  return repeatCommand('sweep', invocation, {
    without: ofThisSweep,
    words: [...outWords(result, invocation), '--only', only, '--', ...invocation.words],
  });
}

/** The text for `--only` that selects a pair of faults: its parts without numbers, or the whole name if this is not enough. */
function pairNameOf({ name }: Trial, recoveries: SweepResult['recoveries']): string {
  const short = name.replace(/^sweep-\d+-/, '').replace(/-then-\d+-/, '-then-');
  const { first, second = '' } = trialNameParts(short);
  const alike = recoveries
    .flatMap(({ trials }) => trials)
    .filter(
      (trial) => trial.first?.name.includes(first) === true && trial.name.includes(second, trial.first.name.length),
    );
  return alike.length === 1 ? short : name;
}

/** The words for `--out`. The directory of a finding lies within that of a sweep with more than one run. */
function outWords({ plan }: SweepResult, { options: { out, only }, sources }: Invocation): string[] {
  if (sources.out === undefined) return [];
  const isOfOneFind = only !== undefined && plan.trials.length === 1;
  return [rows.out.flag, isOfOneFind ? out : join(out, againDirectory)];
}

/** Flags that a repeated sweep of one finding does without. */
const ofThisSweep: readonly FlagName[] = ['only', 'out', 'budget', 'json', 'recovery', 'since'];
