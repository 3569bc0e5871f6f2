import type { ApiVersion, OperationId, RecordReference } from '../../model/domain/operation.ts';
import type { Refusal } from '../../model/domain/refusal.ts';
import { isSameList } from '../../model/shared/objects.ts';
import type { KnownSecrets } from './redaction.ts';

export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

/** The facts that a client's requests for one operation mostly have in common: one object for all of them. */
export interface RequestProfile {
  /** Null: it has no route of any version. */
  readonly version: ApiVersion | null;
  /** Null: it has no route, or not with its method. */
  readonly operation: OperationId | null;
  readonly method: string;
  /** The path has words of a route and numbers alone, so that it holds no secret. */
  readonly hasPlainPath: boolean;
  /** Names and values in turn, as the client sent them. */
  readonly headers: readonly string[];
  /** The names that the operation knows. */
  readonly knownParams: readonly string[];
  /** Null: the request has no known key. */
  readonly key: KeyMode | null;
  /** The secrets to hide, besides those that the request itself names. */
  readonly knownSecrets: KnownSecrets;
  /** The client did not wait for it. */
  readonly isLate: boolean;
  /** It has no route, or none for its method. */
  readonly isUnmatched: boolean;
  /** Of such a one, the route that was probably meant; null: none is near. */
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
 * A request as the HTTP layer saw it. It refers to values that other requests have too: its profile, its answer. So a journal of
 * many requests stays small, and so do the collections of garbage that they cause.
 */
export interface ObservedRequest {
  readonly profile: RequestProfile;
  /** When it came: on the world's clock, ms since the epoch. */
  readonly at: number;
  /** From its head to the answer, in whole µs of real time. */
  readonly tookMicros: number;
  /** The path and the query, without `/w/{id}`. */
  readonly url: string;
  /** Null: they could not be read. */
  readonly params: Readonly<Record<string, unknown>> | null;
  /** The size of the body; 0: there is none. */
  readonly bodyBytes: number;
  /** The scenario rule that touched it, `scenario/rule#n`. */
  readonly rule: string | null;
  readonly refusal: Pick<Refusal, 'kind' | 'message' | 'field'> | null;
  readonly requestId: string | null;
  /** The record that it names, which may not be there; null: none. */
  readonly record: RecordReference | null;
  /** The faxes that it made, also where a rule hid the response. */
  readonly createdFaxIds: readonly number[];
  readonly answer: ObservedAnswer;
}

/** The fax that a request is about: the one that it names, or the first that it made; null: none. */
export const faxIdOf = ({ record, createdFaxIds }: ObservedRequest): number | null =>
  record?.kind === 'fax' ? Number(record.id) : (createdFaxIds[0] ?? null);

/** The value of a header; the first one, as node has it of those that matter here. `name` is in lower case. */
export function headerOf(
  { profile: { headers } }: { profile: Pick<RequestProfile, 'headers'> },
  name: string,
): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

/** Mostly one object for the requests of a client that polls. */
export interface ObservedAnswer {
  /** Null: the connection was broken before one. */
  readonly status: number | null;
  readonly type: string | null;
  /** The message in the response; null: it has none. */
  readonly message: string | null;
  /** Its beginning, if it is long. Null: it is no text. */
  readonly text: string | null;
  /** The ETag of the whole answer; null: it has none. */
  readonly tag: string | null;
  /** All of it. */
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

/** The slot, of 1024, in which an equal answer is looked for: by three digits of the digest in the weak tag, or by the length. */
export const slotOf = ({ tag, bytes }: ObservedAnswer): number =>
  (tag === null ? bytes : Number.parseInt(tag.slice(3, 6), 16)) % 1024;
