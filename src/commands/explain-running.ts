import { CliError } from '../cli-error.ts';
import type { Explanation } from '../scenarios/explain.ts';
import { readPairs } from './explain-scenario.ts';
import { ask } from './control-command.ts';
import type { FlagValues } from './flags.ts';
import { simulatorUrl } from './simulator-at.ts';

/** The explanation by a running simulator of its active scenarios, and its address. */
interface RunningExplanation {
  readonly url: string;
  readonly rules: readonly Explanation[];
}

/**
 * Asks a running simulator which of its rules would fire for the next call with these facts. Throws a CliError when no
 * simulator answers.
 */
export async function explainRunning(
  [operation, ...words]: readonly string[],
  options: FlagValues,
): Promise<RunningExplanation> {
  const facts: Record<string, string[]> = {};
  for (const [name, value] of readPairs(words)) {
    if (name === 'count' || name === 'at') {
      throw new CliError(`${name} goes with the name of a scenario: a running simulator explains the next call`);
    }
    facts[name] = [...(facts[name] ?? []), value];
  }
  const rules = await ask('scenarios', { name: 'explain', input: { ...facts, operation } }, options);
  return { url: await simulatorUrl(options), rules: rules as readonly Explanation[] }; // the form of the call's answer
}

/** For people: which scenarios are on, and a line for each of their rules. */
export function runningText({ url, rules }: RunningExplanation): string {
  const names = [...new Set(rules.map(({ scenario }) => scenario))];
  const head = names.length === 0 ? `no scenario is on in ${url}` : `on in ${url}: ${names.join(', ')}`;
  const lines = rules.map(
    ({ scenario, rule, fires, why }) => `${scenario}/${rule}: ${fires ? 'fires: ' : 'does not fire: '}${why}`,
  );
  return [head, ...lines].join('\n');
}
