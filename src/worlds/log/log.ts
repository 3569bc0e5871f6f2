import { printable, printableJson, printableLines } from '../../model/shared/words.ts';
import { asText } from '../../model/shared/conversion.ts';

/** A kind of line about a subject. A log is for people or for programs, and makes lines of one of both forms. */
export interface LineKind<S> {
  readonly event: 'request' | 'unreadable' | 'fax' | 'webhook' | 'start' | 'stop' | 'fault' | 'unmet' | 'warning';
  /** Text for people, without the time. */
  text(subject: S): string;
  /** Fields for programs. */
  fields(subject: S): Readonly<Record<string, unknown>>;
}

export interface LogOptions {
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
export class Log {
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

const faultText = (fault: unknown): string => (fault instanceof Error ? (fault.stack ?? fault.message) : asText(fault));

export const faultLine: LineKind<unknown> = {
  event: 'fault',
  text: faultText,
  fields: (fault) => ({ message: faultText(fault) }),
};
