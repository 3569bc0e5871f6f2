import { STATUS_CODES } from 'node:http';
import type { Delivery, WebhookAttempt } from '../../model/domain/webhook.ts';
import { projectIdOf } from '../../model/domain/project.ts';
import { packageVersion } from '../../model/shared/package-root.ts';
import { pluralize } from '../../model/shared/words.ts';
import { headersOf } from '../../worlds/journal/arrived.ts';
import { withoutCredentials } from '../../worlds/journal/redaction.ts';
import type { JournalEntry } from '../../worlds/journal/entry.ts';
import { detailsOfEntry } from '../../worlds/journal/entry.ts';
import type { ControlContext } from '../control-route.ts';
import { worldUrl } from '../worlds.ts';
import { knownFaxes } from './har-faxes.ts';
import { postDataOf } from './har-post-data.ts';

type Context = Pick<ControlContext, 'hosted' | 'world' | 'url' | 'worlds'>;

/** A HAR entry, and the time by which it is sorted. */
interface Written {
  readonly at: number;
  readonly entry: Readonly<Record<string, unknown>>;
}

/**
 * The journal and the webhooks of a world as HAR 1.2, which browsers and viewers open. Secrets are masked as in the journal. Fields
 * with an underscore are faxsim's own, as the format prescribes. With them, an import restores the same entries.
 */
export function writeHar(context: Context) {
  const { world } = context;
  const base = worldUrl(context);
  const requests = world.journal.after(0).map((entry) => requestEntry(entry, base));
  const webhooks = world.deliveries
    .list({ isOfWorld: true })
    .flatMap((delivery) => delivery.attempts.map((attempt, index) => webhookEntry(delivery, attempt, index + 1)));
  const { sendCallbackUrl, receiveCallbackUrl, faxRetries } = world.store.account;
  return {
    log: {
      version: '1.2',
      creator: { name: 'faxsim', version: packageVersion() },
      comment: `${pluralize(requests.length, 'request')} and ${pluralize(webhooks.length, 'attempt')} of webhooks; secrets are masked`,
      pages: [],
      entries: inOrder(requests, webhooks).map(({ entry }) => entry),
      _faxsim: {
        project_id: projectIdOf(world),
        settings: {
          send_callback_url: sendCallbackUrl && withoutCredentials(sendCallbackUrl),
          receive_callback_url: receiveCallbackUrl && withoutCredentials(receiveCallbackUrl),
          fax_retries: faxRetries,
        },
        faxes: knownFaxes(world),
        dropped: world.journal.dropped,
      },
    },
  };
}

/** The requests in the order of the journal, with each webhook before the first request that came after it. */
function inOrder(requests: readonly Written[], webhooks: readonly Written[]): Written[] {
  const waiting = webhooks.toSorted((one, other) => one.at - other.at);
  const written = requests.flatMap((request) => {
    const before = waiting.findIndex(({ at }) => at >= request.at);
    return [...waiting.splice(0, before < 0 ? waiting.length : before), request];
  });
  return [...written, ...waiting];
}

const timeText = (ms: number): string => new Date(ms).toISOString();

/** The common part of all entries. */
const frame = (at: number, ms: number) => ({
  startedDateTime: timeText(at),
  time: ms,
  cache: {},
  timings: { blocked: -1, dns: -1, connect: -1, send: 0, wait: ms, receive: 0, ssl: -1 },
});

const named = (pairs: Iterable<readonly [string, string]>) => Array.from(pairs, ([name, value]) => ({ name, value }));

function requestEntry(entry: JournalEntry, base: string): Written {
  const { id, observed } = entry;
  const { profile, answer, tookMicros, at, bodyBytes } = observed;
  const { path, query } = detailsOfEntry(entry);
  const url = `${base}${path}${query === '' ? '' : `?${query}`}`;
  const post = postDataOf(entry);
  const written = {
    ...frame(at, tookMicros / 1000),
    request: {
      method: profile.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(entry),
      queryString: named(new URLSearchParams(query)),
      ...(post !== undefined && { postData: post }),
      headersSize: -1,
      bodySize: bodyBytes,
    },
    response: responseOf(entry),
    ...(answer.broken !== null && { comment: `A scenario broke the connection: ${answer.broken}` }),
    _faxsim: { kind: 'request', request: id, rule: observed.rule },
  };
  return { at, entry: written };
}

function responseOf(entry: JournalEntry) {
  const { answer, requestId } = entry.observed;
  const { body, isCut } = detailsOfEntry(entry);
  const { status, type, bytes, tag } = answer;
  const headers = named(
    Object.entries({ 'Content-Type': type, ETag: tag, 'X-Request-Id': requestId }).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, value] as const],
    ),
  );
  const content = {
    size: bytes,
    mimeType: type ?? '',
    ...(body !== null && { text: body }),
    ...(isCut && { comment: 'The journal has only the beginning' }),
    ...(body === null && bytes > 0 && { comment: 'The journal does not keep files' }),
  };
  return responseWith(status, { headers, content, bytes });
}

interface ResponseParts {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly content: Readonly<Record<string, unknown>>;
  readonly bytes: number;
}

/** A response; status 0 means no response, as in browsers. */
const responseWith = (status: number | null, { headers, content, bytes }: ResponseParts) => ({
  status: status ?? 0,
  statusText: status === null ? '' : (STATUS_CODES[status] ?? ''),
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers,
  content,
  redirectURL: '',
  headersSize: -1,
  bodySize: status === null ? -1 : bytes,
});

function webhookEntry(delivery: Delivery, attempt: WebhookAttempt, nth: number): Written {
  const { id, url, faxEvent, format, isByControl } = delivery;
  const { at, tookMs, fields, files, answer, failure, signature, rule } = attempt;
  const type = format === 'v3 json' ? 'application/json' : 'multipart/form-data';
  const text = answer?.body ?? '';
  const written = {
    ...frame(at, tookMs),
    request: {
      method: 'POST',
      url: url === null ? 'about:blank' : withoutCredentials(url),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named([
        ['Content-Type', type],
        ...(signature === null ? [] : [['X-Phaxio-Signature', signature.value] as const]),
      ]),
      queryString: [],
      postData: {
        mimeType: type,
        params: [
          ...Object.entries(fields).map(([name, value]) => ({ name, value })),
          ...files.map(({ name, filename, type: contentType, bytes, sha1 }) => ({
            name,
            fileName: filename,
            contentType,
            comment: `${bytes} bytes, SHA-1 ${sha1}`,
          })),
        ],
      },
      headersSize: -1,
      bodySize: -1,
    },
    response: responseWith(answer?.status ?? null, {
      headers: [],
      content: { size: Buffer.byteLength(text), mimeType: 'text/plain', text },
      bytes: Buffer.byteLength(text),
    }),
    ...(failure !== null && { comment: failure }),
    _faxsim: {
      kind: 'webhook',
      webhook: id,
      attempt: nth,
      fax: faxEvent.faxId,
      event: faxEvent.event,
      rule,
      failure,
      ...(isByControl === true && { by_control: true }),
    },
  };
  return { at, entry: written };
}
