import { scenarioText } from '../src/model/shared/scenario-text.ts';
import { ask } from './api.ts';
import type { AnswerOf } from './api.ts';
import { now } from './clock.ts';
import { scenariosOn } from './conditions.ts';
import { isOver } from './screens/scenario-words.ts';
import { toast } from './ui/toast.tsx';

/**
 * Switches scenarios off, which are given by precedence. The message says so, or has another text, and its button brings back those
 * that were not over.
 */
export async function switchOff(names: readonly string[], text = `${named(names)} switched off`): Promise<void> {
  const ended = scenariosOn.value.filter(({ name, end }) => names.includes(name) && !isOver(end, now.value));
  for (const off of names) await ask('/scenarios', { method: 'POST', input: { off } });
  const about = `scenario ${names.join(' ')}`;
  const undo = async (): Promise<void> => {
    await switchOnAgain(ended.map(({ name }) => name));
    toast(`${named(ended.map(({ name }) => name))} switched on again; hits begin at 0`, 'good', about);
  };
  toast(text, 'good', about, ended.length === 0 ? undefined : { word: 'Undo', run: undo });
}

/** Switches scenarios on that are given by precedence. */
export async function switchOnAgain(names: readonly string[]): Promise<void> {
  for (const on of names.toReversed()) await ask('/scenarios', { method: 'POST', input: { on } }); // the latest goes first
}

/** `Scenario outage was`, `2 scenarios were`. */
function named([name, ...others]: readonly string[]): string {
  if (name === undefined) return 'No scenario was';
  return others.length === 0 ? `Scenario ${scenarioText(name)} was` : `${others.length + 1} scenarios were`;
}

/** Switches off all scenarios of the current world, so that it works as usual again. */
export async function switchAllOff(): Promise<void> {
  const reports = await ask<AnswerOf<'scenarios', 'list'>>('/scenarios');
  await switchOff([...new Set(reports.map(({ scenario }) => scenario))]);
}
