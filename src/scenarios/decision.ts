import { Kept } from '../domain/undo.ts';
import type { Undo } from '../domain/undo.ts';
import type { Fired } from './rule-subject.ts';

/**
 * The rule that applies to an event, and the counts that it has taken. Counting is one step with the match, so that of
 * parallel requests one alone is the first; what was counted for an event that never happened is given back. The first call of
 * `confirm` or `withdraw` settles a decision.
 */
export class Decision {
  /** The rule that fires; undefined: none. */
  fired: Fired | undefined;
  readonly #announcements: (() => void)[] = [];
  readonly #reversals: (() => void)[] = [];
  readonly #isSettled: Kept<boolean>;

  constructor(undo: Undo) {
    this.#isSettled = new Kept(false, undo);
  }

  /** Adds what to tell the expectations once the event has happened. */
  announce(announcement: () => void): void {
    this.#announcements.push(announcement);
  }

  /** Adds how to give back what was counted. */
  reverse(reversal: () => void): void {
    this.#reversals.push(reversal);
  }

  /** The event has happened: the expectations learn of it. */
  confirm(): void {
    if (this.#settle()) for (const announcement of this.#announcements) announcement();
  }

  /** The event has not happened: the counts are given back, the last first. */
  withdraw(): void {
    if (this.#settle()) for (const reversal of this.#reversals.toReversed()) reversal();
  }

  #settle(): boolean {
    const isFirst = !this.#isSettled.value;
    this.#isSettled.value = true;
    return isFirst;
  }
}
