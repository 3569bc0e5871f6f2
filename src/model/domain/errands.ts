import type { SystemClock } from './system-clock.ts';

/** Real ms without a sign of life after which a move of the clock stops waiting, on an idle machine. */
const patienceMs = 100;
/** The patience on a busy machine, in real ms. There, even a quick receiver takes long. */
const busyPatienceMs = 2000;
/** The shortest patience, in real ms: a receiver that did not answer in time gets half of the time at its next errand. */
const shortestMs = 2;
/** Real ms between two checks. */
const lookMs = 20;
/** If a check is later than this, the process itself was busy, and could not read answers. */
const lateLookMs = 100;

interface ErrandsOptions {
  readonly systemClock: SystemClock;
  /** Whether a move of the clock waits now. */
  readonly isAwaited: () => boolean;
  /** Whether a replay controls the work, so that no move waits for it. */
  readonly isHeld: () => boolean;
  /** Work that a move waits for until it has settled. */
  readonly awaited: Set<Promise<void>>;
}

/**
 * The errands of a world: work that waits for others, such as the answer of a receiver or the content of a URL. A move of the clock
 * waits for quick ones, so that a test is the same each time, and leaves slow ones open: they end when the answer comes.
 */
export class Errands {
  readonly #options: ErrandsOptions;
  readonly #waiting = new Set<Errand>();
  readonly #open = new Set<Errand>();
  readonly #watchers = new Set<(errand: Errand) => void>();
  /** The patience with receivers that did not answer in time, in real ms. */
  readonly #patience = new Map<string, number>();
  /** Real ms since the first check: all, and those in which the machine was idle. */
  #waitedMs = 0;
  #quietMs = 0;
  /** Both values at the latest sign of life. */
  #sign = { waitedMs: 0, quietMs: 0 };
  #isLooking = false;

  constructor(options: ErrandsOptions) {
    this.#options = options;
  }

  /** The errands whose receivers have not answered, whether a move waits for them or has left them open. */
  get unanswered(): readonly Errand[] {
    return [...this.#open, ...this.#waiting].filter(({ isAsking }) => isAsking);
  }

  /**
   * Does work that waits for others through its errand. A move of the clock waits for the work, unless it leaves the errand open.
   */
  run(of: Pick<Errand, 'receiver' | 'subject'>, work: (errand: Errand) => Promise<void>): Promise<void> {
    const errand = new Errand(of, this);
    this.#join(errand);
    return work(errand).finally(() => errand.end());
  }

  /** Calls back whenever an errand begins to wait for others. */
  watch(watcher: (errand: Errand) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Waits for others. */
  async wait<T>(errand: Errand, others: Promise<T>): Promise<T> {
    this.#waiting.add(errand);
    errand.since = { waitedMs: this.#waitedMs, quietMs: this.#quietMs };
    for (const watcher of this.#watchers) watcher(errand);
    this.look();
    try {
      return await others;
    } finally {
      this.#arrive(errand);
    }
  }

  /** Starts to check how long others make a move of the clock wait. Stops with the move, and when everything has arrived. */
  look(): void {
    if (this.#isLooking || this.#waiting.size === 0 || !this.#options.isAwaited()) return;
    this.#isLooking = true;
    void this.#lookOn();
  }

  /** Leaves all errands open: the move that waits for them ends. */
  leaveAll(): void {
    for (const errand of [...this.#waiting]) this.#leave(errand);
  }

  async #lookOn(): Promise<void> {
    const { systemClock, isAwaited } = this.#options;
    let [lookedAt, idledMs] = [systemClock.now(), systemClock.idledMs?.()];
    while (this.#waiting.size > 0 && isAwaited()) {
      let pauseMs = lookMs;
      for (const errand of this.#waiting) pauseMs = Math.min(pauseMs, this.#patienceWith(errand));
      await new Promise<void>((resolve) => void systemClock.wake(pauseMs, resolve));
      const [now, idled] = [systemClock.now(), systemClock.idledMs?.()];
      const passed = Math.max(0, now - lookedAt);
      // Receivers on a busy machine are slow too.
      const isBusy = idled !== undefined && idledMs !== undefined && passed >= lookMs && idled - idledMs < passed / 2;
      this.#waitedMs += Math.min(passed, lateLookMs);
      if (!isBusy) this.#quietMs += Math.min(passed, lookMs + 5);
      [lookedAt, idledMs] = [now, idled];
      this.#leaveSlow();
    }
    this.#isLooking = false;
    this.look(); // another move may have begun in the meantime
  }

  #leaveSlow(): void {
    const impatient = new Set<string>();
    for (const errand of [...this.#waiting]) {
      const quiet = this.#quietMs - Math.max(errand.since.quietMs, this.#sign.quietMs);
      const waited = this.#waitedMs - Math.max(errand.since.waitedMs, this.#sign.waitedMs);
      const patience = this.#patienceWith(errand);
      if (quiet < patience && waited < (busyPatienceMs * patience) / patienceMs) continue;
      impatient.add(errand.receiver);
      this.#leave(errand);
    }
    for (const receiver of impatient)
      this.#patience.set(receiver, Math.max(shortestMs, (this.#patience.get(receiver) ?? patienceMs) / 2));
  }

  #patienceWith({ receiver }: Errand): number {
    return this.#patience.get(receiver) ?? patienceMs;
  }

  #leave(errand: Errand): void {
    this.#waiting.delete(errand);
    this.#open.add(errand);
    errand.leave();
  }

  #join(errand: Errand): void {
    const { awaited, isHeld } = this.#options;
    if (!isHeld()) errand.begin(awaited);
  }

  #arrive(errand: Errand): void {
    this.#sign = { waitedMs: this.#waitedMs, quietMs: this.#quietMs };
    if (this.#open.delete(errand)) this.#join(errand);
    else if (this.#waiting.delete(errand)) this.#patience.delete(errand.receiver);
  }
}

/** A piece of work that depends on others, who may never answer. */
export class Errand {
  /** The host that the errand waits for: `http://127.0.0.1:9000`. */
  readonly receiver: string;
  /** The record that the errand works for: `deliveries 7`. */
  readonly subject: string;
  /** The waiting time of the errand's world when the errand began to wait, in real ms. */
  since = { waitedMs: 0, quietMs: 0 };
  /** Whether the receiver has got a request, and has not answered it. */
  isAsking = false;
  /** Called when a move of the clock leaves it open, because others need not wait for it either. */
  onLeft: (() => void) | undefined;
  readonly #errands: Errands;
  #settle: (() => void) | undefined;
  #hasEnded = false;
  #isLeft = false;

  constructor({ receiver, subject }: Pick<Errand, 'receiver' | 'subject'>, errands: Errands) {
    this.receiver = receiver;
    this.subject = subject;
    this.#errands = errands;
  }

  /** Whether a move of the clock has left it open, now or before. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Waits for the answer of the receiver. */
  async waitFor<T>(answer: Promise<T>): Promise<T> {
    this.isAsking = true;
    try {
      return await this.#errands.wait(this, answer);
    } finally {
      this.isAsking = false;
    }
  }

  /** Waits for this errand's turn behind other errands. */
  queue<T>(turn: Promise<T>): Promise<T> {
    return this.#errands.wait(this, turn);
  }

  /** Joins the work that a move of the clock waits for. */
  begin(awaited: Set<Promise<void>>): void {
    if (this.#hasEnded || this.#settle !== undefined) return;
    const turn = new Promise<void>((resolve) => (this.#settle = resolve));
    awaited.add(turn);
    void turn.then(() => awaited.delete(turn));
  }

  leave(): void {
    this.#isLeft = true;
    this.onLeft?.();
    this.#release();
  }

  end(): void {
    this.#hasEnded = true;
    this.#release();
  }

  #release(): void {
    this.#settle?.();
    this.#settle = undefined;
  }
}
