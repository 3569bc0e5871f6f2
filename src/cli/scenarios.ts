import { expectedDuration } from '../model/domain/time.ts';
import { parseDuration } from '../model/shared/duration.ts';
import { CliError } from '../model/shared/errors.ts';
import { nearestOrAll, pluralize } from '../model/shared/words.ts';
import { ScenarioEngine } from '../scenarios/engine.ts';
import { inLineOrder, ScenarioError } from '../scenarios/errors.ts';
import { explain } from '../scenarios/explain.ts';
import { isSubjectKind, nearestKind, subjectFromFacts } from '../scenarios/subject-from-facts.ts';
import type { Explanation } from '../scenarios/explain.ts';
import { openLibrary } from '../scenarios/library.ts';
import type { ScenarioLibrary } from '../scenarios/library.ts';
import type { LintReport } from '../scenarios/load.ts';
import { scenarioNameOf } from '../scenarios/params.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { scenarioState } from './answer-texts.ts';
import { ask, controlCommand, verdict } from './control-command.ts';
import type { LibraryScenario, RuleReport, ScenarioSource } from '../control/client/named-types.ts';
import type { CommandCall } from './control-args.ts';
import type { GivenSettings, Invocation } from './invocation.ts';
import { failureOf, isFile, refuseLooseParams, switchAll } from './scenario-switch.ts';
import { shorthands } from './shorthands.ts';
import { twoColumns } from './columns.ts';
import { widthOf } from './output-width.ts';
import { simulatorUrl } from './simulator-at.ts';
import { NoSimulatorError } from './simulator-check.ts';
import { print } from './table-output.ts';
import { baseName, hiderOf, scenarioText } from '../model/shared/scenario-text.ts';

/** The output of a subcommand: JSON for scripts, text for people. */
interface Output {
  readonly data: unknown;
  readonly text: string;
  /** 2 if the text is an error message. */
  readonly exitCode?: 2;
}

/** The things that a subcommand uses besides its arguments. */
interface Tools {
  readonly settings: GivenSettings;
  /** The scenarios of the package and of `--scenarios-dir`. */
  readonly library: ScenarioLibrary;
  /** Makes a control call. The running simulator may have another library. Undefined if no simulator runs. */
  readonly askRunning: (call: CommandCall) => Promise<unknown>;
}

type Subcommand = (words: readonly string[], tools: Tools) => Output | Promise<Output>;

const works: Readonly<Record<string, Subcommand>> = {
  list: async (words, { library, askRunning }) => {
    refuseMore(words, 0);
    const running = (await askRunning({ name: 'library', input: {} })) as readonly LibraryScenario[] | undefined;
    const active = (running && (await askRunning({ name: 'list', input: {} }))) as readonly RuleReport[] | undefined;
    const names = [...new Set(active?.map(({ scenario }) => scenario))];
    const data = (running ?? (await library.entries())).map(({ name, description }) => ({
      name,
      description,
      on: names.filter((one) => baseName(one) === name),
    }));
    const rows = data.map(({ name, description }) => [name, description] as const);
    const rulesOf = (name: string) => (active ?? []).filter(({ scenario }) => scenario === name);
    const head = names.map((name) => `${stateText(rulesOf(name))}: ${scenarioText(name)}\n`).join('');
    return { data, text: `${head}${head && '\n'}${twoColumns(rows, widthOf())}` };
  },
  show: async (words, { library, askRunning }) => {
    refuseMore(words, 1);
    const name = requireWord('show', words[0], 'NAME');
    const call = { name: 'source', input: { scenario: name } };
    const running = isFile(name) ? undefined : ((await askRunning(call)) as ScenarioSource | undefined);
    const text = running?.source ?? library.source(name);
    return { data: { name, source: text }, text };
  },
  operations: async (words) => {
    refuseMore(words, 0);
    const { operationRoutes } = await import('../http/openapi/documents.ts');
    const data = operationRoutes();
    return {
      data,
      text: twoColumns(
        data.map(({ operation, routes }) => [operation, routes.join(', ')]),
        widthOf(),
      ),
    };
  },
  lint: async (words, { library }) => {
    requireWord('lint', words[0], 'FILE');
    const reports = await Promise.all(words.map((word) => lintOf(library, word)));
    const isFaulty = reports.some(({ faults }) => faults.length > 0);
    const text = reports.flatMap((report) => lintLines(report)).join('\n');
    return { data: reports.length === 1 ? reports[0] : reports, text, ...(isFaulty && { exitCode: 2 }) };
  },
  explain: async ([word, ...words], { settings, library }) => {
    const named = requireWord('explain', word, 'NAME or OPERATION');
    if (isSubjectKind(named)) return explainRunning([named, ...words], settings);
    if (!isFile(named) && !library.names().includes(baseName(named)))
      return explainedOn(named, words, { settings, library });
    const scenario = await library.open(named);
    const data = explainScenario(scenario, settings.options.seed, words);
    return { data, text: data.map((found) => outcomeLine(found.rule, found)).join('\n') };
  },
};

/** `on`, `on, but hidden by busy-line/busy`. */
function stateText(rules: readonly RuleReport[]): string {
  const state = scenarioState(rules);
  const by = state === 'on' ? hiderOf(rules) : undefined;
  return by === undefined ? state : `${state}, but hidden by ${scenarioText(by)}`;
}

const outcomeLine = (rule: string, { fires, why }: Explanation): string =>
  `${rule}: ${fires ? 'fires: ' : 'does not fire: '}${why}`;

/** Adds "warning:" after `FILE:LINE:`, as compilers do. */
const asWarning = (line: string): string => line.replace(/^(.*?:\d+: )/s, '$1warning: ');

/** The report on a file. A file that is not a mapping is reported too. */
async function lintOf(library: ScenarioLibrary, word: string): Promise<LintReport> {
  return library.lint(word).catch((error: unknown) => {
    if (!(error instanceof ScenarioError)) throw error;
    return { name: null, rules: 0, faults: error.faults, warnings: [] };
  });
}

function lintLines({ name, rules, faults, warnings }: LintReport): string[] {
  const lines = inLineOrder([...faults, ...warnings.map(asWarning)]);
  if (faults.length > 0) return lines;
  const found = warnings.length === 0 ? 'nothing wrong' : pluralize(warnings.length, 'warning');
  return [...lines, `${name}: ${pluralize(rules, 'rule')}, ${found}`];
}

/** Explains a scenario. One that the library lacks may be known to a running simulator. */
async function explainedOn(
  named: string,
  words: readonly string[],
  { settings, library }: Pick<Tools, 'settings' | 'library'>,
): Promise<Output> {
  const missing: unknown = await library.find(named).catch((error: unknown) => error);
  const running = await explainRunning(words, settings, scenarioNameOf(named)).catch(() => undefined);
  if (running !== undefined && running.data.length > 0) return running;
  const kind = nearestKind(named, library.names());
  throw kind === undefined
    ? missing
    : new CliError(`there is no scenario or operation ${named}; the nearest is ${kind}`);
}

/**
 * `faxsim scenarios`. `list` and `show NAME` read the library of a running simulator, else that of the package and
 * `--scenarios-dir`. `lint FILE...` and `explain NAME` read files and the latter library. Other calls, and `explain` without a
 * name, need a running simulator. Exit code 2 for a file with faults, 3 for an unmet expectation.
 */
export async function scenarios(invocation: Invocation): Promise<number> {
  const {
    words: [what = 'list', ...words],
    options,
  } = invocation;
  if (what === 'verdict') {
    refuseMore(words, 0);
    return verdict(invocation);
  }
  const work = works[what];
  if (work === undefined) return callOf(what, invocation);
  try {
    const askRunning = (call: CommandCall): Promise<unknown> => askIfRunning(call, invocation);
    const {
      data,
      text,
      exitCode = 0,
    } = await work(words, {
      settings: invocation,
      library: openLibrary(options),
      askRunning,
    });
    if (exitCode !== 0 && !options.json) throw new CliError(text);
    return print(data, options, { text: `${text.trimEnd()}\n`, exitCode });
  } catch (error) {
    throw error instanceof ScenarioError ? failureOf(error) : error;
  }
}

const places = ['url', 'host', 'port', 'portFile', 'urlFile', 'world'] as const;

/**
 * The answer of the running simulator. Undefined if none answers and no flag names one, or if `--scenarios-dir` names other
 * scenarios. Throws a CliError if the call is refused.
 */
async function askIfRunning(call: CommandCall, { options, sources }: Invocation): Promise<unknown> {
  if (options.scenariosDir !== undefined) return undefined;
  const isNamed = places.some((name) => sources[name]?.startsWith('--') === true);
  return ask('scenarios', call, { options, sources }).catch((error: unknown) => {
    const isRefused = error instanceof CliError && error.exitCode === 2 && !(error instanceof NoSimulatorError);
    if (isNamed || isRefused || !(error instanceof CliError)) throw error;
  });
}

/** Runs a call of the control API. */
function callOf(what: string, invocation: Invocation): Promise<number> {
  const calls = Object.keys(shorthands['scenarios'] ?? {});
  if (!calls.includes(what)) {
    const near = nearestOrAll(what, [...Object.keys(works), 'verdict', ...calls]);
    throw new CliError(`unknown call ${JSON.stringify(what)} of scenarios${near}`);
  }
  const [, ...names] = invocation.words;
  refuseLooseParams(what, names);
  const isList = names.length > 0 && !names.some((word) => /^\w+=/.test(word)); // `name=value` is a parameter of the call
  return (what === 'on' || what === 'off') && isList
    ? switchAll(what, names, invocation)
    : controlCommand('scenarios')(invocation);
}

function requireWord(call: string, argument: string | undefined, placeholder: string): string {
  if (argument === undefined) throw new CliError(`scenarios ${call}: ${placeholder} is missing`);
  return argument;
}

function refuseMore(words: readonly string[], most: number): void {
  const more = words[most];
  if (more !== undefined) throw new CliError(`unexpected argument ${JSON.stringify(more)}`);
}

/**
 * Asks a running simulator which rules would fire for the next call with these facts; `only` names one scenario. Throws a CliError
 * if no simulator answers.
 */
async function explainRunning([operation, ...words]: readonly string[], settings: GivenSettings, only?: string) {
  const facts: Record<string, string[]> = {};
  for (const [name, value] of readPairs(words)) {
    if (name === 'count' || name === 'at') {
      throw new CliError(`${name} goes with the name of a scenario: a running simulator explains the next call`);
    }
    facts[name] = [...(facts[name] ?? []), value];
  }
  const answer = await ask('scenarios', { name: 'explain', input: { ...facts, operation } }, settings);
  const all = answer as readonly Explanation[]; // the form of the call's answer
  const data = only === undefined ? all : all.filter(({ scenario }) => scenario === only);
  const url = await simulatorUrl(settings.options);
  const names = [...new Set(data.map(({ scenario }) => scenario))];
  const head =
    names.length === 0 ? `no scenario is on in ${url}` : `on in ${url}: ${names.map(scenarioText).join(', ')}`;
  return {
    data,
    text: [head, ...data.map((found) => outcomeLine(scenarioText(`${found.scenario}/${found.rule}`), found))].join(
      '\n',
    ),
  };
}

const usage = 'OPERATION FACT=VALUE … [count=N] [at=DURATION]';
const askedMax = 10_000;

/**
 * Explains for each rule of a scenario why it would fire or not for a call with these facts. `count` is the number of
 * that call, and `at` the time since the scenario was switched on. Throws a CliError for wrong words, a ScenarioError
 * for unknown facts.
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
  if (count >= 1 && count <= askedMax) return count;
  throw new CliError(`count must be an integer from 1 to ${askedMax}, got ${JSON.stringify(text)}`);
}

function readAt(text: string): number {
  const at = parseDuration(text);
  if (at === undefined) throw new CliError(`at must be ${expectedDuration}, got ${JSON.stringify(text)}`);
  return at;
}
