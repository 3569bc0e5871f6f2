interface ControlErrorOptions {
  readonly status?: number;
  readonly code?: string | undefined;
  readonly cause?: unknown;
}

/** Why a call of the control surface was not carried out: the simulator refused it, or did not answer. */
export class ControlError extends Error {
  /** The HTTP status, also where no HTTP was needed; undefined if there was no answer. */
  readonly status: number | undefined;
  /** Why there was no answer, as the system calls it: ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(message: string, { status, code, cause }: ControlErrorOptions = {}) {
    super(message, { cause });
    this.name = 'ControlError';
    this.status = status;
    this.code = code;
  }
}
