/** The faults of a scenario file, each a line: `file:line: fault`. */
export class ScenarioError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ScenarioError';
    this.faults = faults;
  }
}

/** A fault of a reference to a scenario, such as `busy-line(wait=5s)`. The reader of a file adds the place of the reference. */
export class ReferenceFault extends ScenarioError {
  constructor(message: string) {
    super([message]);
    this.name = 'ReferenceFault';
  }
}
