import { isOpenStatus } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import { packageVersion } from '../../model/shared/package-root.ts';
import { printable, printableJson, printableLines } from '../../model/shared/words.ts';
import { cleanerOf, detailsOf } from '../journal/details.ts';
import type { ObservedRequest } from '../journal/observed-request.ts';
import { cleanPath, redact, withoutCredentials } from '../journal/redaction.ts';
import { secretsOf } from '../world.ts';
import type { World } from '../world.ts';

/** The log of a program, from its start to its end. */
export type ProgramLog = ReturnType<typeof openProgramLog>;

interface StartInfo {
  readonly baseUrl: string;
  readonly https: { readonly baseUrl: string } | undefined;
  readonly data: string | undefined;
  /** The address of the console, with the token that the program made for itself: without the greeting, only the log has it. */
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
    /** Takes an unmet expectation of a scenario. */
    unmetExpectation: (message: string): void => log.add(unmetLine, message),
    /** Takes a warning of a rule that may never fire. */
    warned: (message: string): void => {
      if (isInfo) log.add(warningLine, message);
    },
    /** undefined: worlds are not logged. */
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

const unmetLine = messageLine('unmet');
const warningLine = messageLine('warning');

/** Adds a line to the log for each request of a world, each end of a fax and each attempt of a webhook. */
function logWorld(log: Log, world: World): void {
  const { id, journal, store } = world;
  journal.watch({ answered: (request) => log.add(requestLine, request, id) });
  store.watchCollection('faxes', ({ record: fax, before }) => {
    if (fax !== undefined && !isOpenStatus(fax.status) && fax.status !== before?.status) log.add(faxLine, fax, id);
  });
  const webhookLine = webhookLineIn(world);
  store.watchCollection('deliveries', ({ record: delivery, before }) => {
    if (delivery !== undefined && hasProgressed(delivery, before)) log.add(webhookLine, delivery, id);
  });
}

const hasProgressed = ({ attempts, state }: Delivery, earlier: Delivery | undefined): boolean =>
  attempts.length > (earlier?.attempts.length ?? 0) || (state === 'refused' && earlier?.state !== 'refused');

/** The line of a fax that has ended, with its error. */
const faxLine: LineKind<Fax> = {
  event: 'fax',
  text: ({ id, direction, status, recipients, fromNumber, error }) => {
    const [first = 'an unknown number', ...more] =
      direction === 'sent' ? recipients.map(({ number }) => number) : [fromNumber ?? undefined];
    const further = more.length === 0 ? '' : ` and ${more.length} more`;
    const why = error === null ? '' : `: error ${error.id}, ${error.message}`;
    return `fax ${id} ${direction === 'sent' ? 'to' : 'from'} ${first}${further} ${status}${why}`;
  },
  fields: ({ id, direction, status, pages, error }) => {
    const reason = error === null ? {} : { error_id: error.id, error_type: error.type, message: error.message };
    return { fax: id, direction, status, pages, ...reason };
  },
};

/** The line of a request, with the fax that it made, the reason of a refusal and the nearest route of a miss. */
const requestLine: LineKind<ObservedRequest> = {
  event: 'request',
  text: (observed) => {
    const { profile, rule, answer, tookMicros } = observed;
    const result = answer.status ?? `${String(answer.broken)} connection`;
    const reason = `${withPrefix(': ', reasonOf(observed))}${withPrefix('; the nearest route is ', profile.nearest)}`;
    const fax = withPrefix(', fax ', observed.createdFaxIds.join(' and ') || null);
    return `${profile.method} ${shownPath(observed)} ${result} ${tenthsOf(tookMicros)} ms${fax}${reason}${withPrefix(', rule ', rule)}`;
  },
  fields: (observed) => {
    const { profile, rule, answer, tookMicros, requestId, createdFaxIds } = observed;
    const { method, version, operation, nearest } = profile;
    const { status, broken } = answer;
    const ended = { status, broken, duration_ms: Math.round(tookMicros / 100) / 10, request_id: requestId };
    const path = shownPath(observed);
    const message = reasonOf(observed);
    return { method, path, ...ended, version, operation, new_fax_ids: createdFaxIds, message, nearest, rule };
  },
};

/** Time in ms, with one digit after the point. `toFixed` takes half of the time of a line. */
function tenthsOf(micros: number): string {
  const tenths = Math.round(micros / 100);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** The path without secrets: a plain path needs no search for one. It can have parameters after a semicolon too. */
function shownPath(observed: ObservedRequest): string {
  const { url } = observed;
  const end = url.search(/[?;]|%3b/i);
  const path = end < 0 ? url : url.slice(0, end);
  return observed.profile.hasPlainPath ? path : cleanPath(path, cleanerOf(observed));
}

const reasonOf = (observed: ObservedRequest): string | null =>
  observed.refusal === null ? null : detailsOf(observed).message;

/** The line of an attempt, or of a delivery that may not be sent. */
const webhookLineIn = (world: World): LineKind<Delivery> => ({
  event: 'webhook',
  text: (delivery) => {
    const { id, faxEvent, url, state } = delivery;
    const { status, message, next } = progressOf(delivery);
    return [
      `webhook ${id} ${faxEvent.event} of fax ${faxEvent.faxId}`,
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
    const about = { webhook: id, fax: faxEvent.faxId, name: faxEvent.event, url, state, attempt: attempts.length };
    return { ...about, status, message, next_attempt: next };
  },
});

function progressOf({ attempts, state, dueAt }: Delivery) {
  const last = attempts.at(-1);
  const next = state === 'pending' && dueAt !== null ? new Date(dueAt).toISOString() : null;
  return { status: last?.answer?.status ?? null, message: last?.failure ?? null, next };
}

/**
 * The URL of a delivery without secrets: a query may hold any, and a path those of the world; null if it goes
 * nowhere.
 */
const destinationOf = ({ url }: Delivery, world: World): string | null =>
  url && cleanPath(withoutCredentials(url).split(/[?#]/, 1)[0] ?? '', (text) => redact(text, secretsOf(world)));

/** A kind of line about a subject. A log is for people or for programs, and makes lines of one of both forms. */
interface LineKind<S> {
  readonly event: 'request' | 'fax' | 'webhook' | 'start' | 'stop' | 'fault' | 'unmet' | 'warning';
  /** Text for people, without the time. */
  text(subject: S): string;
  /** Fields for programs. */
  fields(subject: S): Readonly<Record<string, unknown>>;
}

/** A part of a line that is there only where it has a value. */
const withPrefix = (before: string, value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : `${before}${value}`;

interface LogOptions {
  /** error: faults and unmet expectations only. */
  readonly level: 'error' | 'info';
  readonly format: 'text' | 'json';
  readonly write: (text: string) => void;
  readonly now?: () => number;
}

/** How long lines wait for others that are written with them, in ms. */
const batchMs = 50;
/** Number of lines that are written at once, in the next turn: the log must not grow with the load. */
const fullBatch = 500;

/** A line that is still to be made. */
interface WaitingLine {
  /** Real time in ms. */
  readonly at: number;
  readonly kind: LineKind<never>;
  /** A value of the type that the kind takes. */
  readonly subject: unknown;
  /** The id of the world that it is about; undefined if it is about the program. */
  readonly world: string | undefined;
}

/**
 * The log of the program. A line is made and written some ms after it was added, together with others, so that no request
 * waits for it.
 */
class Log {
  readonly #options: LogOptions;
  #waiting: WaitingLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The time of the latest line, as a number and as text. Many lines have the same one. */
  #time = { at: NaN, text: '' };

  constructor(options: LogOptions) {
    this.#options = options;
  }

  /** Adds the line about a subject, and about a world with this id. */
  add<S>(kind: LineKind<S>, subject: S, world?: string): void {
    this.#waiting.push({ at: this.#options.now?.() ?? Date.now(), kind, subject, world });
    if (this.#waiting.length === fullBatch) setImmediate(() => this.flush());
    this.#timer ??= setTimeout(() => this.flush(), batchMs).unref();
  }

  /** Writes all lines that wait. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#options.write(waiting.map((line) => this.#textOf(line)).join(''));
  }

  /** A line that cannot be made is a fault of the simulator, which goes on. */
  #textOf(line: WaitingLine): string {
    try {
      return this.#made(line);
    } catch (error) {
      return this.#made({ ...line, kind: faultLine, subject: error });
    }
  }

  #made({ at, kind, subject, world }: WaitingLine): string {
    if (at !== this.#time.at) this.#time = { at, text: new Date(at).toISOString() };
    const time = this.#time.text;
    if (this.#options.format === 'text') {
      const place = world === undefined || world === 'default' ? '' : `[${world}] `;
      const text = kind.text(subject as never);
      // Requests bring their own words, which must not look like another line; the lines of a stack are indented.
      const safe = kind.event === 'fault' ? printableLines(text).replaceAll('\n', '\n    ') : printable(text);
      return `${time} ${place}${safe}\n`;
    }
    const { event } = kind;
    const level = event === 'fault' || event === 'unmet' ? 'error' : 'info';
    return `${printableJson(JSON.stringify({ time, level, event, world, ...kind.fields(subject as never) }))}\n`;
  }
}

const faultText = (fault: unknown): string => (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));

const faultLine: LineKind<unknown> = {
  event: 'fault',
  text: faultText,
  fields: (fault) => ({ message: faultText(fault) }),
};
