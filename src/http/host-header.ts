import { Refusal, hostFields } from '../model/domain/refusal.ts';
import type { HostField } from '../model/domain/refusal.ts';
import type { ApiCall } from './api-call.ts';

/**
 * Refuses a request unless it has exactly one host name that can be part of a URL: base URLs of responses begin with
 * it. Throws the Refusal `malformed`. Source: RFC 9112, 3.2.
 */
export function assertHost({ req, headers }: ApiCall): void {
  const count = hostsIn(req.rawHeaders);
  // HTTP/1.0 requests may lack the header.
  if (count > 1 || (count === 0 && req.httpVersion === '1.1')) {
    const got = count === 0 ? 'none' : String(count);
    throw wrongHost(hostFields.own, `The request must have one header Host, got ${got}: HTTP/1.1 requires it`);
  }
  assertName(hostFields.own, headers.host);
  if (headers['x-forwarded-host'] !== undefined) assertName(hostFields.forwarded, req.host);
}

/** Node's own `headers` keeps only the first of several. */
function hostsIn(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

/** Each of these ends the host of a URL, or the credentials before it. */
const delimiter = /[/?#@\\]/;

/**
 * This machine under its usual names, with nearly all ports. Parsing a URL instead would take a fortieth of the time of
 * a list request.
 */
const thisMachine = /^(?:localhost|127\.0\.0\.1)(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?$/;

function assertName(header: HostField, host: string | undefined): void {
  if (host === undefined || thisMachine.test(host) || (!delimiter.test(host) && URL.canParse(`http://${host}`))) return;
  const expected = 'a name or an address, and maybe a port, such as localhost:8329';
  throw wrongHost(header, `The header ${header} must be ${expected}, got ${JSON.stringify(host.slice(0, 80))}`);
}

const wrongHost = (field: HostField, message: string): Refusal => new Refusal('malformed', message, { field });
