import type {
  AwaitedRequest,
  FaxList,
  HarImport,
  RequestList,
  FaxVerdict,
  RequestVerdict,
  WebhookVerdict,
  RuleReport,
} from '../control/client/named-types.ts';
import { routes } from '../control/client/routes.generated.ts';
import type { AnswerOf, Surface } from '../control/client/surface.ts';
import type { WorldHandle } from '../control/client/connect.ts';
import type { RunningSimulator } from '../index.ts';
import { faxHistoryText } from '../control/client/fax-history-text.ts';
import { durationWords } from '../model/shared/duration.ts';
import { CliError } from '../model/shared/errors.ts';
import { fitting, pluralize, printable, printableLines } from '../model/shared/words.ts';
import { consoleUrl } from '../model/shared/urls.ts';
import { givesDocument } from './catalogue.ts';
import { readCall } from './control-args.ts';
import type { CommandCall } from './control-args.ts';
import { fitLines } from './columns.ts';
import type { FlagValues } from './flags.ts';
import { widthOf } from './output-width.ts';
import { helpText } from './help.ts';
import { liveText, showProgress, workLine } from './live-text.ts';
import type { RunCommand } from './invocation.ts';
import { leaveSignals, signalExitCodes, stopSignal } from './signals.ts';
import { withSimulator } from './simulator-at.ts';
import { formatAnswer, print } from './table-output.ts';
import { consoleLine } from './console-line.ts';
import { activityListText, faxListText, requestListText, webhookListText } from './record-lists.ts';

/** The maximum length of a path, so that a line with all columns has fewer than 100 letters. */
const pathCharactersMax = 32;

const pageText = (page: RequestList): string => `${requestListText(page.requests)}${countText(page)}`;

function countText({ requests, total, dropped }: RequestList): string {
  const rest = dropped === 0 ? '' : `; ${dropped} are no longer there`;
  return `${requests.length} of ${total} requests${rest}\n`;
}

function importText({ imported, webhooks, left_out: leftOut }: HarImport): string {
  const more = webhooks === 0 ? [] : [`${pluralize(webhooks, 'webhook')}, which the journal does not take`];
  const lines = [...more, ...leftOut].map((what) => `left out: ${printable(what)}\n`);
  const hint = imported === 0 ? '--har-host names further hosts, such as that of a proxy\n' : '';
  return `${pluralize(imported, 'request')} added to the journal\n${lines.join('')}${hint}`;
}

/** A line for each request, with the route that was probably meant. */
function unmatchedText(page: RequestList): string {
  const rows = page.requests.map(({ id, method, path, answer, nearest_route: nearest }) => ({
    id,
    method,
    path: fitting(path, pathCharactersMax),
    status: answer.status ?? answer.broken,
    nearest_route: nearest,
  }));
  return `${rows.length === 0 ? '' : formatAnswer(rows)}${countText(page)}`;
}

const verdictText = ({ passed, message, requests, nearest }: RequestVerdict): string =>
  `${printableLines(`${passed ? 'passed' : 'failed'}: ${message}\n`)}${requestListText(requests)}${nearestText(nearest)}`;

const explainedText = ({ passed, message, explanation }: FaxVerdict | WebhookVerdict): string =>
  passed ? `passed: ${message}\n` : `failed: ${explanation.trimEnd()}\n`;

const waitedText = ({ request, nearest }: AwaitedRequest): string =>
  request === null ? `no such request came in time\n${nearestText(nearest)}` : requestListText([request]);

const nearestText = (nearest: RequestVerdict['nearest']): string => printableLines(nearest.map(nearestLines).join(''));

function nearestLines({ request: { id, method, path }, differences }: RequestVerdict['nearest'][number]): string {
  const lines = differences.map(
    ({ name, expected, got }) => `  ${name}: expected ${valueText(expected)}, got ${valueText(got)}\n`,
  );
  return `nearest: ${id} ${method} ${fitting(path, pathCharactersMax)}\n${lines.join('')}`;
}

const valueText = (value: unknown): string =>
  value === null ? 'nothing' : fitting(JSON.stringify(value), pathCharactersMax);

/** A line for each fax, then the count of matching faxes. The line has the main fields; JSON has all. */
function faxPageText({ faxes, total, is_complete: isComplete }: FaxList): string {
  const rest = isComplete ? '' : '; older faxes were not searched';
  return `${faxListText(faxes)}${faxes.length} of ${total} faxes${rest}\n`;
}

/** Runs `faxsim clock advance 45m` and other control calls. */
export const controlCommand =
  (group: string): RunCommand =>
  async ({ words, options }) => {
    const call = await readCall(group, words);
    if (call === undefined) {
      process.stderr.write(fitLines(helpText(group), widthOf(process.stderr))); // a guess could call an operation that changes data
      return 2;
    }
    if (options.har && call.name !== 'export') throw new CliError('--har is for requests export');
    return options.asFixture ? exportFixture(call, options) : printAnswer(group, withHosts(call, options), options);
  };

/** Adds the hosts of `--har-host` to an import of a HAR file. */
function withHosts(call: CommandCall, { harHost: hosts }: FlagValues): CommandCall {
  return hosts === undefined || call.name !== 'import' ? call : { ...call, input: { ...call.input, hosts } };
}

/** Makes a control call, and prints its answer. Returns the exit code. */
export async function printAnswer(group: string, call: CommandCall, options: FlagValues): Promise<number> {
  const { answer, baseUrl } = await withSimulator(options, async (world) => ({
    answer: await watched(world, { group, ...call }, options),
    baseUrl: world.baseUrl,
  }));
  if (answer instanceof Uint8Array) {
    process.stdout.write(answer);
    return 0;
  }
  const painted = functionIn(paintedTexts, group, call.name)?.(answer);
  const text = painted ?? printableLines(functionIn(texts, group, call.name)?.(answer) ?? formatAnswer(answer));
  const json = options.json || givesDocument(group, call.name);
  const link = consoleLine(baseUrl, { group, ...call, answer });
  const exitCode = functionIn(exitCodes, group, call.name)?.(answer) ?? 0;
  return print(answer, { json }, { text: `${text}${printableLines(link)}`, isPainted: true, exitCode });
}

/** Makes a control call, and shows on a terminal the progress of its long work. */
function watched(world: WorldHandle, call: GroupCall, options: FlagValues): Promise<unknown> {
  const { group, name, input } = call;
  const answer = (group === 'clock' && name === 'move' ? stoppable : callOf)(world, group, call);
  if (routes[group]?.[name]?.method === 'GET') return answer;
  const id = input['id'] ?? world.id;
  const look = async (): Promise<string> => {
    const work = (await world.server.work()).findLast((running) => running.world === id);
    return work === undefined ? '' : workLine(work);
  };
  return showProgress(liveText(options), look, answer);
}

interface GroupCall extends CommandCall {
  readonly group: string;
}

/** Moves the clock. Ctrl-C stops the move, which then answers; a second Ctrl-C ends the program. */
function stoppable(world: WorldHandle, group: string, move: CommandCall): Promise<unknown> {
  const answer = callOf(world, group, move);
  void stopSignal(process).then(() => world.clock.stopMove().catch(() => undefined)); // the move says so
  leaveSignals();
  return answer;
}

/** Prints a world as a fixture file. */
async function exportFixture({ name }: CommandCall, options: FlagValues): Promise<number> {
  if (name !== 'export') throw new CliError('--as-fixture is for exchange export');
  const { fixture, left_out: leftOut } = await withSimulator(options, ({ exchange }) => exchange.exportFixture());
  for (const phrase of leftOut) process.stderr.write(`left out: ${printable(phrase)}\n`);
  process.stdout.write(fixture);
  return 0;
}

/** Functions of the answers of some control calls, by group and name. */
type ByCall<Result> = {
  readonly [Group in keyof Surface]?: {
    readonly [Name in keyof Surface[Group]]?: (answer: AnswerOf<Group, Name>) => Result;
  };
};

/** Texts with colours. They have escaped the control characters of users' data already. */
const paintedTexts: ByCall<string> = {
  faxes: { list: faxPageText },
  requests: { list: pageText, verify: verdictText, wait: waitedText },
  activity: { list: activityListText },
  webhooks: { list: webhookListText },
};

/** Texts for answers that a plain table of fields does not show well. */
const texts: ByCall<string> = {
  clock: { move: moveText },
  faxes: { history: faxHistoryText, verify: explainedText },
  requests: { import: importText, unmatched: unmatchedText },
  scenarios: { list: reportText, switch: reportText },
  webhooks: {
    verify: explainedText,
    wait: (answer) => (answer === null ? 'no such webhook came in time\n' : formatAnswer(answer)),
  },
};

/** A move over a month can have tens of thousands of events. */
const shownEventsMax = 100;

/** The clock and the latest events of a move; JSON has all events. */
function moveText({ stopped, happened, ...moved }: AnswerOf<'clock', 'move'>): string {
  const shown = happened.slice(-shownEventsMax);
  return [
    formatAnswer({ ...moved, happened: shown }),
    shown.length < happened.length
      ? `the latest ${shown.length} of ${happened.length} events; --json prints all\n`
      : '',
    stopped ? 'the move was stopped before its end\n' : '',
  ].join('');
}

/** The table of the rules, and a line for each warning. */
function reportText(rows: readonly RuleReport[]): string {
  const hasEnds = rows.some(({ ends_in_ms: left }) => left !== null);
  const table = formatAnswer(
    rows.map(({ scenario, rule, by, fired, ends_in_ms: left }) => {
      const row = { scenario, rule, by, fired };
      return hasEnds ? { ...row, ends: endText(left) } : row;
    }),
  );
  return [table, ...warningLines(rows).map((line) => `${line}\n`)].join('');
}

/** `in 1 min 20 s`, in the time of the world; empty for a rule without an end. */
const endText = (leftMs: number | null): string =>
  leftMs === null ? '' : leftMs === 0 ? 'over' : `in ${durationWords(Math.ceil(leftMs / 1000) * 1000)}`;

/** Exit codes of calls that can report an unmet expectation. */
const exitCodes: ByCall<number> = {
  clock: { move: ({ stopped }) => (stopped ? signalExitCodes.SIGINT : 0) },
  requests: {
    // `lint` and `migrate` also end with 2 for a file without requests.
    import: ({ imported }) => (imported === 0 ? 2 : 0),
    verify: ({ passed }) => (passed ? 0 : unmet),
    wait: ({ request }) => (request === null ? 1 : 0),
  },
  faxes: { verify: ({ passed }) => (passed ? 0 : unmet) },
  webhooks: {
    check: ({ is_well: isWell }) => (isWell ? 0 : 1),
    verify: ({ passed }) => (passed ? 0 : unmet),
    wait: (answer) => (answer === null ? 1 : 0),
  },
};

/** `faxsim reset`. */
export const reset: RunCommand = async ({ options }) =>
  print(await withSimulator(options, ({ worlds }) => worlds.reset()), options);

/** Makes a control call and returns its answer. */
export const ask = (group: string, call: CommandCall, options: FlagValues): Promise<unknown> =>
  withSimulator(options, (world) => callOf(world, group, call));

function callOf(surface: Surface, group: string, { name, input }: CommandCall): Promise<unknown> {
  return Promise.resolve(functionIn<Promise<unknown>>(surface, group, name)?.(input));
}

type FunctionTable<Result> = Readonly<
  Record<string, Readonly<Record<string, ((input: never) => Result) | undefined>> | undefined>
>;

/** Looks up the function of a control call. */
function functionIn<Result>(table: FunctionTable<Result>, group: string, name: string) {
  // The tables have the types of the routes, but TypeScript cannot follow names from the command line.
  return table[group]?.[name] as ((value: unknown) => Result) | undefined;
}

/** The verdict of each expectation, and the rules that never fired as `scenario/rule`. */
type Verdicts = ReturnType<RunningSimulator['verdicts']>;

/** A line for each warning of the rules that are on. */
export const warningLines = (rows: readonly RuleReport[]): string[] =>
  rows.flatMap(({ scenario, rule, warnings }) => warnings.map((text) => `warning: ${scenario}/${rule}: ${text}`));

/** The exit code for an unmet expectation. */
export const unmet = 3;

/** Prints the verdicts of a world. Returns 0 if all expectations are met, else 3. */
export async function verdict(options: FlagValues): Promise<number> {
  const { answer, baseUrl } = await withSimulator(options, async ({ scenarios, baseUrl }) => ({
    answer: await scenarios.verdicts(),
    baseUrl,
  }));
  const { verdicts, never_fired: neverFired } = answer;
  const console = consoleUrl(baseUrl, 'requests');
  const lines = linesOf({ verdicts, neverFired }, (rule) => `; requests: ${console}?rule=${encodeURIComponent(rule)}`);
  const text = lines.length === 0 ? 'nothing is expected of any client' : lines.join('\n');
  const exitCode = unmetLines({ verdicts, neverFired }).length === 0 ? 0 : unmet;
  return print(answer, options, { text: `${text}\n`, exitCode });
}

/** A line for each verdict and each rule that never fired. `linkOf` adds the console's address of a rule's requests. */
function linesOf({ verdicts, neverFired }: Verdicts, linkOf: (rule: string) => string = () => ''): string[] {
  return [
    ...verdicts.map(
      ({ scenario, rule, expectation, because, ...found }) =>
        `${found.verdict}: ${scenario}/${rule} ${expectation}: ${because}${linkOf(`${scenario}/${rule}`)}`,
    ),
    ...neverFired.map((rule) => `never fired: ${rule}`),
  ];
}

/** The lines about unmet expectations to print when a simulator ends; empty if all were met. */
export function unmetLines({ verdicts, neverFired }: Verdicts): string[] {
  return linesOf({ verdicts: verdicts.filter((found) => found.verdict !== 'passed'), neverFired });
}
