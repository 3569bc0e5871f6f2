/** The part of an output stream on which colours and width depend. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The width of a terminal; undefined for other outputs, whose lines may have any length. */
export const widthOf = ({ isTTY, columns = 0 }: Output = process.stdout): number | undefined =>
  isTTY === true ? (columns > 0 ? columns : 80) : undefined;
