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

/** The lines `file:line: …` in the order of their files, as these are first named, and of their numbers; others come last. */
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
