import { printable, printableJson, printableLines } from '../../model/shared/words.ts';
import { asText } from '../../model/shared/conversion.ts';

/** A kind of line about a subject. A log writes either texts for people or JSON for programs. */
export interface LineKind<S> {
  readonly event: 'request' | 'unreadable' | 'fax' | 'webhook' | 'start' | 'stop' | 'fault' | 'unmet' | 'warning';
  /** Text for people, without the time. */
  text(subject: S): string;
  /** Fields for programs. */
  fields(subject: S): Readonly<Record<string, unknown>>;
}

export interface LogOptions {
  /** `error` logs only faults and unmet expectations. */
  readonly level: 'error' | 'info';
  readonly format: 'text' | 'json';
  readonly write: (text: string) => void;
  readonly now?: () => number;
}

/** How long lines wait to be written together with others, in ms. */
const batchMs = 50;
/** The number of waiting lines that are written without delay, so that the log does not grow under load. */
const fullBatch = 500;

/** A line that is not written yet. */
interface WaitingLine {
  /** Real time in ms. */
  readonly at: number;
  readonly kind: LineKind<never>;
  /** The subject, whose type depends on the kind. */
  readonly subject: unknown;
  /** The id of the line's world; undefined for a line about the program. */
  readonly world: string | undefined;
}

/** The log of the program. Lines are formatted and written in batches some ms later, so that no request waits for them. */
export class Log {
  readonly #options: LogOptions;
  #waiting: WaitingLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The cached time of the latest line, because many lines have the same. */
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

  /** The text of a line. A failure to format it is a fault of the simulator, which continues. */
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
      // Texts from requests must not look like another line. Lines of a stack trace are indented.
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
