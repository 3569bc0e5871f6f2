import { closest } from 'fastest-levenshtein';
import { Failure } from '../failure.ts';
import { ScenarioLibrary, readScenario, scenarioFolder } from '../scenarios/library.ts';
import { ScenarioError } from '../scenarios/load.ts';
import { controlCommand } from './control-command.ts';
import type { Invocation } from './invocation.ts';
import { shorthands } from './shorthands.ts';

type Work = (argument: string | undefined) => Promise<string>;

const library = new ScenarioLibrary(scenarioFolder);

const works: Readonly<Record<string, Work>> = {
  list: async () => {
    const names = await library.names();
    const described = await Promise.all(names.map((name) => library.find(name)));
    const width = Math.max(...names.map(({ length }) => length));
    return described.map(({ name, description }) => `${name.padEnd(width)}  ${description}`).join('\n');
  },
  show: async (name) => library.source(required(name, 'the name of a scenario')),
  lint: async (file) => {
    const { name, rules } = await readScenario(required(file, 'a file'));
    return `${name}: ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}, nothing wrong`;
  },
};

/**
 * `faxsim scenarios list`, `show NAME` and `lint FILE` are about the library and files; what else there is, about a simulator
 * that runs. A file with faults ends with exit code 2, and a line for each.
 */
export async function scenarios(invocation: Invocation): Promise<number> {
  const [what = 'list', argument] = invocation.words;
  const work = works[what];
  const calls = Object.keys(shorthands['scenarios'] ?? {});
  if (work === undefined && calls.includes(what)) return controlCommand('scenarios')(invocation);
  if (work === undefined) {
    const nearest = closest(what, [...Object.keys(works), ...calls]);
    throw new Failure(`unknown argument ${JSON.stringify(what)}; the nearest is ${nearest}`);
  }
  try {
    process.stdout.write(`${(await work(argument)).trimEnd()}\n`);
  } catch (error) {
    throw error instanceof ScenarioError ? new Failure(error.faults.join('\n')) : error;
  }
  return 0;
}

function required(argument: string | undefined, what: string): string {
  if (argument === undefined) throw new Failure(`expected ${what}`);
  return argument;
}
