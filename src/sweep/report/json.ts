import { nameOf } from '../point.ts';
import { scenarioText } from '../rule.ts';
import type { SweepResult } from '../sweep.ts';
import type { FindFiles } from './text.ts';

/** The result as data: a form of its own, so that the code can change and the file cannot. */
export function jsonReport({ planned, results, undone, stoppedBy, ms }: SweepResult, shown: FindFiles) {
  return {
    format: 'faxsim sweep',
    version: 1,
    possible: planned.possible,
    planned: planned.trials.length,
    run_ms: Math.round(planned.runMs),
    took_ms: Math.round(ms),
    differences: planned.differences,
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
    finds: shown.finds.map((find) => ({
      name: find.result.trial.name,
      verdict: find.result.verdict,
      sentence: find.sentence,
      accepted: find.accepted ?? null,
      scenario: shown.scenarioFile(find),
      scenario_text: scenarioText(find.result.trial),
      bundle: find.result.kept ?? null,
      again: shown.again(find),
      output: find.result.ending.output,
    })),
  };
}
