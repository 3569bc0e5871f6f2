import { isOpenStatus } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { transmissionIds } from '../../model/domain/ulid.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import { packageVersion } from '../../model/shared/package-root.ts';
import { faxErrorText, partnerOf } from '../history/fax-changes.ts';
import { ruleText } from '../activity/record-words.ts';
import { cleanerOf, detailsOf } from '../journal/details.ts';
import type { ObservedRequest } from '../journal/observed-request.ts';
import { cleanPath, redact, withoutCredentials } from '../journal/redaction.ts';
import { secretsOf } from '../world.ts';
import type { World } from '../world.ts';
import { faultLine, Log } from './log.ts';
import type { LineKind, LogOptions } from './log.ts';

/** The log of a program, from its start to its end. */
export type ProgramLog = ReturnType<typeof openProgramLog>;

interface StartInfo {
  readonly baseUrl: string;
  readonly https: { readonly baseUrl: string } | undefined;
  readonly data: string | undefined;
  /** The address of the console, with the token that the program made, because a JSON log replaces the greeting. */
  readonly console: string;
}

export function openProgramLog(options: LogOptions) {
  const log = new Log(options);
  const isInfo = options.level === 'info';
  return {
    started: (simulator: StartInfo): void => {
      if (isInfo) log.add(startLine, simulator);
      log.flush();
    },
    /** Logs the reason of the end, such as a signal. */
    stopped: (reason: string): void => {
      if (isInfo) log.add(stopLine, reason);
      log.flush();
    },
    fault: (fault: unknown): void => log.add(faultLine, fault),
    /** Logs an unmet expectation of a scenario. */
    unmetExpectation: (message: string): void => log.add(unmetLine, message),
    /** Logs a warning about a rule that may never fire. */
    warned: (message: string): void => {
      if (isInfo) log.add(warningLine, message);
    },
    /** Logs a request that reached no world; undefined if the level excludes it. */
    unreadable: isInfo ? (request: UnreadableRequest): void => log.add(unreadableLine, request) : undefined,
    /** Logs the events of a world; undefined if the level excludes them. */
    follow: isInfo ? (world: World): void => logWorld(log, world) : undefined,
  };
}

const startLine: LineKind<StartInfo> = {
  event: 'start',
  text: ({ baseUrl, data }) => `start ${baseUrl}, data in ${data ?? 'memory'}, faxsim ${packageVersion()}`,
  fields: ({ baseUrl, https, data, console }) => ({
    version: packageVersion(),
    url: baseUrl,
    https: https?.baseUrl ?? null,
    console,
    data: data ?? null,
  }),
};

const stopLine: LineKind<string> = {
  event: 'stop',
  text: (reason) => `stop: ${reason}`,
  fields: (reason) => ({ reason }),
};

const messageLine = (event: LineKind<string>['event']): LineKind<string> => ({
  event,
  text: (message) => message,
  fields: (message) => ({ message }),
});

/** An unreadable request, with what is known about it. */
interface UnreadableRequest {
  readonly status: number | null;
  readonly message: string;
  readonly from: string | null;
  readonly begins: string | null;
}

const unreadableLine: LineKind<UnreadableRequest> = {
  event: 'unreadable',
  text: ({ status, message, from, begins }) =>
    `unreadable request${withPrefix(' from ', from)} ${status ?? 'without an answer'}: ${message}${withPrefix('; it begins: ', begins)}`,
  fields: ({ status, message, from, begins }) => ({ status, message, from, begins }),
};

const unmetLine = messageLine('unmet');
const warningLine = messageLine('warning');

/** Adds a line to the log for each request of a world, each end of a fax and each attempt of a webhook. */
function logWorld(log: Log, world: World): void {
  const { id, journal, store } = world;
  const idsOf = idsIn(world);
  const requestLine = requestLineIn(idsOf);
  journal.watch({
    answered: (request) => log.add(requestLine, request, id),
    held: (request, until) => {
      // If the clock runs or is being moved, it will reach this time by itself.
      if (world.clock.speed === 0 && !world.clock.isMoving) log.add(warningLine, heldText(request, until), id);
    },
  });
  const faxLine = faxLineIn(world);
  store.watchCollection('faxes', ({ record: fax, before }) => {
    if (fax !== undefined && !isOpenStatus(fax.status) && fax.status !== before?.status) log.add(faxLine, fax, id);
  });
  const webhookLine = webhookLineIn(world, idsOf);
  store.watchCollection('deliveries', ({ record: delivery, before }) => {
    if (delivery !== undefined && hasProgressed(delivery, before)) log.add(webhookLine, delivery, id);
  });
}

const hasProgressed = ({ attempts, state }: Delivery, earlier: Delivery | undefined): boolean =>
  attempts.length > (earlier?.attempts.length ?? 0) || (state === 'refused' && earlier?.state !== 'refused');

/** The ids in v3 of the fax with a number; empty if the fax was deleted. */
type IdsOf = (fax: number) => readonly string[];

function idsIn({ store, seed }: World): IdsOf {
  return (id) => {
    const fax = store.faxes.get(id);
    return fax === undefined ? [] : transmissionIds(seed, fax);
  };
}

/** A list in a line for people: its first item, and the number of the others. */
const withMore = (first: string, { length }: readonly unknown[]): string =>
  length < 2 ? first : `${first} and ${length - 1} more`;

/** A fax by its number and its ids in v3: `fax 1001 (01HDF5S9P29WC29J578J8EKC1C)`. */
const faxName = (id: number, [first, ...more]: readonly string[]): string =>
  first === undefined ? String(id) : `${id} (${withMore(first, [first, ...more])})`;

/** The line of a fax that has ended, with its error. */
const faxLineIn = ({ seed }: World): LineKind<Fax> => ({
  event: 'fax',
  text: (fax) => {
    const { id, direction, status, error } = fax;
    const why = error === null ? '' : `: ${faxErrorText(error)}`;
    const name = faxName(id, transmissionIds(seed, fax));
    return `fax ${name} ${direction === 'sent' ? 'to' : 'from'} ${partnerOf(fax)} ${status}${why}`;
  },
  fields: (fax) => {
    const { id, direction, status, pages, error } = fax;
    const reason = error === null ? {} : { error_id: error.id, error_type: error.type, message: error.message };
    return { fax: id, v3_ids: transmissionIds(seed, fax), direction, status, pages, ...reason };
  },
});

/** The line of a request, with the fax that it made, the reason of a refusal and the nearest route of a miss. */
const requestLineIn = (idsOf: IdsOf): LineKind<ObservedRequest> => ({
  event: 'request',
  text: (observed) => {
    const { profile, rule, answer, tookMicros } = observed;
    const result = answer.status ?? `${String(answer.broken)} connection`;
    const reason = `${withPrefix(': ', reasonOf(observed))}${withPrefix('; ', remedyOf(observed))}`;
    const fax = withPrefix(', fax ', observed.createdFaxIds.map((id) => faxName(id, idsOf(id))).join(' and ') || null);
    return `${profile.method} ${shownPath(observed)} ${result} ${tenthsOf(tookMicros)} ms${fax}${reason}${ruleText(rule)}`;
  },
  fields: (observed) => {
    const { profile, rule, answer, tookMicros, requestId, createdFaxIds } = observed;
    const { method, version, operation, nearest } = profile;
    const { status, broken } = answer;
    const ended = { status, broken, duration_ms: Math.round(tookMicros / 100) / 10, request_id: requestId };
    const path = shownPath(observed);
    const message = reasonOf(observed);
    const made = { new_fax_ids: createdFaxIds, new_fax_v3_ids: createdFaxIds.flatMap(idsOf) };
    return { method, path, ...ended, version, operation, ...made, message, nearest, rule };
  },
});

const heldText = (request: ObservedRequest, until: number): string =>
  `${request.profile.method} ${shownPath(request)} has its response at ${new Date(until).toISOString()}, and the clock stands: move it${ruleText(request.rule)}`;

/** Time in ms, with one digit after the point. `toFixed` takes half of the time of a line. */
function tenthsOf(micros: number): string {
  const tenths = Math.round(micros / 100);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** The path without query, without parameters after a semicolon, and without secrets. A plain path needs no search for secrets. */
function shownPath(observed: ObservedRequest): string {
  const { url } = observed;
  const end = url.search(/[?;]|%3b/i);
  const path = end < 0 ? url : url.slice(0, end);
  return observed.profile.hasPlainPath ? path : cleanPath(path, cleanerOf(observed));
}

/** The remedy of a missing route; null if none is known. */
const remedyOf = ({ profile: { isUnmatched, nearest }, refusal }: ObservedRequest): string | null =>
  (isUnmatched ? refusal?.diagnosis : undefined) ?? (nearest === null ? null : `the nearest route is ${nearest}`);

const reasonOf = (observed: ObservedRequest): string | null =>
  observed.refusal === null ? null : detailsOf(observed).reason;

/** The line of an attempt, or of a delivery that may not be sent. */
const webhookLineIn = (world: World, idsOf: IdsOf): LineKind<Delivery> => ({
  event: 'webhook',
  text: (delivery) => {
    const { id, faxEvent, url, state } = delivery;
    const { status, message, next } = progressOf(delivery);
    return [
      `webhook ${id} ${faxEvent.event} of fax ${faxName(faxEvent.faxId, idsOf(faxEvent.faxId))}`,
      withPrefix(' to ', destinationOf(delivery, world)),
      ` ${status ?? (url === null ? 'recorded: no URL is set' : state)}`,
      withPrefix(': ', message),
      withPrefix('; next attempt at ', next),
    ].join('');
  },
  fields: (delivery) => {
    const { id, faxEvent, state, attempts } = delivery;
    const { status, message, next } = progressOf(delivery);
    const url = destinationOf(delivery, world);
    const of = { fax: faxEvent.faxId, v3_ids: idsOf(faxEvent.faxId) };
    const about = { webhook: id, ...of, name: faxEvent.event, url, state, attempt: attempts.length };
    return { ...about, status, message, next_attempt: next };
  },
});

function progressOf({ attempts, state, dueAt }: Delivery) {
  const last = attempts.at(-1);
  const next = state === 'pending' && dueAt !== null ? new Date(dueAt).toISOString() : null;
  return { status: last?.answer?.status ?? null, message: last?.failure ?? null, next };
}

/**
 * The URL of a delivery without secrets: a query may contain any secret, and a path those of the world. Null for a
 * delivery without a URL.
 */
const destinationOf = ({ url }: Delivery, world: World): string | null =>
  url && cleanPath(withoutCredentials(url).split(/[?#]/, 1)[0] ?? '', (text) => redact(text, secretsOf(world)));

/** A part of a line with its prefix; empty if it has no value. */
const withPrefix = (before: string, value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : `${before}${value}`;
