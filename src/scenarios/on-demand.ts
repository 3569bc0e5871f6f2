import type { Loading } from './assembly.ts';
import type { LintReport } from './lint.ts';
import type { Scenario } from './scenario.ts';

/** As loadScenario; what reads scenarios comes with the first of them, since most simulators start without any. */
export async function loadOnDemand(file: string, source: string, loading?: Loading): Promise<Scenario> {
  const { loadScenario } = await import('./load.ts');
  return loadScenario(file, source, loading);
}

/** As lintScenario. */
export async function lintOnDemand(file: string, source: string, loading?: Loading): Promise<LintReport> {
  const { lintScenario } = await import('./lint.ts');
  return lintScenario(file, source, loading);
}
