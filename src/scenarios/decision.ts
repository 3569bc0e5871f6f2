import { Undoable } from '../domain/undo.ts';
import type { Undo } from '../domain/undo.ts';
import type { Fired } from './rule-subject.ts';

/**
 * The rule that applies to an event, and the counts that it has taken. Counting and matching are one step, so of
 * parallel requests only one is the first. An event that never happens gives its counts back. The first call of
 * `confirm` or `withdraw` settles a decision.
 */
export class Decision {
  /** The rule that fires; undefined: none. */
  fired: Fired | undefined;
  readonly #announcements: (() => void)[] = [];
  readonly #reversals: (() => void)[] = [];
  readonly #isSettled: Undoable<boolean>;

  constructor(undo: Undo) {
    this.#isSettled = new Undoable(false, undo);
  }

  /** Adds a notice to the expectations for the time when the event has happened. */
  announce(announcement: () => void): void {
    this.#announcements.push(announcement);
  }

  /** Adds the undo of a count. */
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
