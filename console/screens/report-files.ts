import { computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';

type ReportState = AnswerOf<'server', 'sweep'>;

interface ReportKind<T> {
  /** The form that the report names itself: `faxsim sweep`. */
  readonly format: string;
  readonly version: number;
  /** The control call that reads the report in the directory of the simulator. */
  readonly path: string;
  /** The report as it is to be shown so many ms after its last change. Default: as it is. */
  readonly atAge?: (report: T, ageMs: number) => T;
}

const betweenMs = 1000;

/** The reports of one kind: that of a file, which the tab keeps, also after a reload, and that of the directory. */
export class ReportFiles<T extends object> {
  /** The report of a file, else of the directory; undefined if there is none. */
  readonly report: ReadonlySignal<T | undefined>;
  /** Shows the report of the directory after it was closed; undefined if there is none. */
  readonly reopen: ReadonlySignal<(() => void) | undefined>;
  readonly #kind: ReportKind<T>;
  /** The name of the file that the tab keeps. */
  readonly #key: string;
  readonly #opened: Signal<T | undefined>;
  /** The report in the directory of the simulator. */
  readonly #latest = signal<T | undefined>(undefined);
  readonly #isLatestClosed = signal(false);

  constructor(kind: ReportKind<T>) {
    this.#kind = kind;
    this.#key = kind.format.replace(' ', '-');
    const stored = sessionStorage.getItem(this.#key);
    this.#opened = signal(stored === null ? undefined : this.#read(this.#key, stored));
    this.report = computed(() => this.#opened.value ?? (this.#isLatestClosed.value ? undefined : this.#latest.value));
    this.reopen = computed(() =>
      this.#latest.value === undefined
        ? undefined
        : () => {
            this.#isLatestClosed.value = false;
          },
    );
  }

  /** Shows the report of a file. Throws an Error for any other text. */
  open(name: string, text: string): void {
    this.#opened.value = this.#read(name, text);
    sessionStorage.removeItem(this.#key);
    try {
      sessionStorage.setItem(this.#key, text);
    } catch {
      // The report is too large for the browser's storage: it stays until the next reload of the page.
    }
  }

  readonly close = (): void => {
    this.#opened.value = undefined;
    this.#isLatestClosed.value = true;
    sessionStorage.removeItem(this.#key);
  };

  /** Reads the report of the directory now and then, until the function that this returns is called. A hidden tab does not. */
  readonly follow = (): (() => void) => {
    const stop = new AbortController();
    let changedAt: string | undefined;
    const read = async (): Promise<void> => {
      changedAt = await this.#readLatest(changedAt, stop.signal);
    };
    const repeat = (): void => {
      const reading = document.visibilityState === 'hidden' ? Promise.resolve() : read().catch(() => undefined); // the header says that the simulator is gone
      void reading.then(() => {
        if (!stop.signal.aborted) setTimeout(repeat, betweenMs);
      });
    };
    repeat();
    return () => stop.abort();
  };

  /** Reads the report of the directory, unless there is a report. */
  async load(stop: AbortSignal): Promise<T | undefined> {
    if (this.report.value === undefined) await this.#readLatest(undefined, stop);
    return this.report.value;
  }

  /** Reads the report of the directory, unless it is that of this time. Resolves to its time; undefined: there is none. */
  async #readLatest(known: string | undefined, stop: AbortSignal): Promise<string | undefined> {
    const { path, atAge = asItIs } = this.#kind;
    const state = await ask<ReportState>(path, { input: { changed_at: known }, of: null, signal: stop });
    const { report, changed_at: changedAt, age_ms: ageMs } = state;
    if (changedAt === null) this.#latest.value = undefined;
    else if (this.#isReport(report)) this.#latest.value = report;
    if (this.#latest.value !== undefined) this.#latest.value = atAge(this.#latest.value, ageMs ?? 0);
    return changedAt ?? undefined;
  }

  #read(name: string, text: string): T {
    const read = parsed(text);
    if (this.#isReport(read)) return read;
    throw new Error(`${name} must be a report of ${this.#kind.format}`);
  }

  #isReport(read: unknown): read is T {
    const { format, version } = Object(read) as Readonly<Record<string, unknown>>;
    return format === this.#kind.format && version === this.#kind.version;
  }
}

const asItIs = <T>(report: T): T => report;

/** Undefined for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
