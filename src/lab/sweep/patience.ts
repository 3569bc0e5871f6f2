/** How often a run that makes progress may use up its limit. */
const limitsMax = 5;

/**
 * The time of a run. It is over when the limit has passed without progress: a line of output, a request or a fax of a kind
 * that the run has not had yet. A loop has no progress. However much a run has, it ends at five limits.
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

  /** Whether it is over, or is next, because of the five limits. */
  get isAtBound(): boolean {
    return this.#lastAt <= this.#progressAt + this.limitMs;
  }

  get #lastAt(): number {
    return this.#startedAt + limitsMax * this.limitMs;
  }

  noteOutput(text: string): void {
    for (const line of text.split('\n')) this.note(`output ${line.trim().replace(changing, 'N')}`);
  }

  /** Notes a thing that happens in the run, by its kind. */
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
