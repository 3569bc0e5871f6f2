import { faults } from '../../src/lab/sweep/faults.ts';
import { pointOf } from '../lab/sweep/observations.ts';
import { findingsOf } from '../../src/lab/sweep/report/findings.ts';
import { pageOf } from '../../src/lab/report/html.ts';
import type { ReportMaking } from '../../src/lab/report/form.ts';
import { textOf } from '../../src/lab/report/text.ts';
import type { TextLook } from '../../src/lab/report/text-lines.ts';
import { sweepJson } from '../../src/lab/sweep/report/json.ts';
import type { FindingFiles } from '../../src/lab/sweep/report/json.ts';
import { sweepReport } from '../../src/lab/sweep/report/sections.ts';
import type { SinceThen } from '../../src/lab/sweep/report/findings.ts';
import type { Point } from '../../src/lab/sweep/points.ts';
import type { Trial } from '../../src/lab/sweep/plan.ts';
import type { SweepResult } from '../../src/lab/sweep/sweep-result.ts';
import type { TrialResult } from '../../src/lab/sweep/trial-run.ts';

interface TrialOrder {
  readonly fault: string;
  readonly to?: string;
}

const points = new Map<string, Point>();

/** A trial of a fault at the first request that sends a fax. */
export function trialOf({ fault: id, to = '+12025550101' }: TrialOrder): Trial {
  const fault = faults.find((known) => known.id === id)!;
  const point = points.get(to) ?? pointOf({ where: { 'params.to': to } });
  points.set(to, point);
  return { point, fault, name: `sweep-001-send-fax-${id}` };
}

interface ResultOrder extends TrialOrder, Pick<TrialResult, 'verdict' | 'because'> {
  readonly output?: string;
}

export const trialResult = ({ verdict, because, output = '', ...trial }: ResultOrder): TrialResult => ({
  trial: trialOf(trial),
  ending: { how: 'passed', detail: 'exit code 0', ms: 12, output },
  ms: 12,
  verdict,
  because,
  requests: [],
  isByTime: false,
  worldFile: undefined,
  departure: undefined,
  run: undefined,
});

/** A sweep that stopped before the trials of `undone`. */
export function sweepResult(results: readonly TrialResult[], undone: readonly Trial[] = []): SweepResult {
  const all = [...results.map(({ trial }) => trial), ...undone];
  const trials = all.filter(({ first }) => first === undefined);
  const firsts = new Set(all.flatMap(({ first }) => first ?? []));
  const recoveries = Array.from(firsts, (first) => {
    const own = all.filter((trial) => trial.first === first);
    return { first, points: [...new Set(own.map(({ point }) => point))], trials: own };
  });
  const plan = {
    trials,
    possible: 7,
    differences: [],
    classes: [...new Set(trials.map(({ point }) => point))].map((point) => ({
      points: [point],
      tried: [{ point, standsFor: [] }],
    })),
    baselineMs: 1,
    runMs: 1,
    limitMs: 1,
    isSigned: true,
    isShuffled: false,
  };
  const stoppedBy = undone.length > 0 ? 'budget' : undefined;
  return {
    plan,
    recoveries,
    results,
    isRunning: false,
    undone,
    undoneMs: 1000 * undone.length,
    spared: [],
    leftOut: [],
    stoppedBy,
    ms: 100,
  };
}

export const shownOf = (result: SweepResult) => ({
  findings: findingsOf(result, () => undefined),
  again: () => 'npx faxsim exec -- npm test',
  scenarioFile: () => 'out/a.yaml',
});

export const sweepText = (result: SweepResult, files: FindingFiles, look?: TextLook): string =>
  textOf(sweepReport(sweepJson(result, files)), look);

export const sweepPage = (result: SweepResult, files: FindingFiles, making: ReportMaking): string =>
  pageOf(sweepReport(sweepJson(result, files)), making);

interface ReportMore {
  /** Trials that come later, in a sweep that still runs. */
  readonly waiting?: readonly Trial[];
  readonly since?: SinceThen;
}

/** The content of `report.json` for these results. */
export function reportOf(results: readonly TrialResult[], { waiting, since }: ReportMore = {}): object {
  const result = { ...sweepResult(results, waiting), isRunning: waiting !== undefined };
  return sweepJson(result, { ...shownOf(result), since });
}
