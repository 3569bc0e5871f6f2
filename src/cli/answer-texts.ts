import type {
  AwaitedRequest,
  FaxList,
  FaxVerdict,
  HarImport,
  RequestList,
  RequestVerdict,
  RuleReport,
  WebhookVerdict,
} from '../control/client/named-types.ts';
import type { AnswerOf, Surface } from '../control/client/surface.ts';
import { faxHistoryText } from '../control/client/fax-history-text.ts';
import { durationWords } from '../model/shared/duration.ts';
import { scenarioText } from '../model/shared/scenario-text.ts';
import { fitting, pluralize, printable, printableJsonLines, printableLines } from '../model/shared/words.ts';
import { normalText } from '../model/shared/normal-text.ts';
import { shortFailure } from '../model/shared/webhook-answer.ts';
import { clockFields, clockText } from './clock-text.ts';
import { webhookWords } from './list-words.ts';
import {
  activityListText,
  errorListText,
  faxListText,
  requestListText,
  webhookListText,
  worldListText,
} from './record-lists.ts';
import { faxText, requestText, webhookText } from './record-texts.ts';
import { formatAnswer, wholeLines } from './table-output.ts';
import { exactMoment, shownTime, shownZone } from './terminal.ts';

/** A file for other programs, which is printed as it is on a terminal too. */
interface WholeFile {
  readonly text: string;
  /** The things that the file lacks. */
  readonly leftOut: readonly string[];
}

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
function faxPageText({ faxes, total, is_total_exact: isExact }: FaxList): string {
  const rest = isExact ? '' : '; older faxes were not searched';
  return `${faxListText(faxes)}${faxes.length} of ${total} faxes${rest}\n`;
}

/** Functions of the answers of some control calls, by group and name. */
export type ByCall<Result> = {
  readonly [Group in keyof Surface]?: {
    readonly [Name in keyof Surface[Group]]?: (answer: AnswerOf<Group, Name>) => Result;
  };
};

/** Texts with colours. They have escaped the control characters of users' data already. */
const paintedTexts: ByCall<string> = {
  faxes: { list: faxPageText, errors: errorListText },
  requests: { list: pageText, verify: verdictText, wait: waitedText },
  activity: { list: activityListText },
  webhooks: { list: webhookListText },
  worlds: { list: worldListText },
};

/** Answers that are a whole file. */
const files: ByCall<WholeFile> = {
  exchange: {
    export: jsonFile,
    exportFixture: ({ fixture: text, left_out: leftOut }) => ({ text, leftOut }),
  },
  history: { bundle: jsonFile },
  requests: { export: jsonFile },
};

function jsonFile(document: unknown): WholeFile {
  return { text: printableJsonLines(document), leftOut: [] };
}

/** The file that a control call answers with; undefined for other answers. */
export const fileOf = (group: string, name: string, answer: unknown): WholeFile | undefined =>
  functionIn(files, group, name)?.(answer);

/** The answer of a control call for people. Control characters of users' data are escaped. */
export const textOf = (group: string, name: string, answer: unknown): string =>
  functionIn(paintedTexts, group, name)?.(answer) ??
  printableLines(functionIn(texts, group, name)?.(answer) ?? formatAnswer(answer));

/** Texts for answers that a plain table of fields does not show well. */
const texts: ByCall<string> = {
  clock: { show: clockText, stopMove: clockText, move: moveText },
  faxes: { create: createdText, show: faxText, history: historyText, text: pagesText, verify: explainedText },
  requests: { show: requestText, explain: rulesText, import: importText, raw: messageText, unmatched: unmatchedText },
  scenarios: { list: reportText, switch: reportText },
  settings: { show: settingsText, change: settingsText },
  worlds: { normal: (ended) => `${normalText(ended)}\n` },
  webhooks: {
    show: webhookText,
    raw: messageText,
    redeliver: redeliveryText,
    verify: explainedText,
    wait: (answer) => (answer === null ? 'no such webhook came in time\n' : formatAnswer(answer)),
  },
};

/** A message as it went over the wire: its request line if it was kept, its headers, an empty line and its body. */
function messageText({ headers, body, ...size }: AnswerOf<'requests', 'raw'> | AnswerOf<'webhooks', 'raw'>): string {
  const line = 'request_line' in size ? `${printable(size.request_line)}\n` : '';
  const head = headers.map(({ name, value }) => `${printable(`${name}: ${value}`)}\n`).join('');
  const isCut = 'body_is_cut' in size && size.body_is_cut;
  const rest = isCut ? `the body has ${size.body_bytes} bytes; the rest was not kept\n` : '';
  return `${line}${head}\n${wholeLines(body.replaceAll('\r\n', '\n'))}${rest}`;
}

/** A line for each rule. */
function rulesText(rules: AnswerOf<'requests', 'explain'>): string {
  return rules.length === 0 ? 'no scenario is on in this world, so no rule would fire\n' : formatAnswer(rules);
}

/** The new fax, and a line about the rule that did not change it. */
function createdText({ ignored_rule: rule, ...fax }: AnswerOf<'faxes', 'create'>): string {
  const how = fax.direction === 'sent' ? 'a fax that your program sends' : 'a call of faxsim receive';
  const note = `note: no rule of a scenario changes a created fax; ${scenarioText(rule ?? '')} would change ${how}\n`;
  return `${formatAnswer(fax)}${rule === null ? '' : note}`;
}

/** The new webhook, and a line about the retries of the former one that are still due. */
function redeliveryText(webhook: AnswerOf<'webhooks', 'redeliver'>): string {
  const { redelivery_of: former, former_retry_at: retryAt } = webhook;
  const isDue = former !== null && retryAt !== null;
  return `${formatAnswer(webhook)}${isDue ? `webhook ${former} is still retried: the next time at ${shownTime(retryAt)}\n` : ''}`;
}

/** The history of a fax, with times in the zone that the first line names. */
function historyText(history: AnswerOf<'faxes', 'history'>): string {
  return faxHistoryText(history, { timeText: exactMoment, zone: shownZone(history.events.map(({ at }) => at)) });
}

/** The text of the pages of a fax, each with its number if there are several. */
function pagesText({ pages }: AnswerOf<'faxes', 'text'>): string {
  const heading = (at: number): string => (pages.length === 1 ? '' : `${at === 0 ? '' : '\n'}page ${at + 1}\n`);
  return pages.map((page, at) => `${heading(at)}${wholeLines(page)}`).join('');
}

/** A move over a month can have tens of thousands of events. */
const shownEventsMax = 100;

/** The clock and the latest events of a move; JSON has all events. */
function moveText({ stopped, happened, ...moved }: AnswerOf<'clock', 'move'>): string {
  const shown = happened.slice(-shownEventsMax);
  return [
    formatAnswer(clockFields(moved)),
    ...shown.map((event) => `  ${shownTime(event.at)}  ${happeningText(event)}\n`),
    shown.length < happened.length
      ? `the latest ${shown.length} of ${happened.length} events; --json prints all\n`
      : '',
    stopped ? 'the move was stopped before its end\n' : '',
  ].join('');
}

/** `fax 12 is inprogress, dialling`, `webhook 3, fax_completed of fax 12: answered 500, tried again later`. */
function happeningText(event: AnswerOf<'clock', 'move'>['happened'][number]): string {
  if (event.what === 'webhook') {
    const tries = event.attempts > 1 ? `, attempt ${event.attempts}` : '';
    return `webhook ${event.id}, ${event.event} of fax ${event.fax_id}${tries}: ${deliveryText(event)}`;
  }
  if (event.what === 'portOrder') return `port order ${event.id} is ${event.status}`;
  return `fax ${event.id} is ${event.step ?? event.status}`;
}

/** The result of a webhook's latest attempt: its failure, and whether another attempt follows; or else the webhook's state. */
function deliveryText({ state, failure }: Pick<MovedWebhook, 'state' | 'failure'>): string {
  const word = webhookWords[state]?.[0] ?? state;
  if (failure === null) return state === 'pending' ? 'due' : word;
  return state === 'pending' ? `${shortFailure(failure)}, tried again later` : `${word}, ${shortFailure(failure)}`;
}

type MovedWebhook = Extract<AnswerOf<'clock', 'move'>['happened'][number], { readonly what: 'webhook' }>;

/** The settings in the console's words: on, off and none. */
function settingsText(settings: AnswerOf<'settings', 'show'>): string {
  return formatAnswer(Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, settingText(value)])));
}

function settingText(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value ?? 'none';
}

/** The widest cell that a table keeps. */
const scenarioCharactersMax = 60;

/** `busy-line(number=+12025550101, and 2 more)`: a long name with the values that fit, and the number of the others. */
function shortScenario(name: string): string {
  if (name.length <= scenarioCharactersMax) return name;
  const values = name.split(',');
  for (let kept = values.length - 1; kept > 0; kept--) {
    const short = `${values.slice(0, kept).join(',')}, and ${values.length - kept} more)`;
    if (short.length <= scenarioCharactersMax) return short;
  }
  return fitting(name, scenarioCharactersMax);
}

/** The table of the rules, and a line for each warning. */
function reportText(rows: readonly RuleReport[]): string {
  const hasEnds = rows.some((row) => endText(row) !== '');
  const table = formatAnswer(
    rows.map(({ scenario, rule, by, fired, ...end }) => {
      const row = { scenario: shortScenario(scenarioText(scenario)), rule, by, fired };
      return hasEnds ? { ...row, ends: endText(end) } : row;
    }),
  );
  return [table, ...warningLines(rows).map((line) => `${line}\n`)].join('');
}

type RuleEnd = Pick<RuleReport, 'ends_in_ms' | 'used_up'>;

/** `used up`, or `in 1 min 20 s` in the time of the world; empty for a rule without an end. */
function endText({ ends_in_ms: leftMs, used_up: isUsedUp }: RuleEnd): string {
  if (isUsedUp) return 'used up';
  if (leftMs === null) return '';
  return leftMs === 0 ? 'over' : `in ${durationWords(Math.ceil(leftMs / 1000) * 1000)}`;
}

/** The state of a scenario that is on, by its rules: `used up` or `over` if none of them can fire again. */
export function scenarioState(rules: readonly RuleEnd[]): 'on' | 'over' | 'used up' {
  if (rules.every(({ used_up: isUsedUp }) => isUsedUp)) return 'used up';
  return rules.every((rule) => rule.used_up || rule.ends_in_ms === 0) ? 'over' : 'on';
}

/** A line for each warning of the rules that are on. */
export const warningLines = (rows: readonly RuleReport[]): string[] =>
  rows.flatMap(({ scenario, rule, warnings }) =>
    warnings.map((text) => `warning: ${scenarioText(scenario)}/${rule}: ${text}`),
  );

type FunctionTable<Result> = Readonly<
  Record<string, Readonly<Record<string, ((input: never) => Result) | undefined>> | undefined>
>;

/** Looks up the function of a control call. */
export function functionIn<Result>(table: FunctionTable<Result>, group: string, name: string) {
  // The tables have the types of the routes, but TypeScript cannot follow names from the command line.
  return table[group]?.[name] as ((value: unknown) => Result) | undefined;
}
