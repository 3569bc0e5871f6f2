import { groupBy } from '../../model/shared/objects.ts';
import { capital, listed, ofConsoleText, ofControlsText, pluralize } from '../../model/shared/words.ts';
import { idOf, isIdOf } from '../report/item-id.ts';
import { factsOf, itemsSection, linesSection } from '../report/form.ts';
import type { ReportItem, ReportMark, ReportSection, ToolReport } from '../report/form.ts';
import type { IgnoredParameter } from './ignored.ts';
import type { RefusedRequests } from './refused-requests.ts';
import { neededText, sentText } from './call-texts.ts';
import { unansweredCount } from './report.ts';
import type { CallReport, MigrationReport, Part } from './report.ts';

/**
 * The report for people: first the tasks for a board, with traps, gaps and mistakes below, then the calls, webhooks and fields in which
 * they were found.
 */
export function migrationReport(report: MigrationReport): ToolReport {
  const { calls, fields, webhooks, traps, gaps, mistakes, tasks, ignored = [] } = report;
  const { refused_webhooks: refused, refused_requests: refusedRequests = [], left_out: leftOut } = report;
  return {
    name: 'faxsim migrate',
    marks: verdictOf(report),
    summary: [...incompleteText(report), summaryOf(report)].join(' '),
    sections: [
      ...tasksSection(tasks),
      ...itemsSection('Webhooks that the program refused', refused.map(refusedItem)),
      ...itemsSection('Traps', traps.map(trapItem), { isRanked: true, lead: aboutTraps }),
      ...itemsSection('Without a counterpart in v3', gaps.map(gapItem)),
      ...itemsSection('Parameters that the service ignores already', ignored.map(ignoredItem)),
      ...itemsSection('Refused requests of v3', refusedRequests.map(refusedRequestItem)),
      ...itemsSection('Mistakes in requests of v3', mistakes.map(mistakeItem)),
      ...itemsSection('Calls', calls.map(callItem), { isEvidence: true }),
      ...itemsSection('Webhooks', webhooks === null ? [] : [webhooksItem(webhooks)], { isEvidence: true }),
      ...linesSection('Parameters', parameterTexts(calls), { isEvidence: true }),
      ...linesSection('Fields that the program got; * marks those whose use later requests show', fieldTexts(fields), {
        isEvidence: true,
      }),
      ...linesSection('Left out', leftOut, { isEvidence: true }),
    ],
  };
}

/** Whether the program came to its end, and passed. */
const isComplete = ({ program }: MigrationReport): boolean =>
  program === null || (program.exit_code === 0 && program.signal === null);

function incompleteText(report: MigrationReport): string[] {
  const { program } = report;
  if (program === null || isComplete(report)) return [];
  const end =
    program.signal === null
      ? `ended with exit code ${program.exit_code}`
      : `was stopped by ${program.signal}${program.signal === 'SIGINT' ? ' (Ctrl-C)' : ''}`;
  return [`The program ${end}, so this report is incomplete.`];
}

/** The verdict in marks: whether the program ended well, and how many traps it has. */
function verdictOf(report: MigrationReport): ReportMark[] {
  const { traps, mistakes, requests, webhooks } = report;
  const shown = traps.filter(({ certainty }) => certainty === 'shown').length;
  const possible = traps.length - shown;
  const isOld = requests > 0 || webhooks !== null;
  const counts: ReportMark[] = [
    ...(shown === 0 ? [] : [{ tone: 'bad', word: pluralize(shown, 'shown trap') } as const]),
    ...(possible === 0 ? [] : [{ tone: 'busy', word: pluralize(possible, 'possible trap') } as const]),
    ...(mistakes.length === 0 ? [] : [{ tone: 'bad', word: pluralize(mistakes.length, 'mistake') } as const]),
  ];
  if (!isComplete(report)) return [{ tone: 'broken', word: 'incomplete' }, ...counts];
  return counts.length === 0 && isOld ? [{ tone: 'good', word: 'no trap' }] : counts;
}

const aboutTraps =
  'Shown: the requests prove it. Possible: the program only got a value that the trap is about, so look at its code. Shown traps come first, and of each kind the most harmful.';

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
  const others = `${ofConsoleText(report.of_console)}${ofControlsText(report.webhooks_of_controls)}`;
  if (seen.length === 0) return `The program made no request of v1, v2 or v2.1${others || '.'}`;
  const isOld = requests > 0 || webhooks !== null;
  const verdict = isOld ? `; ${gapCount(report)}` : ', none of v1, v2 or v2.1';
  return `${seen.join(', ')}${verdict}${others}`;
}

const refusalCount = ({ already_refused: count }: MigrationReport): string => (count === 0 ? '' : `, ${count} refused`);

const mistakeCount = ({ mistakes }: MigrationReport): string =>
  mistakes.length === 0 ? '' : ` with ${pluralize(mistakes.length, 'mistake')}`;

function gapCount(report: MigrationReport): string {
  const { gaps, unanswered, calls } = report;
  const without = (report.ignored ?? []).length > 0 ? ', except the parameters that are ignored already' : '';
  if (gaps.length > 0) return `${pluralize(gaps.length, 'part')} without a counterpart in v3`;
  if (!isComplete(report)) return 'all that came before has a counterpart in v3';
  const lacking = [...new Set(calls.flatMap(({ parameters }) => parameters.filter(isGone).map(({ name }) => name)))];
  if (lacking.length > 0) return `each call has a counterpart in v3, but not ${listed(lacking)}`;
  const fields = report.fields.filter(({ to }) => to === null).flatMap(({ names }) => names).length;
  const lost = fields === 0 ? '' : `; ${pluralize(fields, 'field')} ${fields === 1 ? 'does' : 'do'} not`;
  return `every ${unanswered === 0 ? '' : 'other '}operation and parameter has a counterpart in v3${without}${lost}`;
}

const isGone = ({ to, change }: Part): boolean => to === null && change !== 'same';

/** Whether an id is one of a migration, though the report may have no such item. */
export const isMigrationId = (id: string): boolean =>
  isIdOf(['trap', 'gap', 'ignored', 'mistake', 'refused', 'call', 'task'], id);

const trapItem = ({ id, title, certainty, because, harm, todo }: MigrationReport['traps'][number]): ReportItem => ({
  id: `trap-${id}`,
  mark: { tone: certainty === 'shown' ? 'bad' : 'waiting', word: certainty },
  title,
  paragraphs: [`${because}.`, `${harm}. ${todo}.`],
});

const refusedItem = ({ what, reason }: MigrationReport['refused_webhooks'][number]): ReportItem => ({
  id: idOf('refused', reason),
  mark: { tone: 'bad', word: 'refused' },
  title: what,
  paragraphs: [`${capital(reason)}.`],
});

const refusedRequestItem = ({ what, because, reason, is_wrong: isWrong }: RefusedRequests): ReportItem => ({
  id: idOf('refused', `${what}: ${reason}`),
  mark: { tone: isWrong ? 'bad' : 'busy', word: 'refused' },
  title: `${what}: ${reason}`,
  paragraphs: [`${because}.`],
});

const gapItem = ({ what, because, instead }: MigrationReport['gaps'][number]): ReportItem => ({
  id: idOf('gap', what),
  mark: { tone: 'bad', word: 'gone' },
  title: what,
  paragraphs: [`${because}.`, `${instead}.`],
});

const ignoredItem = ({ what, because, message, meant }: IgnoredParameter): ReportItem => ({
  id: idOf('ignored', what),
  mark: { tone: 'bad', word: 'ignored' },
  title: what,
  paragraphs: [`${because}.`, `${message}.${meant === null ? '' : ` In v3, ${partPlace(meant)}.`}`],
});

const mistakeItem = ({ what, because, message }: MigrationReport['mistakes'][number]): ReportItem => ({
  id: idOf('mistake', `${what}: ${message}`),
  mark: { tone: 'bad', word: 'mistake' },
  title: what,
  paragraphs: [`${because}.`, message],
});

/**
 * A line for each task that no other part of the report mentions, and one for each page of the documentation with the
 * parts that it explains.
 */
function tasksSection(tasks: MigrationReport['tasks']): ReportSection[] {
  if (tasks.length === 0) return [];
  const pages = groupBy(
    tasks.filter(({ isTold }) => isTold),
    ({ page }) => page.title,
  );
  const board = [
    ...tasks
      .filter(({ isTold }) => !isTold)
      .map(({ title, todo, page }) => ({ title: `${title}.`, text: todo, source: page.title })),
    ...[...pages].map(([page, alike]) => ({
      title: `${page}:`,
      text: alike.map(({ title }) => title).join('; '),
      source: null,
    })),
  ];
  return [{ title: 'For your board', tasks: board.map((task) => ({ ...task, id: idOf('task', task.title) })) }];
}

const tones = { same: 'good', renamed: 'busy', changed: 'busy', gone: 'bad' } as const;

/** The old request beside the requests that v3 needs for the same work. */
function callItem(call: CallReport): ReportItem {
  const { operation, count, refused, refusals: reasons = [], versions, sent, needed, todo, change, to } = call;
  const refusals = refused === 0 ? '' : `, ${refused} refused`;
  return {
    id: `call-${operation}`,
    mark: { tone: tones[change], word: change },
    title: `${operation} of ${versions.join(', ')}, ${pluralize(count, 'time')}${refusals}`,
    // A part without a counterpart has its own section.
    paragraphs: todo === '' || to === null ? [] : [`${todo}.`],
    facts: factsOf({ refused: reasons }),
    pair: [
      { name: 'sent', note: sent.name, requests: [sentText(sent)] },
      { name: 'v3', requests: needed.length === 0 ? [to ?? 'no counterpart'] : needed.map(neededText) },
    ],
  };
}

const webhooksItem = ({
  count,
  taken,
  failure = null,
  urls,
}: NonNullable<MigrationReport['webhooks']>): ReportItem => ({
  id: 'call-webhooks',
  mark: { tone: 'busy', word: 'changed' },
  title: `${pluralize(count, 'webhook')}, ${taken} taken`,
  facts: factsOf({
    to: urls,
    'not taken': failure,
    v3: 'POST to the callbackUrl of the fax, or to the incomingWebhookUrl of the service',
  }),
});

/** Each parameter once, with the calls that had it: `to -> to. Write each number in E.164  (sendFax 2 of 2)`. */
function parameterTexts(calls: readonly CallReport[]): string[] {
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

const partPlace = ({ name, to, change, todo }: Omit<Part, 'because'>): string =>
  `${change === 'same' ? `${name}, as before` : `${name} -> ${to ?? 'nothing'}`}${todo === '' ? '' : `. ${todo}`}`;

/** Each field once: `id* -> id. A text of 26 characters  (request 2: GET /v2.1/faxes/17)`. */
const fieldTexts = (fields: MigrationReport['fields']): string[] =>
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
  /** Whether only a name changes. */
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
