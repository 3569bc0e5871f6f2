import { CliError } from '../cli-error.ts';
import { expectedDuration, parseDuration } from '../domain/duration.ts';
import { ScenarioEngine } from '../scenarios/engine.ts';
import { explain } from '../scenarios/explain.ts';
import type { Explanation } from '../scenarios/explain.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { subjectFromFacts } from '../scenarios/sample-subject.ts';

const usage = 'OPERATION FACT=VALUE … [count=N] [at=DURATION]';
const mostAsked = 10_000;

/**
 * Explains for each rule of a scenario whether it would fire for a call with these facts, and why not. The call is the
 * `count`th one, `at` after the scenario was switched on. Throws a CliError for wrong words, a ScenarioError for
 * unknown facts.
 */
export function explainScenario(scenario: Scenario, seed: number, [on, ...words]: readonly string[]): Explanation[] {
  if (on === undefined) throw new CliError(`OPERATION is missing: ${usage}`);
  const pairs = readPairs(words);
  const last = (name: string): string | undefined => pairs.findLast(([key]) => key === name)?.[1];
  const facts = pairs.filter(([name]) => name !== 'count' && name !== 'at');
  const [count, at] = [readCount(last('count') ?? '1'), readAt(last('at') ?? '0s')];
  const subject = subjectFromFacts(on, facts);
  let now = 0;
  const engine = new ScenarioEngine({ clock: { now: () => now }, seed });
  engine.switchOn(scenario);
  now = at;
  for (let earlier = 1; earlier < count; earlier++) engine.ask(subject);
  return explain(engine, subject);
}

/** Reads words of the form `NAME=VALUE`. Throws a CliError. */
export const readPairs = (words: readonly string[]): (readonly [string, string])[] => words.map(readPair);

function readPair(word: string): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (name === undefined || value === undefined) throw new CliError(`${word} must be FACT=VALUE: ${usage}`);
  return [name, value];
}

function readCount(text: string): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= mostAsked) return count;
  throw new CliError(`count must be an integer from 1 to ${mostAsked}, got ${JSON.stringify(text)}`);
}

function readAt(text: string): number {
  const at = parseDuration(text);
  if (at === undefined) throw new CliError(`at must be ${expectedDuration}, got ${JSON.stringify(text)}`);
  return at;
}
