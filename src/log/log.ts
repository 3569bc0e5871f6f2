/** One line of the log. */
export interface LogLine {
  readonly event: 'request' | 'fax' | 'webhook' | 'start' | 'stop' | 'fault' | 'unmet';
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
/** More lines than these in a batch are counted only: the log must not grow with the load. */
const mostWaiting = 20_000;

/**
 * The log of the program. A line is made and written some ms after it was added, together with others, so that no request
 * waits for it.
 */
export class Log {
  readonly #options: LogOptions;
  #waiting: QueuedLine[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LogOptions) {
    this.#options = options;
  }

  add(make: () => LogLine): void {
    if (this.#waiting.length >= mostWaiting) {
      this.#dropped++;
      return;
    }
    this.#waiting.push({ at: this.#now(), make });
    this.#timer ??= setTimeout(() => this.flush(), batchMs).unref();
  }

  /** Writes all lines that wait. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    const dropped = this.#dropped;
    this.#waiting = [];
    this.#dropped = 0;
    if (waiting.length === 0) return;
    const lines = waiting.map(({ at, make }) => this.#lineOf(at, makeLine(make)));
    if (dropped > 0) lines.push(this.#lineOf(this.#now(), droppedLine(dropped)));
    this.#options.write(lines.join(''));
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

const droppedLine = (count: number): LogLine => ({
  event: 'fault',
  text: `${count} lines of the log are missing here: they came faster than they were written`,
  fields: { message: 'lines of the log are missing here', count },
});
