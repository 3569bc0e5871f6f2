import type { ReportMaking } from '../../report/form.ts';
import { findingKinds } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { achievedIn, callText } from './summary.ts';
import type { ParityReport } from './summary.ts';

/** The commands that repeat parts of a comparison, quoted for a shell. */
export interface ParityCommands {
  /** The command that compares both programs again. */
  readonly again: string;
  /** The variables from which the commands read secrets. */
  readonly secretVariables?: readonly string[];
  /** The command that runs the new program with one fault, by the name of the fault. */
  readonly sweepAgain: (name: string) => string;
  readonly made?: ReportMaking;
}

/** The result as data. Its form is separate from the types of the code, so that the file format stays stable. */
export const parityJson = (
  { findings, remarks, noise, runs, ms, faults, old, new: now }: ParityReport,
  { again, sweepAgain, secretVariables = [], made }: ParityCommands,
) => ({
  format: 'faxsim parity',
  version: 1,
  made: made ?? null,
  runs,
  took_ms: Math.round(ms),
  /** The waits of the new program over which the clock was moved, in ms of the world. */
  skipped_ms: Math.round(now.skippedMs ?? 0),
  again,
  secret_variables: secretVariables,
  achieved: { old: Object.fromEntries(achievedIn(old)), new: Object.fromEntries(achievedIn(now)) },
  left_out: noise,
  findings: findings.map(findingForm),
  remarks: remarks.map(findingForm),
  faults:
    faults === undefined
      ? null
      : {
          runs: faults.runs,
          compared: faults.compared,
          not_compared: faults.notCompared,
          only_old: faults.onlyOld,
          only_new: faults.onlyNew,
          worse: faults.worse.map(({ old: was, ...one }) => ({
            ...one,
            old: was ?? null,
            again: sweepAgain(one.name),
          })),
        },
});

const findingForm = ({ kind, sentence, old, new: now, follows = [], outputLine }: Finding) => ({
  kind,
  meaning: findingKinds[kind],
  sentence,
  old: old.map(callText),
  new: now.map(callText),
  follows: follows.map((one) => ({ kind: one.kind, sentence: one.sentence })),
  output_line: outputLine ?? null,
});
