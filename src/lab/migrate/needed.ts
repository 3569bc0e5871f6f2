import { readTime, readUnixTime } from '../../model/domain/time.ts';
import { readList } from '../../model/fields/lists.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { toE164 } from '../../model/numbering/phone-text.ts';
import { isOfAccount, noticesIn, textsOf } from './calls.ts';
import type { OldCall } from './calls.ts';
import type { KnownFax } from './evidence.ts';
import { parameters } from './parameters.ts';
import type { ValueForm } from './parameters.ts';
import { asText } from '../../model/shared/conversion.ts';

/** A request of v3. Files are written as `@` and their name, as for curl. */
export interface NeededRequest {
  readonly method: string;
  /** Path with its query: `/v3/projects/1/faxes?to=…`. */
  readonly path: string;
  readonly type: 'application/json' | 'multipart/form-data' | null;
  readonly body: Mapping | null;
}

const statuses: Readonly<Record<string, string>> = {
  queued: 'QUEUED',
  pendingbatch: 'QUEUED',
  inprogress: 'IN_PROGRESS',
  success: 'COMPLETED',
  failure: 'FAILURE',
};

/** The v3 statuses for a status of v2.1. A partial success has several, because each number has its own. */
const statusesOf = (status: string): readonly string[] =>
  status === 'partialsuccess' ? ['COMPLETED', 'FAILURE'] : [statuses[status] ?? status];

const directions: Readonly<Record<string, string>> = { sent: 'OUTBOUND', received: 'INBOUND' };

const writers: Readonly<Record<Exclude<ValueForm, 'own'>, (value: unknown) => unknown>> = {
  'as it is': (value) => value,
  number: (value) => toE164(asText(value)),
  numbers: (value) => single(textsOf(value).map(toE164)),
  time: (value) => utcText(readTime(asText(value)), value),
  'unix time': (value) => utcText(readUnixTime(asText(value)), value),
  direction: (value) => directions[asText(value)] ?? value,
  status: (value) => statusesOf(asText(value))[0],
  tags: (value) => value,
  list: (value) => single(readList(value).map(contentOf)),
};

const single = <T>(items: readonly T[]): T | readonly T[] =>
  items.length === 1 && items[0] !== undefined ? items[0] : items;

/** A file as its name, another text unchanged. */
const contentOf = (value: unknown): unknown => (isFile(value) ? `@${asText(value['file'])}` : value);

/** An uploaded file, as the journal shows one. */
const isFile = (value: unknown): value is Mapping => isPlainObject(value) && 'file' in value && 'sha1' in value;

/** A time in UTC, as the service reads it. Other texts stay unchanged. */
const utcText = (time: number | undefined, value: unknown): unknown =>
  time === undefined ? value : new Date(time).toISOString().replace('.000', '');

/** The values of a call under their names of v3; those without a counterpart are left out. */
function valuesOf({ operation, params }: OldCall): Mapping {
  const values = Object.entries(parameters[operation] ?? {}).flatMap(([name, { to, form }]) => {
    const value = params[name];
    if (to === null || form === 'own' || value === undefined) return [];
    // A cut URL would be wrong, so a placeholder replaces it.
    return [[to, textsOf(value).some(isCut) ? `{${to}}` : writers[form](value)] as const];
  });
  return Object.fromEntries(values);
}

/** The v3 requests that replace a call, in order; empty if v3 has no counterpart. */
export function neededRequests(call: OldCall): readonly NeededRequest[] {
  return writersOf[call.operation]?.(call) ?? [];
}

const base = ({ world: { projectId } }: OldCall): string => `/v3/projects/${projectId}`;
const faxPath = (call: OldCall, rest = ''): string => `${base(call)}/faxes/${idOf(call)}${rest}`;

/** The v3 id of the call's fax, or a placeholder. */
const idOf = ({ request: { fax_id: id }, world: { faxes } }: OldCall): string =>
  (id === null ? undefined : faxes.get(id)?.ids[0]) ?? '{id}';

const plain = (method: string, path: string): readonly NeededRequest[] => [{ method, path, type: null, body: null }];

/** A row for each operation whose request has the same values in v3. */
const writersOf: Readonly<Partial<Record<OldCall['operation'], (call: OldCall) => readonly NeededRequest[]>>> = {
  sendFax: (call) => [sendRequest(call)],
  listFaxes: listRequests,
  getFax: (call) => plain('GET', faxPath(call)),
  getFaxFile: (call) => plain('GET', faxPath(call, '/file')),
  deleteFaxFile: (call) => plain('DELETE', faxPath(call, '/file')),
  resendFax: (call) => [...plain('GET', faxPath(call, '/file')), resendRequest(call)],
  listPhoneNumbers: (call) => plain('GET', `${base(call)}/services/{serviceId}/numbers`),
  getPhoneNumber: (call) => plain('GET', `${base(call)}/services/{serviceId}/numbers`),
};

function sendRequest(call: OldCall): NeededRequest {
  const { string_data: text, string_data_type: kind = 'text' } = call.params;
  const values = valuesOf(call);
  const content = typeof text === 'string' ? stringContent(text, asText(kind), values['file']) : {};
  const body = { ...values, ...accountCallback(call), ...accountRetries(call), ...content };
  return { method: 'POST', path: `${base(call)}/faxes`, ...formOf(body) };
}

/** Whether the journal has only the beginning of a text. */
const isCut = (text: string): boolean => text.length > 1000 && /… \(\d+ characters\)$/.test(text);

/**
 * Turns `string_data` into a file: an uploaded one if other files are uploaded or the journal has cut the text, else one in base64.
 */
function stringContent(text: string, kind: string, uploads: unknown): Mapping {
  if (kind === 'url') return { contentUrl: isCut(text) ? '{contentUrl}' : text };
  const file = kind === 'html' ? '@text.html' : '@text.txt';
  if (uploads !== undefined) return { file: [file, ...textsOf(uploads)] };
  if (isCut(text)) return { file };
  return { files: [{ file: base64Of(text), fileType: kind === 'html' ? 'HTML' : 'TXT' }] };
}

const base64Of = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** The callback URL of the account, if the fax had none and a webhook went to the account's URL. */
function accountCallback({ params, request: { new_fax_ids: made }, world }: OldCall): Mapping {
  const url = world.settings.send_callback_url;
  if (url === null || params['callback_url'] !== undefined) return {};
  const isNotified = noticesIn(world).some((one) => made.includes(one.webhook.fax_id) && isOfAccount(one));
  return isNotified ? { callbackUrl: urlWithoutUser(url) } : {};
}

const retriesMax = 5;

/** The account's number of retries: in v3 it is a parameter of each send, and the default is another. */
const accountRetries = ({ world: { settings } }: OldCall): Mapping => ({
  maxRetries: Math.min(settings.fax_retries, retriesMax),
});

/** A URL without the user name and the password in it. */
export const urlWithoutUser = (url: string): string => url.replace(/\/\/[^/\s]*@/, '//•••@');

function resendRequest(call: OldCall): NeededRequest {
  const {
    fax_id: id,
    new_fax_ids: [again],
  } = call.request;
  const { faxes } = call.world;
  const fax = faxes.get(again ?? 0) ?? faxes.get(id ?? 0);
  const content = { to: fax === undefined || fax.to.length === 0 ? '{to}' : single(fax.to), file: '@fax.pdf' };
  const body = {
    ...content,
    ...(fax && keptValues(fax)),
    ...accountCallback(call),
    ...accountRetries(call),
    ...valuesOf(call),
  };
  return { method: 'POST', path: `${base(call)}/faxes`, ...formOf(body) };
}

/** The values that a resend inherits from its fax. v3 has no resend, so a new send must repeat them. */
function keptValues({ caller_id: from, header_text: headerText, tags: labels, callback_url: url }: KnownFax): Mapping {
  const values = { from, headerText, labels, callbackUrl: url === null ? null : urlWithoutUser(url) };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}

/** Chooses JSON, or a form if a file is uploaded. A form has groups as `labels[name]`. */
function formOf(body: Mapping): Pick<NeededRequest, 'type' | 'body'> {
  if (body['file'] === undefined) return { type: 'application/json', body };
  const { contentUrl, ...others } = body;
  const urls = contentUrl === undefined ? {} : { contentUrl: asText(contentUrl) };
  return { type: 'multipart/form-data', body: flattened({ ...others, ...urls }) };
}

const flattened = (values: Mapping): Mapping =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isPlainObject(value) ? Object.entries(value).map(([key, item]) => [`${name}[${key}]`, item]) : [[name, value]],
    ),
  );

/** The requests for a list: one for each v3 status of the requested one. */
function listRequests(call: OldCall): readonly NeededRequest[] {
  const { status } = call.params;
  const all: readonly (string | undefined)[] = status === undefined ? [undefined] : statusesOf(asText(status));
  return all.flatMap((one) => plain('GET', `${base(call)}/faxes${queryOf(call, one)}`));
}

function queryOf(call: OldCall, status: string | undefined): string {
  const { to, ...others } = valuesOf(call);
  const values = status === undefined ? others : { ...others, status };
  // A search among received faxes usually means the sender's number.
  const number = to === undefined ? {} : { [call.params['direction'] === 'received' ? 'from' : 'to']: to };
  const pairs = Object.entries(flattened({ ...values, ...number }));
  const written = pairs.map(([name, value]) => `${encoded(name)}=${encoded(asText(value))}`);
  return written.length === 0 ? '' : `?${written.join('&')}`;
}

/** Encodes a text for a query, except for colons and brackets, which are easier to read as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%5B', '[').replaceAll('%5D', ']');
