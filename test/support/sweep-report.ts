import { faults } from '../../src/sweep/faults.ts';
import type { Point } from '../../src/sweep/point.ts';
import { findsOf } from '../../src/sweep/report/find.ts';
import { jsonReport } from '../../src/sweep/report/json.ts';
import { scenarioName } from '../../src/sweep/rule.ts';
import type { Trial } from '../../src/sweep/rule.ts';
import type { SweepResult, TrialResult } from '../../src/sweep/sweep.ts';

interface TrialOrder {
  readonly fault: string;
  readonly to?: string;
}

/** A trial of a fault at the first request that sends a fax. */
export function trialOf({ fault: id, to = '+12025550101' }: TrialOrder): Trial {
  const index = faults.findIndex((known) => known.id === id);
  const fault = faults[index]!;
  const point: Point = {
    kind: 'call',
    on: 'sendFax',
    where: { 'params.to': to },
    nth: 1,
    shape: '',
    hasSeveralRecipients: false,
    isRepeated: false,
    hasWebhook: false,
  };
  return { point, fault, name: scenarioName(index + 1, point, fault) };
}

interface ResultOrder extends TrialOrder, Pick<TrialResult, 'verdict' | 'because'> {
  readonly output?: string;
}

export const trialResult = ({ verdict, because, output = '', ...trial }: ResultOrder): TrialResult => ({
  trial: trialOf(trial),
  ending: { how: 'passed', detail: 'exit code 0', ms: 12, output },
  verdict,
  because,
  worldFile: undefined,
});

/** A sweep that stopped before the trials of `undone`. */
export function sweepResult(results: readonly TrialResult[], undone: readonly Trial[] = []): SweepResult {
  const plan = {
    trials: [...results.map(({ trial }) => trial), ...undone],
    possible: 7,
    differences: [],
    baselineMs: 1,
    runMs: 1,
    limitMs: 1,
    estimateMs: 1,
    isSigned: true,
  };
  return { plan, results, undone, stoppedBy: undone.length > 0 ? 'budget' : undefined, ms: 100 };
}

export const shownOf = (result: SweepResult) => ({
  finds: findsOf(result, () => undefined),
  again: () => 'npx faxsim exec -- npm test',
  scenarioFile: () => 'out/a.yaml',
});

/** The content of `report.json` for these results. */
export function reportOf(results: readonly TrialResult[]): object {
  const result = sweepResult(results);
  return jsonReport(result, shownOf(result));
}
