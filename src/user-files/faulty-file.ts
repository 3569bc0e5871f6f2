/** The faults of a file that a user wrote, each a line: `file:line: fault`. */
export class FaultyFile extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'FaultyFile';
    this.faults = faults;
  }
}
