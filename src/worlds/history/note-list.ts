/** Notes in order, each with a number and a time. */
export class NoteList<T> {
  readonly #notes: T[] = [];
  readonly #numbers: number[] = [];
  readonly #times: number[] = [];

  get items(): readonly T[] {
    return this.#notes;
  }

  get length(): number {
    return this.#notes.length;
  }

  /** Adds a note. `number` must be higher than those before; the time is in ms on the world's clock. */
  push(note: T, number: number, at: number): void {
    this.#notes.push(note);
    this.#numbers.push(number);
    this.#times.push(at);
  }

  numberAt(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  timeAt(index: number): number {
    return this.#times[index] ?? 0;
  }

  /** The index of the first note with a higher number. */
  indexAfter(number: number): number {
    let [low, high] = [0, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.numberAt(middle) > number) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  replace(index: number, note: T): void {
    this.#notes[index] = note;
  }

  /**
   * Removes and returns the lost ones among the notes from `start` to before `end`. Works in place, because copying the rest would
   * create an eighth of the garbage of a resend.
   */
  remove(start: number, end: number, isLost: (note: T, number: number) => boolean): T[] {
    const lost: T[] = [];
    const before = Math.min(end, this.length);
    let to = start;
    for (let index = start; index < before; index++) {
      const note = this.#notes[index] as T;
      if (isLost(note, this.numberAt(index))) lost.push(note);
      else this.#move(index, to++);
    }
    for (const list of [this.#notes, this.#numbers, this.#times]) list.splice(to, before - to);
    return lost;
  }

  #move(from: number, to: number): void {
    this.#notes[to] = this.#notes[from] as T;
    this.#numbers[to] = this.numberAt(from);
    this.#times[to] = this.timeAt(from);
  }
}
