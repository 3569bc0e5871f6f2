import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { NeededRequest } from './needed.ts';
import type { Page } from './pages.ts';
import { unansweredCount } from './report.ts';
import type { CallReport, MigrationReport, Part } from './report.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The report for a terminal: all calls, then traps, parts without a counterpart, and the tasks. */
export function reportText(report: MigrationReport): string {
  const { calls, answers, webhooks, traps, gaps, tasks, left_out: leftOut } = report;
  const trapLines = traps.map(
    ({ title, because, certainty, harm, todo }, at) =>
      `${at + 1}. ${title}${certainty === 'shown' ? '' : ' (possible)'}\n   ${because}\n   ${harm}.\n   ${todo}.`,
  );
  const gapLines = gaps.map(({ what, because, instead }) => `${what}, ${because}\n   ${instead}.`);
  const taskLines = tasks.map(({ title, todo, page }) => `- [ ] ${title}\n      ${todo}.\n      ${pageText(page)}`);
  const sections = [
    `${summaryOf(report)}\n`,
    ...calls.map(callText),
    ...section(
      'Around the records of answers',
      answers.map((part) => `  ${partText(part)}`),
    ),
    ...(webhooks === null ? [] : [webhookText(webhooks)]),
    ...section('Traps, the most harmful first', trapLines),
    ...section('Without a counterpart in v3', gapLines),
    ...section('For your board', taskLines),
    ...section('Left out', leftOut),
  ];
  return sections.join('\n');
}

/** `12 requests by 3 operations, 2 webhooks; 3 parts without a counterpart`. */
export function summaryOf(report: MigrationReport): string {
  const { requests, already, unanswered, calls, webhooks } = report;
  const seen = [
    ...(requests === 0 ? [] : [`${pluralize(requests, 'request')} by ${pluralize(calls.length, 'operation')}`]),
    ...(webhooks === null ? [] : [pluralize(webhooks.count, 'webhook')]),
    ...(already === 0 ? [] : [`${pluralize(already, 'request')} of v3 already`]),
    ...(unanswered === 0 ? [] : [unansweredCount(unanswered)]),
  ];
  if (seen.length === 0) return 'The program made no request of v1, v2 or v2.1.';
  const isOld = requests > 0 || webhooks !== null;
  return isOld ? `${seen.join(', ')}; ${gapCount(report)}` : `${seen.join(', ')}, none of v1, v2 or v2.1`;
}

function gapCount({ gaps, unanswered }: MigrationReport): string {
  if (gaps.length > 0) return `${pluralize(gaps.length, 'part')} without a counterpart in v3`;
  return `everything${unanswered === 0 ? '' : ' else'} has a counterpart in v3`;
}

const pageText = ({ title, url }: Page): string => `${title}: ${url}`;

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}\n\n${lines.join('\n')}\n`];

/** `sendFax, 4 times, 1 refused`. */
export function callTitle({ operation, count, refused, versions }: CallReport): string {
  const refusals = refused === 0 ? '' : `, ${refused} refused`;
  return `${operation} of ${versions.join(', ')}, ${pluralize(count, 'time')}${refusals}`;
}

function callText(call: CallReport): string {
  const { sent, needed, todo, to } = call;
  const lines = [
    callTitle(call),
    `  sent: ${sent.method} ${sent.path}  (${sent.name})`,
    ...indented(sentTexts(sent.params)),
    ...needed.flatMap((request) => [`  v3:   ${requestLine(request)}`, ...indented(neededTexts(request))]),
    ...(needed.length === 0 ? [`  v3:   ${to ?? 'no counterpart'}`] : []),
    ...(todo === '' ? [] : [`  ${todo}.`]),
    ...partLines('Parameters', call.parameters),
    ...partLines('Used from its answers', call.used),
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

const partLines = (title: string, parts: readonly Part[]): string[] =>
  parts.length === 0 ? [] : [`  ${title}:`, ...parts.map((part) => `    ${partText(part)}`)];

/** `id -> id: a text of 26 characters (request 2: GET /v2.1/faxes/17)`. */
export function partText({ name, to, change, todo, because }: Part): string {
  const place = change === 'same' ? `${name}, as before` : `${name} -> ${to ?? 'nothing'}`;
  return `${place}${todo === '' ? '' : `. ${todo}`}${because === '' ? '' : `  (${because})`}`;
}

function webhookText({ count, taken, urls, fields, used }: NonNullable<MigrationReport['webhooks']>): string {
  const lines = [
    `Webhooks: ${count}, ${taken} taken, to ${urls.join(', ')}`,
    '  v3:   POST to the callbackUrl of the fax, or to the incomingWebhookUrl of the service',
    ...partLines('Fields', fields),
    ...partLines('Used from them', used),
  ];
  return `${lines.join('\n')}\n`;
}
