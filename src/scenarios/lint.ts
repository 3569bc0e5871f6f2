import type { LoadOptions } from './inheritance.ts';
import { readScenario } from './load.ts';
import { faultText } from './scenario-document.ts';
import { warningsOf } from './warnings.ts';

/** What a check says of a scenario that can be used. */
export interface LintReport {
  readonly name: string;
  /** How many there are, with those that it extends. */
  readonly rules: number;
  /** Rules that may never fire, `FILE:LINE: rule ID: …` each. */
  readonly warnings: readonly string[];
}

/** Checks a scenario as loadScenario does, and further. Throws ScenarioError with everything that is wrong in it. */
export function lintScenario(file: string, source: string, options?: LoadOptions): LintReport {
  const { scenario, document } = readScenario(file, source, options);
  const warnings = warningsOf(scenario.rules).map((warning) => faultText(document, warning));
  return { name: scenario.name, rules: scenario.rules.length, warnings };
}
