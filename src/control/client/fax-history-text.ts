import { scenarioText } from '../../model/shared/scenario-text.ts';
import { pluralize } from '../../model/shared/words.ts';

/** The parts of a history that its text shows. Independent of the control API's types, because the control API itself uses it. */
interface ShownHistory {
  readonly fax: number;
  readonly status: string;
  readonly is_whole: boolean;
  /** Undefined in the answer of an older simulator. */
  readonly pages_sent?: number | null;
  readonly events: readonly FaxEvent[];
  readonly next: readonly { readonly at: string | null; readonly summary: string }[];
}

interface FaxEvent {
  readonly at: string;
  readonly summary: string;
  readonly by: string | null;
  readonly requests: readonly number[];
  readonly webhook: number | null;
  readonly attempt: number | null;
  readonly rule: string | null;
}

/** How a history writes times of RFC 3339. */
interface TimeForm {
  readonly timeText: (at: string) => string;
  /** The zone, which the first line names. */
  readonly zone?: string;
}

const inUtc: TimeForm = { timeText: (at) => at.replace('T', ' ').replace('Z', '') };

/** The history of a fax for people: a line for each event, and what comes next. Ends with a newline. */
export function faxHistoryText(
  { fax, status, is_whole: isWhole, pages_sent: sent = null, events, next }: ShownHistory,
  { timeText, zone }: TimeForm = inUtc,
): string {
  const lines = [
    `fax ${fax}: ${status}${failureText(status, sent)}${zone === undefined ? '' : `, times in ${zone}`}`,
    ...(isWhole ? [] : ['  its beginning is not in the history: the first lines are those that its records show']),
    ...runsOf(events).map((run) => runText(run, timeText)),
    ...(next.length === 0 ? [] : ['next, if nothing else happens:']),
    ...next.map(({ at, summary }) => `  ${at === null ? '' : `${timeText(at)}  `}${summary}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** `, no page got through` or `, 2 pages got through`; empty for a fax that did not fail. */
function failureText(status: string, sent: number | null): string {
  if (status !== 'failure' || sent === null) return '';
  return `, ${sent === 0 ? 'no page' : pluralize(sent, 'page')} got through`;
}

/** Groups events: consecutive attempts at a webhook with the same result form one run. */
function runsOf(events: readonly FaxEvent[]): FaxEvent[][] {
  const runs: FaxEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    if (first !== undefined && event.webhook !== null && outcomeOf(first) === outcomeOf(event)) run?.push(event);
    else runs.push([event]);
  }
  return runs;
}

const attemptName = /, attempt \d+(?=: )/;

/** The webhook, result and cause of an attempt, without its number. */
const outcomeOf = (event: FaxEvent): string => `${event.summary.replace(attemptName, '')}${causeText(event)}`;

/** `TIME  webhook fax_completed, attempts 2 to 17 until TIME: answered 500 (webhook 1)`. */
function runText(run: readonly FaxEvent[], timeText: TimeForm['timeText']): string {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return '';
  const { at, summary, attempt } = first;
  if (run.length === 1) return `  ${timeText(at)}  ${summary}${causeText(first)}`;
  const attempts = `, attempts ${attempt ?? 1} to ${last.attempt ?? run.length} until ${timeText(last.at)}`;
  const [name = '', ...end] = summary.replace(attemptName, '').split(': ');
  return `  ${timeText(at)}  ${name}${attempts}: ${end.join(': ')}${causeText(first)}`;
}

const idsMax = 3;

/** ` (POST /v2.1/faxes, request 1, rule outage/all#1)`; empty without a cause. */
function causeText({ by, requests, webhook, rule }: FaxEvent): string {
  const ids = requests.length > idsMax ? `${requests[0]} to ${requests.at(-1)}` : requests.join(', ');
  const parts = [
    ...(by === null ? [] : [by]),
    ...(requests.length === 0 ? [] : [`${requests.length === 1 ? 'request' : 'requests'} ${ids}`]),
    ...(webhook === null ? [] : [`webhook ${webhook}`]),
    ...(rule === null ? [] : [`rule ${scenarioText(rule)}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
