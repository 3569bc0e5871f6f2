import { reasonWords, recipientsParts } from '../control/client/fax-outcome-text.ts';
import type { ActivityPage, FaxList, RequestList, WebhookRecord, World } from '../control/client/named-types.ts';
import type { AnswerOf } from '../control/client/surface.ts';
import { shortFailure } from '../model/shared/webhook-answer.ts';
import { wasRefused } from '../model/shared/refused-request.ts';
import { shownForgery } from '../model/shared/forgery-text.ts';
import { phoneText } from '../model/numbering/phone-text.ts';
import { withShortPaths } from '../model/shared/urls.ts';
import { fitting, pluralize, printable } from '../model/shared/words.ts';
import { activityLines } from './activity-lines.ts';
import { speedText } from './clock-text.ts';
import { fitColumns, foldCell, gap } from './columns.ts';
import { faxWords, webhookWords } from './list-words.ts';
import type { Style, Word } from './list-words.ts';
import { widthOf } from './output-width.ts';
import { hasColours, localDate, localTime, paint, readable, shownZone } from './terminal.ts';

/** A cell of a table, with a colour if needed. */
type Cell = string | readonly [text: string, style: Style];

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell[0]);

const cutCell = (text: string, width: number): readonly string[] => [fitting(text, width)];

/**
 * A table that fits into the terminal. Cuts or folds the last column, then drops the columns named in `droppable`. Without a
 * terminal, nothing changes.
 */
function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  droppable: readonly string[],
  linesOf: (text: string, width: number) => readonly string[] = cutCell,
): string {
  const width = widthOf() ?? Infinity;
  const all = [head, ...rows];
  const texts = all.map((row) => row.map((cell) => printable(textOf(cell))));
  const places = droppable.map((name) => head.indexOf(name));
  const columns = fitColumns(texts, width, { droppable: places, cutsLast: true });
  const isColoured = hasColours();
  const last = columns.at(-1) ?? { at: 0, width };
  const indent = ' '.repeat(columns.slice(0, -1).reduce((sum, column) => sum + column.width + gap, 0));
  const lines = all.flatMap((row, line) => {
    const textAt = (at: number): string => texts[line]?.[at] ?? '';
    const painted = (at: number, text: string): string => {
      const cell = row[at];
      return paint(typeof cell === 'object' ? cell[1] : undefined, text, isColoured);
    };
    const cells = columns
      .slice(0, -1)
      .map((column) => painted(column.at, fitting(textAt(column.at), column.width).padEnd(column.width)));
    const [beside = '', ...below] = linesOf(textAt(last.at), last.width).map((part) => painted(last.at, part));
    return [[...cells, beside].join(' '.repeat(gap)).trimEnd(), ...below.map((part) => indent + part)];
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** `01-31 09:00:00`, in the zone that the head of the column names. */
function timeCell(at: string): string {
  if (widthOf() === undefined) return at.slice(5, 19).replace('T', ' ');
  return `${localDate(new Date(at)).slice(5)} ${localTime(new Date(at))}`;
}

/** The head of a column of times: `at (GMT+1)`. */
const timeHead = (times: readonly string[]): string => `at (${shownZone(times)})`;

/** A line for each fax with its main fields, the newest last. JSON has all fields. */
export function faxListText(faxes: FaxList['faxes']): string {
  if (faxes.length === 0) return '';
  const rows = faxes.toReversed().map((fax) => {
    const { id, created_at: at, direction, status, pages, document_pages: known, recipients, error } = fax;
    const number = direction === 'received' ? fax.from_number : fax.to_number;
    const numbers = recipients.length === 0 ? phoneText(number ?? 'unknown') : recipientsParts(recipients).join('');
    const end = `${direction === 'received' ? 'from' : 'to'} ${numbers}`;
    const word = faxWords[status] ?? [status, undefined];
    return [
      String(id),
      timeCell(at),
      end,
      word,
      String(pages > 0 ? pages : known),
      error === null ? '' : reasonWords(error),
    ];
  });
  const at = timeHead(faxes.map((fax) => fax.created_at));
  return table(['id', at, 'number', 'status', 'pages', 'error'], rows, ['pages', 'error', at], foldCell);
}

/** The colour of the status of a request. A refusal has that of a failure, as one by a program has. */
const statusStyle = ({ answer: { status }, refused }: RequestList['requests'][number]): Style =>
  wasRefused(status, refused) ? 'red' : 'green';

/** A line for each request with its main fields, the newest last. JSON has all fields. */
export function requestListText(requests: RequestList['requests']): string {
  if (requests.length === 0) return '';
  const rows = requests.map((request) => {
    const { id, at, method, path, answer, refused, fax_id: about, new_fax_ids: made } = request;
    return [
      String(id),
      timeCell(at),
      [String(answer.status ?? answer.broken ?? '-'), statusStyle(request)] as const,
      made.length > 0 ? made.join(', ') : String(about ?? '-'),
      `${method} ${widthOf() === undefined ? path : withShortPaths(path)}`,
      refused?.reason ?? '',
    ];
  });
  const at = timeHead(requests.map((request) => request.at));
  return table(['id', at, 'status', 'fax', 'request', 'reason'], rows, ['fax', 'reason', at]);
}

type Attempt = WebhookRecord['attempts'][number];

/** The state of a webhook that a rule dropped or forged; undefined for others. */
function ruleWord(last: Attempt | undefined): Word | undefined {
  if (last?.rule_did.includes('dropped') === true) return ['not sent', 'yellow'];
  return last?.forgery === 'accepted' ? ['forged', 'red'] : undefined;
}

const reasonOf = (last: Attempt | undefined): string =>
  last === undefined ? '' : (shownForgery(last) ?? shortFailure(last.failure ?? ''));

/** A line for each webhook with its latest attempt, the newest last. JSON has all fields. */
export function webhookListText(webhooks: readonly WebhookRecord[]): string {
  if (webhooks.length === 0) return 'none\n';
  const rows = webhooks.map(({ id, created_at: at, event, fax_id: fax, state, attempts }) => {
    const last = attempts.at(-1);
    const word = ruleWord(last) ?? webhookWords[state] ?? [state, undefined];
    return [String(id), timeCell(at), event, String(fax), word, String(attempts.length), reasonOf(last)];
  });
  const at = timeHead(webhooks.map((webhook) => webhook.created_at));
  return table(['id', at, 'event', 'fax', 'state', 'attempts', 'reason'], rows, ['attempts', 'reason', at]);
}

/** The entries of the activity as `tail` prints them, in the same order, and their number. JSON has all fields. */
export function activityListText({ entries, more, dropped }: ActivityPage): string {
  const linesOf = activityLines();
  const rest = `${more ? '; there are more' : ''}${dropped === 0 ? '' : `; ${dropped} older notes are no longer there`}`;
  return `${entries.map((entry) => linesOf(entry)).join('')}${pluralize(entries.length, 'entry', 'entries')}${rest}\n`;
}

/** A line for each error, with the message that a fax shows. */
export function errorListText(errors: AnswerOf<'faxes', 'errors'>): string {
  const rows = errors.map(({ id, type, message }) => [String(id), type, message]);
  return table(['id', 'type', 'message'], rows, ['type']);
}

/** A line for each world. JSON has all fields, such as the base URL and the keys. */
export function worldListText(worlds: readonly World[]): string {
  const time = `time (${shownZone(worlds.map(({ now }) => now))})`;
  const rows = worlds.map(({ id, name, now, speed, faxes, requests, failure }) => [
    id,
    name ?? '',
    widthOf() === undefined ? now : readable(now),
    speedText(speed),
    String(faxes),
    String(requests),
    failure ?? '',
  ]);
  return table(['world', 'name', time, 'clock', 'faxes', 'requests', 'failure'], rows, ['name', 'failure']);
}
