import { CliError } from './cli-error.ts';
import { ScenarioError } from './scenarios/errors.ts';
import { ScenarioLibrary, scenarioFolder } from './scenarios/library.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { Options } from './settings/settings.ts';
import { errorText } from './shared/errors.ts';

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
