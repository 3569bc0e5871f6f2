/** The faults of a scenario file, each a line: `file:line: fault`. */
export class ScenarioError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ScenarioError';
    this.faults = faults;
  }
}

/** A fault in a reference to a scenario, such as `busy-line(wait=5s)`. The code that reads the file adds the line. */
export class ReferenceFault extends ScenarioError {
  constructor(message: string) {
    super([message]);
    this.name = 'ReferenceFault';
  }
}

/** Sorts lines `file:line: …` by file, in the order of first mention, and then by number. Other lines come last. */
export function inLineOrder(lines: readonly string[]): string[] {
  const placed = lines.map((line) => {
    const [, file, number] = /^(.*?):(\d+): /s.exec(line) ?? [];
    return { line, file, number: Number(number ?? Number.MAX_SAFE_INTEGER) };
  });
  const files = placed.map(({ file }) => file).filter((file) => file !== undefined);
  const rank = (file: string | undefined): number => (file === undefined ? files.length : files.indexOf(file));
  return placed
    .toSorted((one, other) => rank(one.file) - rank(other.file) || one.number - other.number)
    .map(({ line }) => line);
}
