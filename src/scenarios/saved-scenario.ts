import type { SwitchedOn } from './active-scenario.ts';
import { ScenarioError } from './errors.ts';
import type { FindScenario } from './library.ts';

/** An active scenario in a saved world. */
export interface SavedScenario {
  /** The name, with the given parameters. */
  readonly name: string;
  readonly by: SwitchedOn['by'];
  /** The text of an equivalent file that needs no other; undefined for a scenario of the library. */
  readonly source?: string | undefined;
  /** The text as its author wrote it. Older exports and bundles lack it. */
  readonly written?: string | undefined;
}

export const serialize = ({ scenario: { name, source, written }, by }: SwitchedOn): SavedScenario => ({
  name,
  by,
  ...(source !== undefined && { source }),
  ...(written !== undefined && { written }),
});

/** Loads a saved scenario. Throws ScenarioError if the library no longer has it. */
export async function restore({ name, by, source, written }: SavedScenario, find: FindScenario): Promise<SwitchedOn> {
  if (source === undefined) return { scenario: await find(name), by };
  const { loadScenario } = await import('./load.ts');
  const scenario = loadScenario('source', source);
  if (name !== scenario.name && !name.startsWith(`${scenario.name}(`)) {
    throw new ScenarioError([`source is that of ${scenario.name}`]);
  }
  return { scenario: { ...scenario, name, ...(written !== undefined && { written }) }, by };
}
