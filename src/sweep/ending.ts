/** How a run of the program ended. */
export interface Ending {
  /** `crashed`: a signal ended it. `endless`: it ran into the limit of time. `stopped`: the sweep itself was stopped. */
  readonly how: 'passed' | 'failed' | 'crashed' | 'endless' | 'stopped';
  /** `exit code 1`, `SIGSEGV` or the message of an error. */
  readonly detail: string;
  /** Real ms. */
  readonly ms: number;
  /** The end of its output. */
  readonly output: string;
}
