/** Something planned for a time in ms. */
export interface Plan {
  readonly at: number;
  readonly work: () => void | Promise<void>;
}

interface Entry extends Plan {
  readonly order: number;
  isCancelled: boolean;
}

/** What is planned, the earliest first and, within one time, in the order in which it was planned: a binary heap. */
export class Agenda {
  readonly #heap: Entry[] = [];
  #planned = 0;

  /** The time of the earliest plan; undefined when there is none. */
  get next(): number | undefined {
    while (this.#heap[0]?.isCancelled === true) this.#takeFirst();
    return this.#heap[0]?.at;
  }

  /** How many plans it has been given. */
  get planned(): number {
    return this.#planned;
  }

  add(plan: Plan): () => void {
    const entry: Entry = { ...plan, order: this.#planned++, isCancelled: false };
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    return () => {
      entry.isCancelled = true;
    };
  }

  /** Takes out all plans of the earliest time, if that is not after `until`. */
  takeEarliest(until: number): Plan[] {
    const at = this.next;
    if (at === undefined || at > until) return [];
    const plans: Plan[] = [];
    while (this.next === at) {
      const entry = this.#takeFirst();
      if (entry !== undefined) plans.push(entry);
    }
    return plans;
  }

  #takeFirst(): Entry | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (last === undefined || last === first) return first;
    this.#heap[0] = last;
    this.#sink(0);
    return first;
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >>> 1;
      if (!this.#swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.#isEarlier(right, left) ? right : left;
      if (!this.#swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  #swapIfEarlier(lower: number, upper: number): boolean {
    const [a, b] = [this.#heap[lower], this.#heap[upper]];
    if (a === undefined || b === undefined || !this.#isEarlier(lower, upper)) return false;
    this.#heap[upper] = a;
    this.#heap[lower] = b;
    return true;
  }

  #isEarlier(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return a !== undefined;
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }
}
