import type { FaxHistory } from './named-types.ts';

type FaxEvent = FaxHistory['events'][number];

/** The history of a fax for people: a line for each event, and what comes next. Ends with a newline. */
export function faxHistoryText({ fax, status, is_whole: isWhole, events, next }: FaxHistory): string {
  const lines = [
    `fax ${fax}: ${status}`,
    ...(isWhole ? [] : ['  its beginning is not in the history: the first lines are those that its records show']),
    ...events.map((event) => `  ${timeText(event.at)}  ${event.summary}${causeText(event)}`),
    ...(next.length === 0 ? [] : ['next, if nothing else happens:']),
    ...next.map(({ at, summary }) => `  ${at === null ? '' : `${timeText(at)}  `}${summary}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

const timeText = (at: string): string => at.replace('T', ' ').replace('Z', '');

const idsMax = 3;

/** ` (POST /v2.1/faxes, request 1, rule outage/all#1)`; empty without a cause. */
function causeText({ by, requests, webhook, rule }: FaxEvent): string {
  const ids = requests.length > idsMax ? `${requests[0]} to ${requests.at(-1)}` : requests.join(', ');
  const parts = [
    ...(by === null ? [] : [by]),
    ...(requests.length === 0 ? [] : [`${requests.length === 1 ? 'request' : 'requests'} ${ids}`]),
    ...(webhook === null ? [] : [`webhook ${webhook}`]),
    ...(rule === null ? [] : [`rule ${rule}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
