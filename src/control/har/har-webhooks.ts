import { parseMapping } from '../../model/shared/json-text.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { boundaryOf, readMultipart } from '../../wire/multipart.ts';
import { headerIn } from '../../worlds/journal/exchange.ts';
import { bodyOf, responseContentOf, pairsOf } from './har-body.ts';
import type { HarEntry } from './har-document.ts';

/** A webhook of the service in a recording, as a separate attempt. */
export interface HarWebhook {
  /** Instant of the attempt, in ms since the epoch. */
  readonly at: number;
  readonly tookMs: number;
  readonly url: string;
  /** Text fields of the message; the fax is JSON. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names of the parts that are files. */
  readonly files: readonly { readonly name: string; readonly filename: string; readonly bytes: number }[];
  /** The value of the header `X-Phaxio-Signature`; null for an unsigned webhook. */
  readonly signature: string | null;
  readonly answer: { readonly status: number; readonly body: string } | null;
  /** The ids of the delivery and of the fax, if faxsim wrote the entry. */
  readonly delivery: number | undefined;
  readonly fax: number | undefined;
  /** Whether faxsim wrote that a control call sent it. */
  readonly isByControl: boolean;
}

/** Whether an entry is a webhook: a POST to another host with the fields of one, or an entry of faxsim that says so. */
export function isWebhook(entry: HarEntry, target: string | undefined): boolean {
  if (entry._faxsim?.kind !== undefined) return entry._faxsim.kind === 'webhook';
  if (target !== undefined || entry.request.method.toUpperCase() !== 'POST') return false;
  const { fields } = messageOf(entry);
  const fax = parseMapping(fields['fax'] ?? '') ?? fields;
  return namesOfFax.every((name) => name in fax) && namesOfMessage.some((name) => name in fields);
}

const namesOfFax = ['id', 'status', 'direction'];
const namesOfMessage = ['event_type', 'event', 'is_test', 'success'];

export function webhookIn(entry: HarEntry): HarWebhook {
  const { startedDateTime, time, request, response, _faxsim: own } = entry;
  const numberIn = (name: string): number | undefined => {
    const value = own?.[name];
    return typeof value === 'number' ? value : undefined;
  };
  const { fields, files } = messageOf(entry);
  const fax = parseMapping(fields['fax'] ?? '') ?? fields;
  const id = asNumber(fax['id']);
  return {
    at: Date.parse(startedDateTime) || 0,
    tookMs: time,
    url: request.url,
    fields,
    files,
    signature: headerIn(pairsOf(request.headers), 'x-phaxio-signature') ?? null,
    answer: response.status > 0 ? { status: response.status, body: responseContentOf(entry)?.toString() ?? '' } : null,
    delivery: numberIn('webhook'),
    fax: numberIn('fax') ?? (Number.isSafeInteger(id) ? id : undefined),
    isByControl: own?.['by_control'] === true,
  };
}

interface Message {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: HarWebhook['files'];
}

function messageOf(entry: HarEntry): Message {
  const { bytes, type = typeOf(entry) } = bodyOf(entry);
  if (bytes === undefined) return { fields: {}, files: [] };
  const boundary = /^\s*multipart\//i.test(type) ? boundaryOf(type) : undefined;
  if (boundary !== undefined) return multipartMessage(bytes, boundary);
  const json = parseMapping(bytes.toString());
  const pairs = json === undefined ? [...new URLSearchParams(bytes.toString())] : Object.entries(json);
  const texts = pairs.map(
    ([name, value]) => [name, isPlainObject(value) ? JSON.stringify(value) : asText(value)] as const,
  );
  return { fields: Object.fromEntries(texts), files: [] };
}

const typeOf = ({ request: { headers, postData } }: HarEntry): string =>
  headerIn(pairsOf(headers), 'content-type') ?? postData?.mimeType ?? '';

function multipartMessage(bytes: Buffer, boundary: string): Message {
  const fields: Record<string, string> = {};
  const files: HarWebhook['files'][number][] = [];
  try {
    for (const { name, value } of readMultipart(bytes, boundary)) {
      if (typeof value === 'string') fields[name] = value;
      else files.push({ name, filename: value.filename, bytes: value.bytes.length });
    }
  } catch {
    // shows the parts before the one that is cut off
  }
  return { fields, files };
}
