import { cleanRequestPath } from '../journal/details.ts';
import { detailsOfEntry } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { faxOf } from '../journal/faxes.ts';
import type { KnownSecrets } from '../journal/known-secrets.ts';
import type { ObservedRequest } from '../journal/observed-request.ts';
import { BoundedMap } from '../shared/bounded-map.ts';
import { withPrefix } from './log.ts';
import type { LogLine } from './log.ts';

/** The line of a request, with the reason of a refusal and the nearest route of a miss. */
export function requestLine(entry: JournalEntry): LogLine {
  const { method, version, operation, nearest, rule, answer, tookMs, requestId } = entry.observed;
  const { path, message, fax } = loggedPartsOf(entry);
  const text = [
    `${method} ${path} ${answer.status ?? `${String(answer.broken)} connection`} ${tookMs.toFixed(1)} ms`,
    withPrefix(', fax ', fax),
    withPrefix(': ', message),
    withPrefix('; the nearest route is ', nearest),
    withPrefix(', rule ', rule),
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
function loggedPartsOf(entry: JournalEntry): LoggedRequest {
  const { observed } = entry;
  if (observed.refusal === null && observed.operation !== 'sendFax' && observed.operation !== 'resendFax') {
    return { path: pathOf(observed), message: null, fax: null };
  }
  const details = detailsOfEntry(entry);
  const message = observed.refusal === null ? null : details.message;
  return { path: details.path, message, fax: faxOf(entry, details).created };
}

const maxPaths = 1000;

/** The paths of requests that hold no other secrets than those that the simulator knows. */
const cleanPaths = new WeakMap<KnownSecrets, BoundedMap<string, string>>();

function pathOf(request: ObservedRequest): string {
  const { url, knownSecrets, key, bodyBytes } = request;
  if (key === null || bodyBytes > 0 || url.includes('?')) return cleanPathOf(request);
  const paths = cleanPaths.get(knownSecrets) ?? new BoundedMap<string, string>(maxPaths);
  cleanPaths.set(knownSecrets, paths);
  const path = paths.get(url) ?? cleanPathOf(request);
  paths.set(url, path);
  return path;
}

const cleanPathOf = (request: ObservedRequest): string =>
  cleanRequestPath(request, request.url.split(/[?;]|%3b/i, 1)[0] ?? '');
