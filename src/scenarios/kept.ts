import type { SwitchedOn } from './running.ts';
import type { LintReport } from './lint.ts';
import { loadOnDemand } from './on-demand.ts';
import type { Scenario } from './scenario.ts';
import { ScenarioError } from './scenario-error.ts';

/** Finds a scenario of the library by its name. Throws ScenarioError. */
export type FindScenario = (name: string) => Promise<Scenario>;

/** Reads scenarios whose text was sent. What they extend is in the library. Both throw ScenarioError. */
export interface SentScenarios {
  load(text: string): Promise<Scenario>;
  lintSent(text: string): Promise<LintReport>;
}

/** A scenario that is on, as a file can hold it. */
export interface KeptScenario {
  /** With the parameters that were given. */
  readonly name: string;
  readonly by: SwitchedOn['by'];
  /** What its file says; without it, the library has it. */
  readonly source?: string | undefined;
}

export const kept = ({ scenario: { name, source }, by }: SwitchedOn): KeptScenario => ({
  ...{ name, by },
  ...(source !== undefined && { source }),
});

/** The scenario that was kept, to be switched on anew. Throws ScenarioError when it cannot be had any more. */
export async function restored({ name, by, source }: KeptScenario, find: FindScenario): Promise<SwitchedOn> {
  if (source === undefined) return { scenario: await find(name), by };
  const scenario = await loadOnDemand('source', source);
  if (name !== scenario.name && !name.startsWith(`${scenario.name}(`)) {
    throw new ScenarioError([`source is that of ${scenario.name}`]);
  }
  return { scenario: { ...scenario, name }, by };
}
