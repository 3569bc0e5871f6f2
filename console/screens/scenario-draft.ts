import type { ScenarioFindings } from '../../src/control/client/named-types.ts';
import { computed, signal } from '@preact/signals';
import { ask } from '../api.ts';
import { world } from '../router.ts';

/** How long after the last key the text is checked, in ms. */
const pauseMs = 250;

const storageKey = (key: string): string => `faxsim-draft ${world.peek()} ${key}`;

/** Lets the next visit begin with the original text. */
export const forgetDraft = (key: string): void => sessionStorage.removeItem(storageKey(key));

/** The edited text. The tab keeps it across reloads. Each change is checked after a pause. */
export class ScenarioDraft {
  readonly text;
  readonly isChanged;
  /** The linter's result for the text; during a check, the previous result. */
  readonly lint = signal<ScenarioFindings | undefined>(undefined);
  /** The linter's latest result for a text that it could read, with its name and its parameters. */
  readonly readable = signal<ScenarioFindings | undefined>(undefined);
  /** The text with the changes that were discarded, until it is changed again. */
  readonly discarded = signal<string | undefined>(undefined);
  /** How often another text took the place of the edited one. */
  readonly replaced = signal(0);
  readonly #key: string;
  /** The text before all changes. */
  readonly #original: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checking = new AbortController();

  constructor(key: string, original: string) {
    this.#key = key;
    this.#original = original;
    this.text = signal(sessionStorage.getItem(storageKey(key)) ?? original);
    this.isChanged = computed(() => this.text.value !== original);
  }

  change(text: string): void {
    this.discarded.value = undefined;
    this.text.value = text;
    sessionStorage.setItem(storageKey(this.#key), text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.check(), pauseMs);
  }

  discard(): void {
    this.discarded.value = this.text.value;
    this.text.value = this.#original;
    this.replaced.value++;
    forgetDraft(this.#key);
    this.check();
  }

  /** Takes back a discard. */
  bringBack(): void {
    this.change(this.discarded.value ?? this.#original);
    this.replaced.value++;
  }

  check(): void {
    this.stop();
    const stop = (this.#checking = new AbortController());
    const source = this.text.value;
    if (source.trim() === '') {
      this.lint.value = { name: null, rules: 0, params: [], faults: ['source:1: the text is empty'], warnings: [] };
      return;
    }
    ask<ScenarioFindings>('/scenarios/lint', { method: 'POST', input: { source }, signal: stop.signal }).then(
      (lint) => {
        if (stop.signal.aborted) return;
        this.lint.value = lint;
        if (lint.name !== null) this.readable.value = lint;
      },
      () => undefined, // the shell says that the simulator does not answer
    );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#checking.abort();
  }
}
