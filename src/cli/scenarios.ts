import { expectedDuration, parseDuration } from '../model/domain/time.ts';
import { CliError } from '../model/shared/errors.ts';
import { nearestOrAll, pluralize } from '../model/shared/words.ts';
import { ScenarioEngine } from '../scenarios/engine.ts';
import { ScenarioError } from '../scenarios/errors.ts';
import { explain, isSubjectKind, subjectFromFacts } from '../scenarios/explain.ts';
import type { Explanation } from '../scenarios/explain.ts';
import { scenarioFolder, ScenarioLibrary } from '../scenarios/library.ts';
import { scenarioNameOf } from '../scenarios/params.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { ask, controlCommand, printAnswer, verdict } from './control-command.ts';
import type { FlagValues } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { shorthands } from './catalogue.ts';
import { simulatorUrl } from './simulator-at.ts';
import { print } from './table-output.ts';

/** The output of a subcommand: JSON for scripts, text for people. */
interface Output {
  readonly data: unknown;
  readonly text: string;
  /** 2: the text is an error message. */
  readonly exitCode?: 2;
}

type Subcommand = (words: readonly string[], options: FlagValues) => Output | Promise<Output>;

const library = new ScenarioLibrary(scenarioFolder);

const works: Readonly<Record<string, Subcommand>> = {
  list: async (words) => {
    refuseMore(words, 0);
    const names = library.names();
    const found = await Promise.all(names.map((name) => library.find(name)));
    const data = found.map(({ name, description }) => ({ name, description }));
    return { data, text: twoColumns(data.map(({ name, description }) => [name, description])) };
  },
  show: (words) => {
    refuseMore(words, 1);
    const name = requireWord('show', words[0], 'NAME');
    const text = library.source(name);
    return { data: { name, source: text }, text };
  },
  operations: async (words) => {
    refuseMore(words, 0);
    const { operationRoutes } = await import('../http/openapi/documents.ts');
    const data = operationRoutes();
    return { data, text: twoColumns(data.map(({ operation, routes }) => [operation, routes.join(', ')])) };
  },
  lint: async (words) => {
    refuseMore(words, 1);
    const data = await library.lint(requireWord('lint', words[0], 'FILE'));
    const { name, rules, faults, warnings } = data;
    if (faults.length > 0) return { data, text: [...faults, ...warnings.map(asWarning)].join('\n'), exitCode: 2 };
    const found = warnings.length === 0 ? 'nothing wrong' : pluralize(warnings.length, 'warning');
    return { data, text: [...warnings.map(asWarning), `${name}: ${pluralize(rules, 'rule')}, ${found}`].join('\n') };
  },
  explain: async ([word, ...words], options) => {
    const named = requireWord('explain', word, 'NAME or OPERATION');
    if (isSubjectKind(named)) return explainRunning([named, ...words], options);
    if (!isFile(named) && !isInLibrary(named)) return explainedOn(named, words, options);
    const scenario = await library.open(named);
    const data = explainScenario(scenario, options.seed, words);
    return { data, text: data.map((found) => outcomeLine(found.rule, found)).join('\n') };
  },
};

function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([{ length }]) => length));
  return rows.map(([first, second]) => `${first.padEnd(width)}  ${second}`).join('\n');
}

const outcomeLine = (rule: string, { fires, why }: Explanation): string =>
  `${rule}: ${fires ? 'fires: ' : 'does not fire: '}${why}`;

/** Puts the text after FILE:LINE:, as compilers do. */
const asWarning = (line: string): string => line.replace(/^(.*?:\d+: )/s, '$1warning: ');

const isInLibrary = (named: string): boolean => library.names().includes(named.replace(/\(.*$/s, ''));

/** A scenario that the library lacks may have been sent to a running simulator. */
async function explainedOn(named: string, words: readonly string[], options: FlagValues): Promise<Output> {
  const missing: unknown = await library.find(named).catch((error: unknown) => error);
  const running = await explainRunning(words, options, scenarioNameOf(named)).catch(() => undefined);
  if (running === undefined || running.data.length === 0) throw missing;
  return running;
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
    const { data, text, exitCode = 0 } = await work(words, options);
    if (exitCode !== 0 && !options.json) throw new CliError(text);
    return print(data, options, { text: `${text.trimEnd()}\n`, exitCode });
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    if (what !== 'lint' || !options.json) throw failureOf(error);
    return print({ name: null, rules: 0, faults: error.faults, warnings: [] }, options, { exitCode: 2 });
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
  return printAnswer('scenarios', { name: 'switch', input: { source } }, options);
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

/**
 * Asks a running simulator which of its rules, or those of one scenario, would fire for the next call with these facts.
 * Throws a CliError when no simulator answers.
 */
async function explainRunning([operation, ...words]: readonly string[], options: FlagValues, only?: string) {
  const facts: Record<string, string[]> = {};
  for (const [name, value] of readPairs(words)) {
    if (name === 'count' || name === 'at') {
      throw new CliError(`${name} goes with the name of a scenario: a running simulator explains the next call`);
    }
    facts[name] = [...(facts[name] ?? []), value];
  }
  const answer = await ask('scenarios', { name: 'explain', input: { ...facts, operation } }, options);
  const all = answer as readonly Explanation[]; // the form of the call's answer
  const data = only === undefined ? all : all.filter(({ scenario }) => scenario === only);
  const url = await simulatorUrl(options);
  const names = [...new Set(data.map(({ scenario }) => scenario))];
  const head = names.length === 0 ? `no scenario is on in ${url}` : `on in ${url}: ${names.join(', ')}`;
  return {
    data,
    text: [head, ...data.map((found) => outcomeLine(`${found.scenario}/${found.rule}`, found))].join('\n'),
  };
}

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
const readPairs = (words: readonly string[]): (readonly [string, string])[] => words.map(readPair);

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
