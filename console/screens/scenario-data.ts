import type { LibraryScenario, ExpectationVerdict } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { useResource } from '../resource.ts';
import type { Resource } from '../resource.ts';
import { world } from '../router.ts';
import type { Tone } from '../ui/badge.tsx';
import { activesOf } from './scenario-words.ts';
import type { ScenarioReport } from './scenario-words.ts';

/** The library with the scenarios that were sent to the current world, and its active scenarios. */
export interface ScenarioData {
  readonly library: Resource<readonly LibraryScenario[]>;
  readonly active: Resource<readonly ScenarioReport[]>;
}

/** Reads the library, and again when a scenario is switched on, because it may be one that was sent. */
export const useLibrary = (): Resource<readonly LibraryScenario[]> =>
  useResource(`library ${world.value}`, (signal) => ask<readonly LibraryScenario[]>('/scenarios/library', { signal }), {
    changedBy: (event) => event.kind === 'scenario' && event.action === 'on',
  });

/** Reads the scenarios, and the active ones again after each event of a scenario. */
export function useScenarios(): ScenarioData {
  const library = useLibrary();
  const active = useResource(world.value, readActive, { changedBy: ({ kind }) => kind === 'scenario' });
  return { library, active };
}

/** Reads the active scenarios of the current world with their verdicts. */
export async function readActive(signal: AbortSignal): Promise<readonly ScenarioReport[]> {
  const [reports, { verdicts }] = await Promise.all([
    ask<AnswerOf<'scenarios', 'list'>>('/scenarios', { signal }),
    ask<AnswerOf<'scenarios', 'verdicts'>>('/scenarios/verdicts', { signal }),
  ]);
  return activesOf(reports, verdicts);
}

export const verdictTones: Readonly<Record<ExpectationVerdict['verdict'], Tone>> = {
  passed: 'good',
  failed: 'bad',
  waiting: 'waiting',
  pending: 'waiting',
};
