interface ControlErrorOptions {
  readonly status?: number;
  readonly code?: string | undefined;
  readonly cause?: unknown;
}

/** The error of a control call that the simulator refused or did not answer. */
export class ControlError extends Error {
  /** The HTTP status, even of a call without HTTP; undefined without an answer. */
  readonly status: number | undefined;
  /** The system's error code if there was no answer: ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(message: string, { status, code, cause }: ControlErrorOptions = {}) {
    super(message, { cause });
    this.name = 'ControlError';
    this.status = status;
    this.code = code;
  }
}
