import type { LoadOptions } from './inheritance.ts';
import type { ScenarioSource } from './inheritance.ts';
import type { LibraryEntry } from './library-entry.ts';
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

/** As libraryEntry. */
export async function describeLazily(source: ScenarioSource, scenario: Scenario): Promise<LibraryEntry> {
  const { libraryEntry } = await import('./library-entry.ts');
  return libraryEntry(source, scenario);
}

/** As sourceText. */
export async function writeLazily(source: string): Promise<string> {
  const { sourceText } = await import('./library-entry.ts');
  return sourceText(source);
}
