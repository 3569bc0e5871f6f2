import { closest } from 'fastest-levenshtein';
import { Failure } from '../failure.ts';
import { ScenarioLibrary, readScenario, scenarioFolder } from '../scenarios/library.ts';
import { ScenarioError } from '../scenarios/load.ts';
import type { Invocation } from './invocation.ts';
import { verdict } from './verdict.ts';

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
 * `faxsim scenarios list`, `show NAME`, `lint FILE` and `verdict`. A file with faults ends with exit code 2, and a line for
 * each; a client that does not show what is expected of it, with 3.
 */
export async function scenarios({ words: [what = 'list', argument], options }: Invocation): Promise<number> {
  if (what === 'verdict') return verdict(options);
  const work = works[what];
  if (work === undefined) {
    throw new Failure(
      `unknown argument ${JSON.stringify(what)}; the nearest is ${closest(what, [...Object.keys(works), 'verdict'])}`,
    );
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
