import type { Options } from '../model/settings/settings.ts';
import { CliError, errorText } from '../model/shared/errors.ts';
import type { SwitchedOn } from './active-scenario.ts';
import { ScenarioError } from './errors.ts';
import type { LibraryEntry, LintReport } from './load.ts';
import { scenarioFolder, ScenarioLibrary } from './library.ts';
import type { Scenario } from './scenario.ts';

/** Finds a scenario of the library by its name. Throws ScenarioError. */
export type FindScenario = (name: string) => Promise<Scenario>;

/** The library, and scenarios whose text was sent, which may extend those of the library. All throw ScenarioError. */
export interface ScenarioFiles {
  load(text: string): Promise<Scenario>;
  lintSent(text: string): Promise<LintReport>;
  /** In the order of their names. */
  entries(): Promise<readonly LibraryEntry[]>;
  /** The text of a scenario, by its name with or without parameters; never by a path. */
  textOf(name: string): string;
}

/** An active scenario, as a saved world holds it. */
export interface SavedScenario {
  /** With the parameters that were given. */
  readonly name: string;
  readonly by: SwitchedOn['by'];
  /** The text of its file; undefined for a scenario of the library. */
  readonly source?: string | undefined;
}

export const serialize = ({ scenario: { name, source }, by }: SwitchedOn): SavedScenario => ({
  name,
  by,
  ...(source !== undefined && { source }),
});

/** Loads a saved scenario. Throws ScenarioError when the library has no such scenario any more. */
export async function restore({ name, by, source }: SavedScenario, find: FindScenario): Promise<SwitchedOn> {
  if (source === undefined) return { scenario: await find(name), by };
  const { loadScenario } = await import('./load.ts');
  const scenario = loadScenario('source', source);
  if (name !== scenario.name && !name.startsWith(`${scenario.name}(`)) {
    throw new ScenarioError([`source is that of ${scenario.name}`]);
  }
  return { scenario: { ...scenario, name }, by };
}

/** The source of a saved scenario, which is JSON in one line, in the form in which people write one. */
export async function sourceText(source: string): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(JSON.parse(source), { lineWidth: 120 });
}

/** The scenarios of the package, with those in the user's folder. Throws a CliError for a folder that cannot be read. */
export function openLibrary({ scenariosDir }: Pick<Options, 'scenariosDir'>): ScenarioLibrary {
  const library = new ScenarioLibrary(scenarioFolder, scenariosDir);
  try {
    if (scenariosDir !== undefined) library.names();
  } catch (error) {
    throw new CliError(errorText(error), { setting: 'scenariosDir' });
  }
  return library;
}

/** A scenario by its name or path. Throws a CliError with its faults. */
export async function openScenario(library: ScenarioLibrary, name: string): Promise<Scenario> {
  return library.open(name).catch((error: unknown) => {
    throw error instanceof ScenarioError ? new CliError(error.faults.join('; '), { setting: 'scenarios' }) : error;
  });
}
