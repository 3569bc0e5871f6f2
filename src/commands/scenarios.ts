import { closest } from 'fastest-levenshtein';
import { Failure } from '../failure.ts';
import { ScenarioLibrary, scenarioFolder } from '../scenarios/library.ts';
import { ScenarioError } from '../scenarios/scenario-error.ts';
import { controlCommand } from './control-command.ts';
import { explainScenario } from './explain-scenario.ts';
import type { Values } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { shorthands } from './shorthands.ts';
import { verdict } from './verdict.ts';

type Work = (words: readonly string[], options: Values) => Promise<string>;

const library = new ScenarioLibrary(scenarioFolder);

const works: Readonly<Record<string, Work>> = {
  list: async (words) => {
    refuseMore(words, 0);
    const names = await library.names();
    const described = await Promise.all(names.map((name) => library.find(name)));
    const width = Math.max(...names.map(({ length }) => length));
    return described.map(({ name, description }) => `${name.padEnd(width)}  ${description}`).join('\n');
  },
  show: async (words) => {
    refuseMore(words, 1);
    return library.source(required(words[0], 'the name of a scenario'));
  },
  lint: async (words, { startTime = Date.now() }) => {
    refuseMore(words, 1);
    const { name, rules } = await library.open(required(words[0], 'a file'), startTime);
    return `${name}: ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}, nothing wrong`;
  },
  explain: async ([named, ...words], { seed, json }) => {
    const scenario = await library.open(required(named, 'a scenario or a file'));
    const told = explainScenario(scenario, seed, words);
    if (json) return JSON.stringify(told, null, 2);
    return told.map(({ rule, fires, why }) => `${rule}: ${fires ? 'fires: ' : 'does not fire: '}${why}`).join('\n');
  },
};

/**
 * `faxsim scenarios list`, `show NAME`, `lint FILE` and `explain` are about the library and files; what else there is, about a
 * simulator that runs. A file with faults ends with exit code 2, and a line for each; a client that does not show what is
 * expected of it, with 3.
 */
export async function scenarios(invocation: Invocation): Promise<number> {
  const {
    words: [what = 'list', ...words],
    options,
  } = invocation;
  if (what === 'verdict') {
    refuseMore(words, 0);
    return verdict(options);
  }
  const work = works[what];
  const calls = Object.keys(shorthands['scenarios'] ?? {});
  if (work === undefined && calls.includes(what)) return controlCommand('scenarios')(invocation);
  if (work === undefined) {
    const nearest = closest(what, [...Object.keys(works), 'verdict', ...calls]);
    throw new Failure(`unknown argument ${JSON.stringify(what)}; the nearest is ${nearest}`);
  }
  try {
    process.stdout.write(`${(await work(words, options)).trimEnd()}\n`);
  } catch (error) {
    throw error instanceof ScenarioError ? new Failure(error.faults.join('\n')) : error;
  }
  return 0;
}

function required(argument: string | undefined, what: string): string {
  if (argument === undefined) throw new Failure(`expected ${what}`);
  return argument;
}

function refuseMore(words: readonly string[], most: number): void {
  const more = words[most];
  if (more !== undefined) throw new Failure(`unexpected argument ${JSON.stringify(more)}`);
}
