interface Circumstances {
  readonly status?: number;
  readonly cause?: unknown;
}

/** Why a call of the control surface was not carried out: the simulator refused it, or did not answer. */
export class ControlError extends Error {
  /** The HTTP status, also where no HTTP was needed; undefined: there was no answer. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: Circumstances = {}) {
    super(message, { cause });
    this.name = 'ControlError';
    this.status = status;
  }
}
