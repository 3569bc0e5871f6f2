import type { AwaitedRequest, RequestList, RequestVerdict } from '../client/named-types.ts';
import { formatAnswer } from './table-output.ts';

type ShownRequest = RequestList['requests'][number];

/** So that a line with all columns has less than 100. */
const longestPath = 32;

/** A line for each request with its main fields; JSON has all fields. */
const requestTable = (requests: readonly ShownRequest[]): string =>
  requests.length === 0 ? '' : formatAnswer(requests.map(row));

const row = ({ id, at, method, path, answer, fax_id: about, new_fax_id: newFax }: ShownRequest) => ({
  id,
  at,
  method,
  path: cut(path),
  status: answer.status ?? answer.broken,
  fax: newFax ?? about,
});

const cut = (path: string): string => (path.length > longestPath ? `${path.slice(0, longestPath - 1)}…` : path);

export function pageText({ requests, total, dropped }: RequestList): string {
  return `${requestTable(requests)}${countText({ requests, total, dropped })}`;
}

function countText({ requests, total, dropped }: RequestList): string {
  const rest = dropped === 0 ? '' : `; ${dropped} are no longer there`;
  return `${requests.length} of ${total} requests${rest}\n`;
}

/** A line for each request, with the route that was probably meant. */
export function unmatchedText({ requests, total, dropped }: RequestList): string {
  const rows = requests.map(({ id, method, path, answer, nearest_route: nearest }) => ({
    id,
    method,
    path: cut(path),
    status: answer.status ?? answer.broken,
    nearest_route: nearest,
  }));
  return `${rows.length === 0 ? '' : formatAnswer(rows)}${countText({ requests, total, dropped })}`;
}

export const verdictText = ({ passed, message, requests, nearest }: RequestVerdict): string =>
  `${passed ? 'passed' : 'failed'}: ${message}\n${requestTable(requests)}${nearestText(nearest)}`;

export const waitedText = ({ request, nearest }: AwaitedRequest): string =>
  request === null ? `no such request came in time\n${nearestText(nearest)}` : requestTable([request]);

const nearestText = (nearest: RequestVerdict['nearest']): string =>
  nearest
    .map(({ request: { id, method, path }, differences }) => {
      const lines = differences.map(
        ({ name, expected, got }) => `  ${name}: expected ${valueText(expected)}, got ${valueText(got)}\n`,
      );
      return `nearest: ${id} ${method} ${cut(path)}\n${lines.join('')}`;
    })
    .join('');

const valueText = (value: unknown): string => (value === null ? 'nothing' : cut(JSON.stringify(value)));
