import { isUtf8 } from 'node:buffer';
import { routes } from '../control/client/routes.generated.ts';
import type { Surface } from '../control/client/surface.ts';
import type { WorldHandle } from '../control/client/connect.ts';
import type { RunningSimulator } from '../index.ts';
import { CliError } from '../model/shared/errors.ts';
import { asNumber } from '../model/shared/conversion.ts';
import { printable, printableLines } from '../model/shared/words.ts';
import { listOfHits, scenarioText } from '../model/shared/scenario-text.ts';
import { consoleUrl } from '../model/shared/urls.ts';
import { fileOf, functionIn, textOf } from './answer-texts.ts';
import type { ByCall } from './answer-texts.ts';
import { takesDocument } from './catalogue.ts';
import { readCall } from './control-args.ts';
import type { CommandCall } from './control-args.ts';
import { readMove } from './clock-moves.ts';
import { assertCsv, printCsv } from './csv.ts';
import { withApiWords } from './list-words.ts';
import { printCurl } from './request-curl.ts';
import { fitLines } from './columns.ts';
import type { FlagValues } from './flags.ts';
import { restText } from './list-rest.ts';
import { widthOf } from './output-width.ts';
import { remarksWithPlace, withPlace } from './follow-up.ts';
import { helpText } from './help.ts';
import { liveText, showProgress, workLine } from './live-text.ts';
import type { GivenSettings, RunCommand } from './invocation.ts';
import { refusalText } from './refusal-text.ts';
import { leaveSignals, signalExitCodes, stopSignal } from './signals.ts';
import { withSimulator } from './simulator-at.ts';
import { print } from './table-output.ts';
import { consoleLine } from './console-line.ts';
import { withFoundIds } from './last-record.ts';
import { withTimes } from './list-times.ts';
import { staysLater } from '../model/shared/normal-text.ts';
import { listedReasons, signatureText } from './signature-text.ts';

/** Runs `faxsim clock advance 45m` and other control calls. */
export const controlCommand =
  (group: string): RunCommand =>
  async ({ words, options, sources }) => {
    const settings = { options, sources };
    if (group === 'requests' && words[0] === 'curl' && !options.csv) return printCurl(words.slice(1), settings);
    const call = await readCall(group, words);
    if (call === undefined) {
      process.stderr.write(fitLines(helpText(group), widthOf(process.stderr))); // a guess could call an operation that changes data
      return 2;
    }
    if (options.har && call.name !== 'export') throw new CliError('--har is for requests export');
    if (options.asFixture && call.name !== 'export') throw new CliError('--as-fixture is for exchange export');
    const made = options.asFixture ? { ...call, name: 'exportFixture' } : withHosts(call, options);
    if (options.csv) assertCsv(group, made.name, options);
    return inDocument(group, words, printAnswer(group, withApiWords(group, made), settings));
  };

/** The answer of a call. Its error names the file whose document was sent. */
const inDocument = (
  group: string,
  [name = '', path = '']: readonly string[],
  answer: Promise<number>,
): Promise<number> =>
  answer.catch((error: unknown) => {
    if (!(error instanceof CliError) || !takesDocument(group, name)) throw error;
    const message = error.message.replace(/^The document/, () => JSON.stringify(path));
    throw new CliError(message, { exitCode: error.exitCode });
  });

/** Adds the hosts of `--har-host` to an import of a HAR file. */
function withHosts(call: CommandCall, { harHost: hosts }: FlagValues): CommandCall {
  return hosts === undefined || call.name !== 'import' ? call : { ...call, input: { ...call.input, hosts } };
}

const foundCall = async (world: WorldHandle, group: string, given: CommandCall): Promise<CommandCall> =>
  withFoundIds(world, group, await withTimes(world, given));

/** Makes a control call, and prints its answer. Returns the exit code. */
export async function printAnswer(group: string, given: CommandCall, settings: GivenSettings): Promise<number> {
  const { options } = settings;
  const { call, answer, note, baseUrl } = await withSimulator(settings, async (world) => {
    const call = await (group === 'clock' ? readMove(world, given) : foundCall(world, group, given));
    const answer = await watched(world, { group, ...call }, options);
    const note = await noteOn(world, { group, ...call }, { answer, options });
    return { call, answer, note: printableLines(withPlace(note, settings)), baseUrl: world.baseUrl };
  });
  const rest = fitLines(restText(group, call, answer), widthOf(process.stderr));
  if (options.csv) return saying(rest, printCsv(group, call.name, answer));
  if (answer instanceof Uint8Array) {
    if (process.stdout.isTTY && !isText(answer)) throw new CliError(binaryMessage);
    process.stdout.write(answer);
    return 0;
  }
  const file = options.json ? undefined : fileOf(group, call.name, answer);
  if (file !== undefined) {
    for (const phrase of file.leftOut) process.stderr.write(`left out: ${printable(phrase)}\n`);
    process.stdout.write(file.text);
    return 0;
  }
  const link = printableLines(consoleLine(baseUrl, { group, ...call, answer }));
  const exitCode = functionIn(exitCodes, group, call.name)?.(answer) ?? 0;
  const shown = functionIn(placed(settings), group, call.name)?.(answer) ?? answer;
  const text = withNote(`${group} ${call.name}`, textOf(group, call.name, shown), note);
  return saying(rest, print(answer, options, { text: `${text}${link}`, isPainted: true, exitCode }));
}

/** The text of an answer with its note: mostly below, but a mistake comes before the rules or the fields that it explains. */
function withNote(call: string, text: string, note: string): string {
  if (call === 'requests explain') return `${note}${text}`;
  if (call !== 'webhooks show') return `${text}${note}`;
  const end = text.indexOf('\n') + 1; // the first line names the record
  return `${text.slice(0, end)}${note}${text.slice(end)}`;
}

/** Answers whose texts name commands, with commands for the same world. */
const placed = (settings: GivenSettings): ByCall<unknown> => ({
  activity: {
    list: (page) => ({ ...page, entries: page.entries.map((entry) => remarksWithPlace(entry, settings)) }),
  },
});

/** The exit code of a call that has printed its answer, and a note on stderr after it. */
function saying(note: string, exitCode: number): number {
  process.stderr.write(note);
  return exitCode;
}

const isText = (bytes: Uint8Array): boolean => isUtf8(bytes) && !bytes.includes(0);

const binaryMessage = 'the answer is binary, which a terminal cannot show: write it to a file with > FILE';

/** Lines about the answer of a call, for which further calls are needed. */
const notes = (world: WorldHandle, { input }: CommandCall): ByCall<Promise<string>> => ({
  faxes: { create: () => sendingText(world) },
  requests: { explain: () => refusalText(world, asNumber(input['id'])) },
  webhooks: {
    list: (webhooks) => listedReasons(world, webhooks),
    show: (webhook) => signatureText(world, webhook),
  },
  worlds: {
    normal: ({ later_ms: later }) => Promise.resolve(staysLater(later) ? takeBackText(world.id) : ''),
  },
});

/** How to send a fax as a program does, because no request made the created record. */
async function sendingText({ worlds, baseUrl }: WorldHandle): Promise<string> {
  const { key, secret } = (await worlds.show()).credentials.live;
  const send = `curl -u ${key}:${secret} ${baseUrl}/v2.1/faxes -F to=+12025550123 -F file=@letter.pdf`;
  return `No request sent this fax. To send one as a program does:\n  ${send}\n`;
}

/** The lines about an answer; empty for a program, which takes the answer alone. */
async function noteOn(
  world: WorldHandle,
  { group, ...call }: GroupCall,
  { answer, options }: { readonly answer: unknown; readonly options: FlagValues },
): Promise<string> {
  if (options.json || options.csv) return '';
  return (await functionIn(notes(world, call), group, call.name)?.(answer)) ?? '';
}

const takeBackText = (id: string): string =>
  `\`faxsim worlds reset${id === 'default' ? '' : ` --world ${id}`}\` takes the world to its start, \`faxsim history rewind REQUEST\` to before a request\n`;

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
export const reset: RunCommand = async ({ options, sources }) =>
  print(await withSimulator({ options, sources }, ({ worlds }) => worlds.reset()), options);

/** `faxsim normal`. */
export const normal: RunCommand = async (invocation) =>
  printAnswer('worlds', { name: 'normal', input: {} }, invocation);

/** Makes a control call and returns its answer. */
export const ask = (group: string, call: CommandCall, settings: GivenSettings): Promise<unknown> =>
  withSimulator(settings, (world) => callOf(world, group, call));

function callOf(surface: Surface, group: string, { name, input }: CommandCall): Promise<unknown> {
  return Promise.resolve(functionIn<Promise<unknown>>(surface, group, name)?.(input));
}

/** The verdict of each expectation, and the rules that never fired as `scenario/rule`. */
type Verdicts = ReturnType<RunningSimulator['verdicts']>;

/** The exit code for an unmet expectation. */
export const unmet = 3;

/** Prints the verdicts of a world. Returns 0 if all expectations are met, else 3. */
export async function verdict({ options, sources }: GivenSettings): Promise<number> {
  const { answer, rules, baseUrl } = await withSimulator({ options, sources }, async ({ scenarios, baseUrl }) => ({
    answer: await scenarios.verdicts(),
    rules: await scenarios.list(),
    baseUrl,
  }));
  const { verdicts, never_fired: neverFired } = answer;
  const lines = linesOf({ verdicts, neverFired }, (label) => {
    const on = rules.find(({ scenario, rule }) => `${scenario}/${rule}` === label)?.on ?? [];
    return `; ${hitsLink(baseUrl, on, label)}`;
  });
  const text = lines.length === 0 ? 'nothing is expected of any client' : lines.join('\n');
  const exitCode = unmetLines({ verdicts, neverFired }).length === 0 ? 0 : unmet;
  return print(answer, options, { text: `${text}\n`, exitCode });
}

/** The console's address of what a rule fired for, `requests: URL`; of its scenario if no list shows that. */
function hitsLink(baseUrl: string, on: readonly string[], label: string): string {
  const list = listOfHits(on);
  const [scenario = ''] = label.split('/');
  return list === undefined
    ? `scenario: ${consoleUrl(baseUrl, `scenarios/${encodeURIComponent(scenario)}`)}`
    : `${list}: ${consoleUrl(baseUrl, `${list}?rule=${encodeURIComponent(label)}`)}`;
}

/** A line for each verdict and each rule that never fired. `linkOf` adds the console's address of what a rule fired for. */
function linesOf({ verdicts, neverFired }: Verdicts, linkOf: (rule: string) => string = () => ''): string[] {
  return [
    ...verdicts.map(
      ({ scenario, rule, expectation, because, ...found }) =>
        `${found.verdict}: ${scenarioText(scenario)}/${rule} ${expectation}: ${because}${linkOf(`${scenario}/${rule}`)}`,
    ),
    ...neverFired.map((rule) => `never fired: ${scenarioText(rule)}`),
  ];
}

/** The lines about unmet expectations to print when a simulator ends; empty if all were met. */
export function unmetLines({ verdicts, neverFired }: Verdicts): string[] {
  return linesOf({ verdicts: verdicts.filter((found) => found.verdict !== 'passed'), neverFired });
}
