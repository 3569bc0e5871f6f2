import type { LoadOptions } from './inheritance.ts';
import type { LintReport } from './lint.ts';
import type { Scenario } from './scenario.ts';

/** As loadScenario; what reads scenarios comes with the first of them, since most simulators start without any. */
export async function loadLazily(file: string, source: string, options?: LoadOptions): Promise<Scenario> {
  const { loadScenario } = await import('./load.ts');
  return loadScenario(file, source, options);
}

/** As lintScenario. */
export async function lintLazily(file: string, source: string, options?: LoadOptions): Promise<LintReport> {
  const { lintScenario } = await import('./lint.ts');
  return lintScenario(file, source, options);
}
