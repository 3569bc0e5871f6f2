/** Remembers how changes are taken back, the last first. */
export interface Undo {
  note(inverse: () => void): void;
}
