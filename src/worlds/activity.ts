/** Who uses a thing, and when that was last: what nobody uses for long can go. */
export class Activity {
  readonly #now: () => number;
  #underWay = 0;
  #last: number;

  /** `now` in real ms. */
  constructor(now: () => number) {
    this.#now = now;
    this.#last = now();
  }

  /** When it was last in use, in real ms: now, while it is. */
  get last(): number {
    return this.#underWay > 0 ? this.#now() : this.#last;
  }

  /** Begins a use, which lasts until its end is told, once. */
  begin(): () => void {
    this.#underWay++;
    return () => {
      this.#underWay--;
      this.#last = this.#now();
    };
  }
}
