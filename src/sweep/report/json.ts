import { nameOf } from '../point.ts';
import { scenarioText } from '../rule.ts';
import type { SweepResult } from '../sweep.ts';
import type { FindFiles } from './text.ts';

/** The result as data: a form of its own, so that the code can change and the file cannot. */
export function jsonReport({ plan, results, undone, stoppedBy, ms }: SweepResult, findFiles: FindFiles) {
  return {
    format: 'faxsim sweep',
    version: 1,
    possible: plan.possible,
    planned: plan.trials.length,
    run_ms: Math.round(plan.runMs),
    took_ms: Math.round(ms),
    differences: plan.differences,
    stopped_by: stoppedBy ?? null,
    results: results.map(({ trial: { point, fault, name }, verdict, because, ending }) => ({
      name,
      point: nameOf(point),
      fault: fault.id,
      verdict,
      because,
      ended: ending.detail,
      took_ms: Math.round(ending.ms),
    })),
    undone: undone.map(({ point, fault, name }) => ({ name, point: nameOf(point), fault: fault.id })),
    finds: findFiles.finds.map((find) => ({
      name: find.result.trial.name,
      verdict: find.result.verdict,
      sentence: find.sentence,
      accepted: find.accepted ?? null,
      scenario: findFiles.scenarioFile(find),
      scenario_text: scenarioText(find.result.trial),
      bundle: find.result.worldFile ?? null,
      again: findFiles.again(find),
      output: find.result.ending.output,
    })),
  };
}
