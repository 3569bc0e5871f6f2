import { computed, signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ReportMaking } from '../../src/lab/report/form.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { route } from '../router.ts';
import { damageOf, foundIn, parsed } from './report-faults.ts';
import type { ReportForm } from './report-faults.ts';

type ReportState = AnswerOf<'server', 'sweep'>;

interface ReportKind<T> extends ReportForm {
  /** The control call that reads the report in the directory of the simulator; undefined if there is none. */
  readonly path?: string;
  /** Whether that is the report of a part that runs again, which no file replaces. Default: false. */
  readonly isAgain?: boolean;
  /** Makes the screen's report. It throws for a file that lacks a part. */
  readonly show: (report: T) => unknown;
  /** Adapts the report to the ms since its last change. Default: no change. */
  readonly atAge?: (report: T, ageMs: number) => T;
}

interface OpenedFile<T> {
  readonly name: string;
  readonly report: T;
}

const betweenMs = 1000;

/** The reports of one kind: one from a file, which the tab keeps even after a reload, and one from the directory. */
export class ReportFiles<T extends object> {
  /** The report from a file. */
  readonly opened: ReadonlySignal<T | undefined>;
  /** Whether the report of the directory is not read yet. */
  readonly isReading: ReadonlySignal<boolean>;
  /** The name of the file, shown or not; undefined without one. */
  readonly fileName: ReadonlySignal<string | undefined>;
  /** Whether the reader wants no report, but to open one. */
  readonly isClosed: ReadonlySignal<boolean>;
  /** The report from a file, else from the directory, if any. */
  readonly report: ReadonlySignal<T | undefined>;
  /** Reopens the closed report of the directory; undefined without one. */
  readonly reopen: ReadonlySignal<(() => void) | undefined>;
  readonly #kind: ReportKind<T>;
  /** The storage key of the tab's file. */
  readonly #key: string;
  readonly #file: Signal<OpenedFile<T> | undefined>;
  readonly #shown: Signal<'file' | 'own' | 'none'>;
  /** The report in the directory of the simulator. */
  readonly #latest = signal<T | undefined>(undefined);
  readonly #isReading = signal(true);

  constructor(kind: ReportKind<T>) {
    this.#kind = kind;
    this.#key = `${kind.format.replace(' ', '-')}${kind.isAgain === true ? '-again' : ''}`;
    const report = this.#stored(sessionStorage) ?? this.#linked();
    this.#file = signal(report);
    this.#shown = signal(report === undefined ? 'own' : 'file');
    this.opened = computed(() => (this.#shown.value === 'file' ? this.#file.value?.report : undefined));
    this.fileName = computed(() => this.#file.value?.name);
    this.isReading = this.#isReading;
    this.isClosed = computed(() => this.#shown.value === 'none');
    this.report = computed(() => this.opened.value ?? (this.isClosed.value ? undefined : this.#latest.value));
    this.reopen = computed(() => (this.#latest.value === undefined ? undefined : this.showLatest));
  }

  /** Opens a report from a file. Throws an Error for another text. */
  open(name: string, text: string): void {
    this.#file.value = { name, report: this.#read(name, text) };
    this.#shown.value = 'file';
    for (const storage of [sessionStorage, localStorage]) {
      storage.removeItem(this.#key);
      try {
        storage.setItem(`${this.#key} name`, name);
        storage.setItem(this.#key, text);
      } catch {
        // The report is too large for the browser's storage, so it is lost at the next reload.
      }
    }
  }

  /** Offers to open a report. The tab keeps the file until it is loaded again. */
  readonly close = (): void => {
    this.#shown.value = 'none';
    for (const storage of [sessionStorage, localStorage]) storage.removeItem(this.#key);
  };

  /** Shows the report of the directory or of the world. */
  readonly showLatest = (): void => {
    this.#shown.value = 'own';
  };

  readonly showFile = (): void => {
    this.#shown.value = 'file';
  };

  /** Polls the report of the directory, except in a hidden tab. Returns a function that stops this. */
  readonly follow = (): (() => void) => {
    const stop = new AbortController();
    let changedAt: string | undefined;
    const read = async (): Promise<void> => {
      changedAt = await this.#readLatest(changedAt, stop.signal);
    };
    const repeat = (): void => {
      const reading = document.visibilityState === 'hidden' ? Promise.resolve() : read().catch(() => undefined); // the header says that the simulator is gone
      void reading.then(() => {
        this.#isReading.value = false;
        if (!stop.signal.aborted) setTimeout(repeat, betweenMs);
      });
    };
    repeat();
    return () => stop.abort();
  };

  /** Loads the report of the directory, unless a report is open. */
  async load(stop: AbortSignal): Promise<T | undefined> {
    if (this.report.value === undefined) await this.#readLatest(undefined, stop);
    return this.report.value;
  }

  /** Reads the report of the directory if it is newer than `known`. Resolves to its time; undefined without a report. */
  async #readLatest(known: string | undefined, stop: AbortSignal): Promise<string | undefined> {
    const { path, isAgain, atAge = asItIs } = this.#kind;
    if (path === undefined) return undefined;
    const state = await ask<ReportState>(path, {
      input: { changed_at: known, again: isAgain === true ? true : undefined },
      of: null,
      signal: stop,
    });
    const { report, changed_at: changedAt, age_ms: ageMs } = state;
    if (changedAt === null) this.#latest.value = undefined;
    else if (this.#isReport(report)) this.#latest.value = report;
    if (this.#latest.value !== undefined) this.#latest.value = atAge(this.#latest.value, ageMs ?? 0);
    return changedAt ?? undefined;
  }

  /** The file that the tab or the browser has kept. A later faxsim may no longer read it. */
  #stored(storage: Storage): OpenedFile<T> | undefined {
    const text = storage.getItem(this.#key);
    if (text === null) return undefined;
    try {
      return { name: storage.getItem(`${this.#key} name`) ?? 'report.json', report: this.#read(this.#key, text) };
    } catch {
      return undefined;
    }
  }

  /** The file of another tab, for a link to one of its parts. A link says when its report was made. */
  #linked(): OpenedFile<T> | undefined {
    const linked = route.peek().query['made'];
    const file = linked === undefined ? undefined : this.#stored(localStorage);
    const { made } = Object(file?.report) as { readonly made?: ReportMaking | null };
    return made?.at === linked ? file : undefined;
  }

  /** Throws an Error that says what the file is instead. */
  #read(name: string, text: string): T {
    const { format, show } = this.#kind;
    const read = parsed(text);
    if (!this.#isReport(read)) throw new Error(`${name} must be a report of ${format}, ${foundIn(text, read)}`);
    try {
      show(read);
    } catch {
      throw new Error(`${name} must be a whole report of ${format}, ${damageOf(this.#kind, read)}`);
    }
    return read;
  }

  #isReport(read: unknown): read is T {
    const { format, version } = Object(read) as Readonly<Record<string, unknown>>;
    return format === this.#kind.format && version === this.#kind.version;
  }
}

const asItIs = <T>(report: T): T => report;
