import type { ApiVersion, OperationId, RecordReference } from '../../model/domain/operation.ts';
import type { Refusal } from '../../model/domain/refusal.ts';
import { isSameList } from '../../model/shared/objects.ts';
import type { KnownSecrets } from './redaction.ts';

export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

/** The facts that a client's requests for an operation usually share, stored as one object. */
export interface RequestProfile {
  /** Version of the API; null if the request has no route of any. */
  readonly version: ApiVersion | null;
  /** The operation of the route; null without a route, or for a wrong method. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** Whether the path consists only of words of a route and numbers, and so contains no secret. */
  readonly hasPlainPath: boolean;
  /** Names and values in turn, as the client sent them. */
  readonly headers: readonly string[];
  /** The names that the operation knows. */
  readonly knownParams: readonly string[];
  /** The mode of the key pair: `live` or `test`; null without a known key. */
  readonly key: KeyMode | null;
  /** The secrets to hide, besides those that the request itself names. */
  readonly knownSecrets: KnownSecrets;
  /** Whether the client disconnected before the response. */
  readonly isLate: boolean;
  /** Whether no route matches, or the route has another method. */
  readonly isUnmatched: boolean;
  /** The route that was probably meant by an unmatched request: `GET /v2.1/faxes/{id}`; null if none is near. */
  readonly nearest: string | null;
}

export const isSameProfile = (one: RequestProfile, other: RequestProfile): boolean =>
  one.version === other.version &&
  one.operation === other.operation &&
  one.method === other.method &&
  one.hasPlainPath === other.hasPlainPath &&
  one.knownParams === other.knownParams &&
  one.key === other.key &&
  one.knownSecrets === other.knownSecrets &&
  one.isLate === other.isLate &&
  one.isUnmatched === other.isUnmatched &&
  one.nearest === other.nearest &&
  isSameList(one.headers, other.headers);

/**
 * A request as the HTTP layer saw it. Requests share equal profiles and answers, so that a large journal stays small, and garbage
 * collections short.
 */
export interface ObservedRequest {
  readonly profile: RequestProfile;
  /** The time of the request's arrival, in ms since the epoch on the world's clock. */
  readonly at: number;
  /** Time from the head of the request to the response, in whole µs of real time. */
  readonly tookMicros: number;
  /** The path and the query, without `/w/{id}`. */
  readonly url: string;
  /** Parameters of the request; null if they could not be read. */
  readonly params: Readonly<Record<string, unknown>> | null;
  /** The names of parameters that came several times, such as `file`; only the last value counts. */
  readonly replacedParams: readonly string[];
  /** The names of parameters that came as `to[]` or `to[0]`. */
  readonly bracketedParams: readonly string[];
  /** The number of reads of the fax since its end, this one included; 0 for any other request. */
  readonly readsAfterEnd: number;
  /** Whether a v3 send ignored the `defaultFrom` of its service, because the number was released or is suspended. */
  readonly isDefaultFromUnusable: boolean;
  /** The size of the body in bytes; 0 without a body. */
  readonly bodyBytes: number;
  /** The scenario rule that changed it, `scenario/rule#n`. */
  readonly rule: string | null;
  readonly refusal: (Pick<Refusal, 'kind' | 'message' | 'field'> & Partial<Pick<Refusal, 'diagnosis'>>) | null;
  readonly requestId: string | null;
  /** The record that the request names, which may not exist; null if it names none. */
  readonly record: RecordReference | null;
  /** The faxes that the request created, even if a rule hid the response. */
  readonly createdFaxIds: readonly number[];
  readonly answer: ObservedAnswer;
}

/** The fax that a request is about: the one that it names, or the first that it created; null without one. */
export const faxIdOf = ({ record, createdFaxIds }: ObservedRequest): number | null =>
  record?.kind === 'fax' ? Number(record.id) : (createdFaxIds[0] ?? null);

/** The first value of a header, as Node does for the headers that matter here. `name` is in lower case. */
export function headerOf(
  { profile: { headers } }: { profile: Pick<RequestProfile, 'headers'> },
  name: string,
): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

/** The header by which the console names itself, in lower case. */
export const clientHeader = 'x-faxsim-client';
/** The value of that header in requests of the console. */
export const consoleName = 'console';

/** Whether the console sent a request. Such a request is no evidence about a program. */
export const isOfConsole = (request: Parameters<typeof headerOf>[0]): boolean =>
  headerOf(request, clientHeader) === consoleName;

/** The ids of the faxes that the console sent. */
export const faxesOfConsole = (entries: readonly { readonly observed: ObservedRequest }[]): ReadonlySet<number> =>
  new Set(entries.flatMap(({ observed }) => (isOfConsole(observed) ? observed.createdFaxIds : [])));

/** An answer; usually one object for all requests of a polling client. */
export interface ObservedAnswer {
  /** The status of the response; null if the connection broke before. */
  readonly status: number | null;
  readonly type: string | null;
  /** The message in the response; null if it has none. */
  readonly message: string | null;
  /** The text of the body or its beginning; null for binary data. */
  readonly text: string | null;
  /** The ETag of the whole answer; null if it has none. */
  readonly tag: string | null;
  /** Size of the whole body. */
  readonly bytes: number;
  /** How a rule broke the connection. */
  readonly broken: string | null;
}

export const isSameAnswer = (one: ObservedAnswer, other: ObservedAnswer): boolean =>
  one.bytes === other.bytes &&
  one.status === other.status &&
  one.type === other.type &&
  one.broken === other.broken &&
  one.tag === other.tag &&
  one.message === other.message &&
  (one.tag !== null || one.text === other.text); // a comparison of long texts would copy them

/**
 * The slot, out of 1024, in which an equal answer is looked up: by three digits of the digest in the weak ETag, or by the length.
 */
export const slotOf = ({ tag, bytes }: ObservedAnswer): number =>
  (tag === null ? bytes : Number.parseInt(tag.slice(3, 6), 16)) % 1024;
