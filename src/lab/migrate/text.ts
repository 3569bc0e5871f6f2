import { groupBy, isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { NeededRequest } from './needed.ts';
import { unansweredCount } from './report.ts';
import type { CallReport, MigrationReport, Part } from './report.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The report for a terminal: all calls and fields, then traps, parts without a counterpart, and the tasks. */
export function migrationText(report: MigrationReport): string {
  const { calls, fields, webhooks, traps, gaps, mistakes, tasks, left_out: leftOut } = report;
  const trapLines = traps.map(
    (trap, at) => `${at + 1}. ${trapTitle(trap)}: ${trap.because}\n   ${trap.harm}. ${trap.todo}.`,
  );
  const sections = [
    `${summaryOf(report)}\n`,
    ...calls.map(callText),
    ...(webhooks === null ? [] : [webhookText(webhooks)]),
    ...section('Parameters', parameterTexts(calls)),
    ...section(fieldsTitle, packed(fieldTexts(fields))),
    ...section('Traps, the most harmful first', trapLines),
    ...section(
      'Without a counterpart in v3',
      gaps.map(({ what, because, instead }) => `${what}, ${because}. ${instead}.`),
    ),
    ...section(
      'Mistakes in requests of v3',
      mistakes.map(({ what, because, message }) => `${what}, ${because}. ${message}`),
    ),
    ...section(
      'For your board',
      boardTexts(tasks).map((text) => `- [ ] ${text}`),
    ),
    ...section('Left out', leftOut),
  ];
  return sections.join('\n');
}

/** `Ids are texts`, `success is gone from answers (possible)`. */
const trapTitle = ({ title, certainty }: MigrationReport['traps'][number]): string =>
  certainty === 'shown' ? title : `${title} (possible)`;

/** A line for each piece of work that no other part of the report has, and one for each page with the parts that it explains. */
export function boardTexts(tasks: MigrationReport['tasks']): string[] {
  const pages = groupBy(
    tasks.filter(({ isTold }) => isTold),
    ({ page }) => page.title,
  );
  return [
    ...tasks.filter(({ isTold }) => !isTold).map(({ title, todo, page }) => `${title}. ${todo} (${page.title})`),
    ...[...pages].map(([page, alike]) => `${page}: ${alike.map(({ title }) => title).join('; ')}`),
  ];
}

export const fieldsTitle = 'Fields that the program got; * marks those whose use later requests show';

const lineCharactersMax = 160;

/** Short texts side by side, in lines that a terminal can show. */
function packed(texts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + text.length < lineCharactersMax)
      lines[lines.length - 1] = `${last} | ${text}`;
    else lines.push(text);
  }
  return lines;
}

/** Each parameter once, with the calls that had it: `to -> to. Write each number in E.164  (sendFax 2 of 2)`. */
export function parameterTexts(calls: readonly CallReport[]): string[] {
  const parts = calls.flatMap(({ operation, parameters }) => parameters.map((part) => ({ ...part, operation })));
  const groups = [...groupBy(parts, partPlace).values()];
  return withPlainLast(
    groups.map((alike) => ({
      place: partPlace(alike[0]),
      rest: `  (${alike.map(({ operation, because }) => `${operation} ${because}`).join(', ')})`,
      isPlain: alike[0].todo === '',
    })),
  );
}

const partPlace = ({ name, to, change, todo }: Part): string =>
  `${change === 'same' ? `${name}, as before` : `${name} -> ${to ?? 'nothing'}`}${todo === '' ? '' : `. ${todo}`}`;

/** Each field once: `id* -> id. A text of 26 characters  (request 2: GET /v2.1/faxes/17)`. */
export const fieldTexts = (fields: MigrationReport['fields']): string[] =>
  withPlainLast(
    fields.map(({ names, where, usedNames, to, todo, used }) => ({
      place: `${where === 'webhooks' ? 'in webhooks, ' : ''}${names.map((name) => (usedNames.includes(name) ? `${name}*` : name)).join(', ')} -> ${to ?? 'nothing'}${todo === '' ? '' : `. ${todo}`}`,
      rest: used === null ? '' : `  (${used})`,
      isPlain: todo === '' && used === null,
    })),
  );

interface PlaceText {
  readonly place: string;
  readonly rest: string;
  /** Whether no more than a name changes. */
  readonly isPlain: boolean;
}

/** A line for each change, and one line for all fields that only have another name. */
function withPlainLast(parts: readonly PlaceText[]): string[] {
  const plain = parts.filter(({ isPlain }) => isPlain).map(({ place }) => place);
  return [
    ...parts.filter(({ isPlain }) => !isPlain).map(({ place, rest }) => `${place}${rest}`),
    ...(plain.length === 0 ? [] : [plain.join('; ')]),
  ];
}

/** `12 requests by 3 operations, 2 webhooks; 3 parts without a counterpart`. */
export function summaryOf(report: MigrationReport): string {
  const { requests, already, unanswered, calls, webhooks } = report;
  const seen = [
    ...(requests === 0 ? [] : [`${pluralize(requests, 'request')} by ${pluralize(calls.length, 'operation')}`]),
    ...(webhooks === null ? [] : [pluralize(webhooks.count, 'webhook')]),
    ...(already === 0
      ? []
      : [`${pluralize(already, 'request')} of v3 already${refusalCount(report)}${mistakeCount(report)}`]),
    ...(unanswered === 0 ? [] : [unansweredCount(unanswered)]),
  ];
  if (seen.length === 0) return 'The program made no request of v1, v2 or v2.1.';
  const isOld = requests > 0 || webhooks !== null;
  return isOld ? `${seen.join(', ')}; ${gapCount(report)}` : `${seen.join(', ')}, none of v1, v2 or v2.1`;
}

const refusalCount = ({ already_refused: count }: MigrationReport): string => (count === 0 ? '' : `, ${count} refused`);

const mistakeCount = ({ mistakes }: MigrationReport): string =>
  mistakes.length === 0 ? '' : ` with ${pluralize(mistakes.length, 'mistake')}`;

function gapCount({ gaps, unanswered }: MigrationReport): string {
  if (gaps.length > 0) return `${pluralize(gaps.length, 'part')} without a counterpart in v3`;
  return `everything${unanswered === 0 ? '' : ' else'} has a counterpart in v3`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}\n${lines.join('\n')}\n`];

/** `sendFax, 4 times, 1 refused`. */
export function callTitle({ operation, count, refused, versions }: CallReport): string {
  const refusals = refused === 0 ? '' : `, ${refused} refused`;
  return `${operation} of ${versions.join(', ')}, ${pluralize(count, 'time')}${refusals}`;
}

function callText(call: CallReport): string {
  const { sent, needed, todo, to } = call;
  const lines = [
    // A part without a counterpart has its own section.
    `${callTitle(call)}${todo === '' || to === null ? '' : `. ${todo}`}`,
    `  sent: ${sent.method} ${sent.path}  (${sent.name})`,
    ...indented(sentTexts(sent.params)),
    ...needed.flatMap((request) => [`  v3:   ${requestLine(request)}`, ...indented(neededTexts(request))]),
    ...(needed.length === 0 ? [`  v3:   ${to ?? 'no counterpart'}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** `POST /v3/projects/…/faxes as multipart/form-data`. */
export const requestLine = ({ method, path, type }: NeededRequest): string =>
  `${method} ${path}${type === null ? '' : ` as ${type}`}`;

/** `to[] = +12025550123`, `tag[order] = 7`: a line for each value, in the notation of a form. */
export const sentTexts = (params: Mapping): string[] =>
  Object.entries(params).flatMap(([name, value]) => {
    if (isList(value)) return value.map((item) => `${name}[] = ${valueText(item)}`);
    if (!isPlainObject(value) || isUpload(value)) return [`${name} = ${valueText(value)}`];
    return Object.entries(value).map(([key, item]) => `${name}[${key}] = ${valueText(item)}`);
  });

/** A line for each value: a form of v3 repeats the name of a list, and JSON has the list in one value. */
export const neededTexts = ({ type, body }: NeededRequest): string[] =>
  Object.entries(body ?? {}).flatMap(([name, value]) =>
    (isList(value) && type === 'multipart/form-data' ? value : [value]).map((item) => `${name} = ${valueText(item)}`),
  );

const indented = (texts: readonly string[]): string[] => texts.map((text) => `          ${text}`);

const isUpload = (value: unknown): value is Mapping => isPlainObject(value) && 'sha1' in value;

const valueText = (value: unknown): string => {
  if (isUpload(value)) return `@${asText(value['file'])}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function webhookText({ count, taken, urls }: NonNullable<MigrationReport['webhooks']>): string {
  return `Webhooks: ${count}, ${taken} taken, to ${urls.join(', ')}\n  v3:   POST to the callbackUrl of the fax, or to the incomingWebhookUrl of the service\n`;
}
