/** One line of the log. */
export interface LogLine {
  readonly event: 'request' | 'fax' | 'webhook' | 'start' | 'stop' | 'fault' | 'unmet' | 'warning';
  /** For people; without the time. */
  readonly text: string;
  /** For programs. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A part of a line that is there only where it has a value. */
export const withPrefix = (before: string, value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : `${before}${value}`;

export type LogFormat = 'text' | 'json';

interface QueuedLine {
  /** Real ms. */
  readonly at: number;
  readonly make: () => LogLine;
}

export interface LogOptions {
  readonly format: LogFormat;
  readonly write: (text: string) => void;
  readonly now?: () => number;
}

/** How long lines wait for others that are written with them, in ms. */
const batchMs = 50;
/** So many lines are written at once, in the next turn: the log must not grow with the load. */
const fullBatch = 500;

/**
 * The log of the program. A line is made and written some ms after it was added, together with others, so that no request
 * waits for it.
 */
export class Log {
  readonly #options: LogOptions;
  #waiting: QueuedLine[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LogOptions) {
    this.#options = options;
  }

  add(make: () => LogLine): void {
    this.#waiting.push({ at: this.#now(), make });
    if (this.#waiting.length === fullBatch) setImmediate(() => this.flush());
    this.#timer ??= setTimeout(() => this.flush(), batchMs).unref();
  }

  /** Writes all lines that wait. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0)
      this.#options.write(waiting.map(({ at, make }) => this.#lineOf(at, makeLine(make))).join(''));
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #lineOf(at: number, { event, text, fields }: LogLine): string {
    const time = new Date(at).toISOString();
    if (this.#options.format === 'text') return `${time} ${text}\n`;
    const level = event === 'fault' || event === 'unmet' ? 'error' : 'info';
    return `${JSON.stringify({ time, level, event, ...fields })}\n`;
  }
}

/** A line that cannot be made is a fault of the simulator, which goes on. */
function makeLine(make: () => LogLine): LogLine {
  try {
    return make();
  } catch (error) {
    return faultLine(error);
  }
}

export function faultLine(fault: unknown): LogLine {
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  return { event: 'fault', text, fields: { message: text } };
}
