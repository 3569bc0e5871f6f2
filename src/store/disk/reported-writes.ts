import { errorText } from '../../model/shared/errors.ts';

/** The report lines for writes of one kind: that the disk refuses them, and that it takes them again. */
interface WriteLines {
  readonly refused: string;
  readonly resumed: string;
}

export const writeLines = {
  changes: {
    refused: 'the disk refuses changes, so faxes do not go on',
    resumed: 'the disk saves changes again, and faxes go on',
  },
  files: {
    refused: 'the disk refuses files, so a fax waits until its document can be stored',
    resumed: 'the disk stores files again, and faxes go on',
  },
} as const satisfies Readonly<Record<string, WriteLines>>;

/**
 * Reports the first of several writes that the disk refuses, and the next one that works. In between the steps of faxes
 * are tried again without a word, because no request asks for them.
 */
export class ReportedWrites {
  /** The line about the writes that the disk refuses now; undefined while it takes them. */
  refusal: string | undefined;
  readonly #lines: WriteLines;
  readonly #report: (line: string) => void;

  constructor(lines: WriteLines, report: (line: string) => void) {
    this.#lines = lines;
    this.#report = report;
  }

  /** Runs a write. Rejects as the write does. */
  async run<T>(write: () => Promise<T>): Promise<T> {
    try {
      const result = await write();
      if (this.refusal !== undefined) this.#report(this.#lines.resumed);
      this.refusal = undefined;
      return result;
    } catch (cause) {
      const isNews = this.refusal === undefined;
      this.refusal = `${this.#lines.refused}: ${errorText(cause)}`;
      if (isNews) this.#report(this.refusal);
      throw cause;
    }
  }
}
