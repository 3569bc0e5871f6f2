/** A remark about a line of the text. */
export interface LineRemark {
  /** From 1. */
  readonly line: number;
  readonly tone: 'bad' | 'mixed';
  readonly text: string;
}
