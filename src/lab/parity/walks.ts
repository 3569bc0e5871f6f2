import { asNumber, asText } from '../../model/shared/conversion.ts';
import type { RecordedRequest, RunRecord } from '../achievements/run-record.ts';

/** The pages of a list that a program reads. */
export interface Walk {
  /** The requested direction; `all` if none is requested. */
  readonly direction: 'sent' | 'received' | 'all';
  readonly calls: readonly [RecordedRequest, ...RecordedRequest[]];
  /** How many faxes fit on the pages. */
  readonly room: number;
  readonly pageSize: number;
  /** The number of faxes in the list; undefined if the journal has cut it. */
  readonly total: number | undefined;
}

/** The lists that a run reads, oldest first. */
export function walksIn({ calls }: RunRecord): Walk[] {
  const walks: [RecordedRequest, ...RecordedRequest[]][] = [];
  for (const call of calls) {
    if (call.operation !== 'listFaxes' || call.answer.status !== 200) continue;
    const walk = walks.findLast(([first, ...more]) => isNextOf(more.at(-1) ?? first, call));
    if (walk === undefined) walks.push([call]);
    else walk.push(call);
  }
  return walks.map(walkOf);
}

/** Parameters that do not select a different list. */
const pageParams = new Set(['page', 'pageSize', 'per_page', 'maxperpage', 'projectId', 'api_key', 'api_secret']);

/** The filter parameters of a list, without ignored ones such as the id of a request. */
export function filtersOf({ params, lint }: Pick<RecordedRequest, 'params' | 'lint'>): [string, string][] {
  const ignored = new Set(lint.flatMap(({ rule, parameter }) => (rule === 'unknown-parameter' ? parameter : [])));
  return Object.entries(params ?? {})
    .filter(([name, value]) => !pageParams.has(name) && !ignored.has(name) && value !== '')
    .map(([name, value]): [string, string] => [name, typeof value === 'object' ? JSON.stringify(value) : asText(value)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * Whether a call requests the same list as an earlier one. A time that the program computes for each page may move with the clock.
 */
function isNextOf(earlier: RecordedRequest, call: RecordedRequest): boolean {
  const [before, after] = [filtersOf(earlier), filtersOf(call)];
  if (earlier.version !== call.version || before.length !== after.length) return false;
  const passedMs = Math.max(0, Date.parse(call.at) - Date.parse(earlier.at));
  return before.every(([name, value], at) => {
    const [otherName, other = ''] = after[at] ?? [];
    return name === otherName && (value === other || hasMoved(value, other, passedMs));
  });
}

function hasMoved(value: string, other: string, passedMs: number): boolean {
  const [one, later] = [instantOf(value), instantOf(other)];
  if (one === undefined || later === undefined) return false;
  return later - one >= -clockMs && later - one <= passedMs + clockMs;
}

/** The maximum by which a time in a request may move from page to page, in ms: as long as a page may take on a busy machine. */
const clockMs = 60_000;

/** The ms of a time with hours, or of a count of seconds or ms; undefined for a date, which is the same on each page. */
function instantOf(text: string): number | undefined {
  if (/^\d{10}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return undefined;
  const time = Date.parse(text.replace(/ (?=\d\d:?\d\d$)/, '+'));
  return Number.isNaN(time) ? undefined : time;
}

function walkOf(calls: Walk['calls']): Walk {
  const { params, version } = calls[0];
  const given = asNumber(params?.[pageSizeNames[version ?? 'v3']]);
  const pageSize = given > 0 ? Math.min(given, perPageMax) : usualPageSizes[version ?? 'v3'];
  const pages = new Set(calls.map(pageOf));
  const totals = calls.flatMap(({ answer: { body } }) => /"totalItems":(\d+)/.exec(body ?? '')?.[1] ?? []);
  return {
    direction: directionNames[asText(params?.['direction'])] ?? 'all',
    calls,
    room: pages.size * pageSize,
    pageSize,
    total: totals.length === 0 ? undefined : Math.max(...totals.map(Number)),
  };
}

/** The page number of a request; page 0 is the first page. */
export const pageOf = ({ params }: RecordedRequest): number => Math.max(1, asNumber(params?.['page'] ?? 1));

const perPageMax = 1000;
const pageSizeNames = { v1: 'maxperpage', v2: 'per_page', 'v2.1': 'per_page', v3: 'pageSize' } as const;
/** The default page sizes. */
const usualPageSizes = { v1: 50, v2: 25, 'v2.1': 25, v3: 100 } as const;
const directionNames: Readonly<Record<string, Walk['direction']>> = {
  received: 'received',
  INBOUND: 'received',
  sent: 'sent',
  OUTBOUND: 'sent',
};
