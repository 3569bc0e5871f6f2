/** The minimum number of equal items between the first and the last that one line stands for. */
const leastFolded = 3;

/** A list of at least one item. */
type Some<T> = readonly [T, ...T[]];

interface Alike<T> {
  /** The subject of an item. Items of other subjects may stand between those of a run. Default: all items have one subject. */
  readonly subjectOf?: (item: T) => unknown;
  /** The text that successive items of a subject share in a run. */
  readonly resultOf: (item: T) => string;
}

/**
 * The lines of a list in which long runs of equal items are folded: each line has one item, or those of a run between its
 * first and its last item.
 */
export function foldRuns<T>(items: readonly T[], alike: Alike<T>): readonly Some<T>[] {
  const folded = new Map<T, Some<T>>();
  for (const run of runsOf(items, alike)) {
    const [first, ...others] = run.slice(1, -1);
    if (first === undefined || others.length + 1 < leastFolded) continue;
    for (const item of [first, ...others]) folded.set(item, [first, ...others]);
  }
  return items.flatMap((item) => {
    const line: Some<T> = folded.get(item) ?? [item];
    return line[0] === item ? [line] : [];
  });
}

/** The runs of equal items, in the order of their first ones. */
export function runsOf<T>(
  items: readonly T[],
  { subjectOf = () => undefined, resultOf }: Alike<T>,
): readonly Some<T>[] {
  const runs: [T, ...T[]][] = [];
  const latest = new Map<unknown, { readonly result: string; readonly run: [T, ...T[]] }>();
  for (const item of items) {
    const [subject, result] = [subjectOf(item), resultOf(item)];
    const last = latest.get(subject);
    if (last?.result === result) last.run.push(item);
    else {
      const run: [T, ...T[]] = [item];
      runs.push(run);
      latest.set(subject, { result, run });
    }
  }
  return runs;
}
