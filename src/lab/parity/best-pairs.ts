/**
 * Pairs rows with columns so that the sum of scores is highest. Each row and column is in at most one pair, and as many as possible
 * are paired. The Hungarian method with potentials: O(rows² · columns) if there are fewer rows.
 */
export function bestPairs(scores: readonly (readonly number[])[]): (readonly [row: number, column: number])[] {
  const columns = scores[0]?.length ?? 0;
  if (scores.length > columns) {
    const turned = Array.from({ length: columns }, (_none, column) => scores.map((row) => row[column] ?? 0));
    return bestPairs(turned).map(([column, row]) => [row, column] as const);
  }
  const search: Search = {
    costOf: (row, column) => -(scores[row - 1]?.[column - 1] ?? 0),
    rowPotentials: new Float64Array(scores.length + 1),
    columnPotentials: new Float64Array(columns + 1),
    rowOf: new Int32Array(columns + 1),
  };
  for (let row = 1; row <= scores.length; row++) addRow(row, search);
  return [...search.rowOf].flatMap((row, column) => (row > 0 && column > 0 ? [[row - 1, column - 1] as const] : []));
}

/** The state of the search. Rows and columns count from 1. Row 0 means no row; column 0 belongs to the row being added. */
interface Search {
  readonly costOf: (row: number, column: number) => number;
  readonly rowPotentials: Float64Array;
  readonly columnPotentials: Float64Array;
  /** The row of each column. */
  readonly rowOf: Int32Array;
}

/** Adds a row: finds the cheapest assignment of columns to this row and all earlier ones. */
function addRow(row: number, search: Search): void {
  const { rowOf } = search;
  const length = rowOf.length;
  const slack = new Float64Array(length).fill(Infinity);
  const before = new Int32Array(length);
  const isUsed = new Uint8Array(length);
  rowOf[0] = row;
  let column = 0;
  do {
    isUsed[column] = 1;
    const next = nextColumn(column, { slack, before, isUsed }, search);
    movePotentials(slack[next] ?? 0, { slack, isUsed }, search);
    column = next;
  } while (rowOf[column] !== 0);
  while (column !== 0) {
    const earlier = before[column] ?? 0;
    rowOf[column] = rowOf[earlier] ?? 0;
    column = earlier;
  }
}

interface Way {
  /** The lowest reduced cost at which each column can be reached. */
  readonly slack: Float64Array;
  /** The column before each column on its cheapest way. */
  readonly before: Int32Array;
  readonly isUsed: Uint8Array;
}

/** Updates the costs from a column, and returns the cheapest unused column. */
function nextColumn(from: number, { slack, before, isUsed }: Way, search: Search): number {
  const row = search.rowOf[from] ?? 0;
  let next = 0;
  for (let column = 1; column < slack.length; column++) {
    if (isUsed[column] === 1) continue;
    const potential = (search.rowPotentials[row] ?? 0) + (search.columnPotentials[column] ?? 0);
    const cost = search.costOf(row, column) - potential;
    if (cost < (slack[column] ?? 0)) {
      slack[column] = cost;
      before[column] = from;
    }
    if (next === 0 || (slack[column] ?? 0) < (slack[next] ?? 0)) next = column;
  }
  return next;
}

function movePotentials(by: number, { slack, isUsed }: Omit<Way, 'before'>, search: Search): void {
  const { rowOf, rowPotentials, columnPotentials } = search;
  for (let column = 0; column < slack.length; column++) {
    if (isUsed[column] === 1) {
      const row = rowOf[column] ?? 0;
      rowPotentials[row] = (rowPotentials[row] ?? 0) + by;
      columnPotentials[column] = (columnPotentials[column] ?? 0) - by;
    } else {
      slack[column] = (slack[column] ?? 0) - by;
    }
  }
}
