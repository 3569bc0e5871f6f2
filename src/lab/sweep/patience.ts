/** How many limits a run may take if it makes progress. */
const limitsMax = 5;

/**
 * The time of a run. It ends when the limit passes without progress: a line of output, a request or a fax of a new kind. A loop
 * makes no progress. After five limits, even a run with progress ends.
 */
export class Patience {
  /** Aborts when the time is over. */
  readonly over: AbortSignal;
  readonly limitMs: number;
  readonly #controller = new AbortController();
  readonly #known = new Set<string>();
  readonly #now: () => number;
  #startedAt: number;
  #progressAt: number;
  #timer: NodeJS.Timeout | undefined;

  /** `now` in real ms. */
  constructor(limitMs: number, now: () => number = () => performance.now()) {
    this.limitMs = limitMs;
    this.#now = now;
    this.#startedAt = now();
    this.#progressAt = now();
    this.over = this.#controller.signal;
  }

  begin(): void {
    this.#startedAt = this.#now();
    this.#advance();
  }

  /** Real ms until the time is over, unless the run makes progress. */
  get leftMs(): number {
    return Math.min(this.#progressAt + this.limitMs, this.#lastAt) - this.#now();
  }

  /** Whether the end comes, or has come, because of the five limits. */
  get isAtBound(): boolean {
    return this.#lastAt <= this.#progressAt + this.limitMs;
  }

  get #lastAt(): number {
    return this.#startedAt + limitsMax * this.limitMs;
  }

  noteOutput(text: string): void {
    for (const line of text.split('\n')) this.note(`output ${line.trim().replace(changing, 'N')}`);
  }

  /** Notes an event of the run by its kind; a new kind is progress. */
  note(kind: string): void {
    if (this.#known.has(kind) || this.over.aborted) return;
    this.#known.add(kind);
    this.#advance();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #advance(): void {
    this.#progressAt = this.#now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), Math.max(0, this.leftMs));
  }
}

/** Numbers, times and ids in a line that a loop prints again and again. */
const changing = /[0-9a-f]{6,}|\d+/gi;
