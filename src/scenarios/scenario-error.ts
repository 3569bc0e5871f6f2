/** A scenario file that says something wrong: a line for each fault, `file:line: what`. */
export class ScenarioError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ScenarioError';
    this.faults = faults;
  }
}
