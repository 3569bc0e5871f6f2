import { baseName } from '../../src/model/shared/scenario-text.ts';
import type { LibraryScenario, ScenarioFindings, ScenarioSource } from '../../src/control/client/named-types.ts';
import { ApiError, ask } from '../api.ts';
import { useResource } from '../resource.ts';
import type { Resource } from '../resource.ts';
import { world } from '../router.ts';

/** A scenario with its text as it was written. `sent_as` is null for one of the library. */
export interface SentScenario extends LibraryScenario {
  readonly source: string;
}

const keyOf = (name: string): string => `faxsim-sent ${world.peek()} ${baseName(name)}`;

/** Keeps the text of a sent scenario for the tab, because the simulator forgets it when the world is reset. */
export const keepSentText = (name: string, source: string): void => sessionStorage.setItem(keyOf(name), source);

/** Reads a sent scenario, and again when one is switched on or off; null if it is unknown. Without a name, it reads nothing. */
export const useSent = (name: string | undefined): Resource<SentScenario | null> =>
  useResource(
    name === undefined ? '' : JSON.stringify([world.value, name]),
    async (signal) => (name === undefined ? null : ((await readSent(name, signal)) ?? null)),
    { changedBy: (event) => event.kind === 'scenario' && event.action !== 'fired' },
  );

/** A scenario as the simulator has it, or else as the tab keeps it. */
export async function readSent(scenario: string, signal: AbortSignal): Promise<SentScenario | undefined> {
  try {
    const {
      source,
      is_sent: isSent,
      description,
      params,
      rules,
    } = await ask<ScenarioSource>('/scenarios/source', {
      input: { scenario },
      signal,
    });
    if (isSent) keepSentText(scenario, source);
    const sentAs = isSent ? scenario : null;
    return { name: baseName(scenario), description, params, rules, faults: [], sent_as: sentAs, source };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    return keptText(scenario, signal);
  }
}

async function keptText(name: string, signal: AbortSignal): Promise<SentScenario | undefined> {
  const source = sessionStorage.getItem(keyOf(name));
  if (source === null) return undefined;
  const { params } = await ask<ScenarioFindings>('/scenarios/lint', { method: 'POST', input: { source }, signal });
  return { name: baseName(name), description: keptNote, params, rules: [], faults: [], sent_as: name, source };
}

const keptNote =
  'This scenario was sent to the world before its last reset. The tab keeps its text until you close it.';
