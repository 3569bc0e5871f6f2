import type { ScenarioFindings } from '../../src/control/client/named-types.ts';
import { computed, signal } from '@preact/signals';
import { ask } from '../api.ts';
import { world } from '../router.ts';

/** How long after the last key the text is checked, in ms. */
const pauseMs = 250;

/** A text that is edited. The tab keeps it, so that a reload loses nothing; each change is checked after a while. */
export class ScenarioDraft {
  readonly text;
  readonly isChanged;
  /** The linter's result for the text; until the check of a new text is done, that for the text before. */
  readonly lint = signal<ScenarioFindings | undefined>(undefined);
  readonly #key: string;
  readonly #original: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checking = new AbortController();

  constructor(key: string, original: string) {
    this.#key = `faxsim-draft ${world.peek()} ${key}`;
    this.#original = original;
    this.text = signal(sessionStorage.getItem(this.#key) ?? original);
    this.isChanged = computed(() => this.text.value !== original);
  }

  change(text: string): void {
    this.text.value = text;
    sessionStorage.setItem(this.#key, text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.check(), pauseMs);
  }

  discard(): void {
    this.text.value = this.#original;
    sessionStorage.removeItem(this.#key);
    this.check();
  }

  check(): void {
    this.stop();
    const stop = (this.#checking = new AbortController());
    const source = this.text.value;
    if (source.trim() === '') {
      this.lint.value = { name: null, rules: 0, faults: ['source:1: the text is empty'], warnings: [] };
      return;
    }
    ask<ScenarioFindings>('/scenarios/lint', { method: 'POST', input: { source }, signal: stop.signal }).then(
      (lint) => {
        if (!stop.signal.aborted) this.lint.value = lint;
      },
      () => undefined, // the shell says that the simulator does not answer
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#checking.abort();
  }
}
