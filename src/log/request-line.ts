import { cleanRequestPath } from '../journal/details.ts';
import { detailsOfEntry } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { faxOf } from '../journal/faxes.ts';
import type { KnownSecrets } from '../journal/known-secrets.ts';
import type { Seen } from '../journal/seen.ts';
import { BoundedMap } from '../shared/bounded-map.ts';
import { prefixed } from './log.ts';
import type { LogLine } from './log.ts';

/** The line of a request, with the reason of a refusal and the nearest route of a miss. */
export function requestLine(entry: JournalEntry): LogLine {
  const { method, version, operation, nearest, rule, answer, tookMs, requestId } = entry.seen;
  const { path, message, fax } = shownOf(entry);
  const text = [
    `${method} ${path} ${answer.status ?? `${String(answer.broken)} connection`} ${tookMs.toFixed(1)} ms`,
    prefixed(', fax ', fax),
    prefixed(': ', message),
    prefixed('; the nearest route is ', nearest),
    prefixed(', rule ', rule),
  ].join('');
  const took = Math.round(tookMs * 10) / 10;
  const result = { status: answer.status, broken: answer.broken, duration_ms: took, request_id: requestId };
  return {
    event: 'request',
    text,
    fields: { method, path, ...result, version, operation, fax, message, nearest, rule },
  };
}

interface LoggedRequest {
  readonly path: string;
  readonly message: string | null;
  /** The fax that the request made. */
  readonly fax: number | null;
}

/** Without secrets. Most requests need less work than those with a message or a new fax. */
function shownOf(entry: JournalEntry): LoggedRequest {
  const { seen } = entry;
  if (seen.refusal === null && seen.operation !== 'sendFax' && seen.operation !== 'resendFax') {
    return { path: pathOf(seen), message: null, fax: null };
  }
  const details = detailsOfEntry(entry);
  const message = seen.refusal === null ? null : details.message;
  return { path: details.path, message, fax: faxOf(entry, details).made };
}

const mostKept = 1000;

/** The paths of requests that hold no other secrets than those that the simulator knows. */
const cleanPaths = new WeakMap<KnownSecrets, BoundedMap<string, string>>();

function pathOf(seen: Seen): string {
  const { url, known, key, bodyBytes } = seen;
  if (key === null || bodyBytes > 0 || url.includes('?')) return cleanPathOf(seen);
  const paths = cleanPaths.get(known) ?? new BoundedMap<string, string>(mostKept);
  cleanPaths.set(known, paths);
  const path = paths.get(url) ?? cleanPathOf(seen);
  paths.set(url, path);
  return path;
}

const cleanPathOf = (seen: Seen): string => cleanRequestPath(seen, seen.url.split(/[?;]|%3b/i, 1)[0] ?? '');
