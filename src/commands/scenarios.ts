import { CliError } from '../cli-error.ts';
import { nearestOrAll } from '../did-you-mean.ts';
import { isSubjectKind } from '../scenarios/sample-subject.ts';
import { ScenarioLibrary, scenarioFolder } from '../scenarios/library.ts';
import { scenarioNameOf } from '../scenarios/references.ts';
import { ScenarioError } from '../scenarios/errors.ts';
import { pluralize } from '../shared/words.ts';
import { ask, controlCommand, print } from './control-command.ts';
import { explainRunning, runningText } from './explain-running.ts';
import { explainScenario } from './explain-scenario.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { shorthands } from './shorthands.ts';
import { verdict } from './verdict.ts';

/** The output of a subcommand: JSON for scripts, text for people. */
interface Output {
  readonly data: unknown;
  readonly text: string;
}

type Subcommand = (words: readonly string[], options: FlagValues) => Output | Promise<Output>;

const library = new ScenarioLibrary(scenarioFolder);

const works: Readonly<Record<string, Subcommand>> = {
  list: async (words) => {
    refuseMore(words, 0);
    const names = library.names();
    const found = await Promise.all(names.map((name) => library.find(name)));
    const data = found.map(({ name, description }) => ({ name, description }));
    const width = Math.max(...names.map(({ length }) => length));
    return { data, text: data.map(({ name, description }) => `${name.padEnd(width)}  ${description}`).join('\n') };
  },
  show: (words) => {
    refuseMore(words, 1);
    const name = requireWord('show', words[0], 'NAME');
    const text = library.source(name);
    return { data: { name, source: text }, text };
  },
  lint: async (words) => {
    refuseMore(words, 1);
    const { name, rules, warnings } = await library.lint(requireWord('lint', words[0], 'FILE'));
    const found = warnings.length === 0 ? 'nothing wrong' : pluralize(warnings.length, 'warning');
    const text = [...warnings.map(asWarning), `${name}: ${pluralize(rules, 'rule')}, ${found}`].join('\n');
    return { data: { name, rules, faults: [], warnings }, text };
  },
  explain: async ([word, ...words], options) => {
    const named = requireWord('explain', word, 'NAME or OPERATION');
    if (isSubjectKind(named)) return explainedRunning([named, ...words], options);
    if (!isFile(named) && !isInLibrary(named)) return explainedOn(named, words, options);
    const scenario = await library.open(named);
    const data = explainScenario(scenario, options.seed, words);
    const lines = data.map(({ rule, fires, why }) => `${rule}: ${fires ? 'fires: ' : 'does not fire: '}${why}`);
    return { data, text: lines.join('\n') };
  },
};

/** After the place, where those look who read messages of compilers. */
const asWarning = (line: string): string => line.replace(/^(.*?:\d+: )/s, '$1warning: ');

const isInLibrary = (named: string): boolean => library.names().includes(named.replace(/\(.*$/s, ''));

async function explainedRunning(words: readonly string[], options: FlagValues): Promise<Output> {
  const running = await explainRunning(words, options);
  return { data: running.rules, text: runningText(running) };
}

/** A scenario that the library lacks may have been sent to a running simulator. */
async function explainedOn(named: string, words: readonly string[], options: FlagValues): Promise<Output> {
  const missing: unknown = await library.find(named).catch((error: unknown) => error);
  const running = await explainRunning(words, options).catch(() => undefined);
  const rules = running?.rules.filter(({ scenario }) => scenario === scenarioNameOf(named)) ?? [];
  if (running === undefined || rules.length === 0) throw missing;
  return { data: rules, text: runningText({ ...running, rules }) };
}

/**
 * `faxsim scenarios list`, `show NAME`, `lint FILE` and `explain NAME` use the library and files. Other calls, and
 * `explain` without a name, use a running simulator. A file with faults gives exit code 2 and a line per fault; an
 * unmet expectation gives 3.
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
  if (work === undefined) return callOf(what, invocation);
  try {
    const { data, text } = await work(words, options);
    process.stdout.write(options.json ? `${JSON.stringify(data, undefined, 2)}\n` : `${text.trimEnd()}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    if (what !== 'lint' || !options.json) throw failureOf(error);
    return print({ faults: error.faults }, options, 2);
  }
}

/** Runs a call of the control API. */
function callOf(what: string, invocation: Invocation): Promise<number> {
  const calls = Object.keys(shorthands['scenarios'] ?? {});
  if (!calls.includes(what)) {
    const near = nearestOrAll(what, [...Object.keys(works), 'verdict', ...calls]);
    throw new CliError(`unknown call ${JSON.stringify(what)} of scenarios${near}`);
  }
  const [, named = ''] = invocation.words;
  return what === 'on' && isFile(named)
    ? switchFileOn(invocation.words.slice(1), invocation.options)
    : controlCommand('scenarios')(invocation);
}

const failureOf = ({ faults }: ScenarioError): CliError => new CliError(faults.join('\n'));

/** The simulator may not have the file: it gets the content, with all inherited rules. */
async function switchFileOn(words: readonly string[], options: FlagValues): Promise<number> {
  refuseMore(words, 1);
  const { source } = await library.open(requireWord('on', words[0], 'FILE')).catch((error: unknown) => {
    throw error instanceof ScenarioError ? failureOf(error) : error;
  });
  return print(await ask('scenarios', { name: 'switch', input: { source } }, options), options);
}

/** No name of a scenario has a dot or a slash, outside of its parameters. */
const isFile = (named: string): boolean => /^[^(]*[./\\]/.test(named);

function requireWord(call: string, argument: string | undefined, placeholder: string): string {
  if (argument === undefined) throw new CliError(`scenarios ${call}: ${placeholder} is missing`);
  return argument;
}

function refuseMore(words: readonly string[], most: number): void {
  const more = words[most];
  if (more !== undefined) throw new CliError(`unexpected argument ${JSON.stringify(more)}`);
}
