import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** A key and its action, for the list that `?` shows. */
export interface ShortcutKey {
  /** `j`, `Enter`, `/`, or `g f` for two keys after each other. */
  readonly keys: string;
  /** The meaning of the key; empty if another key with the same meaning is listed. */
  readonly meaning: string;
  readonly run: () => void;
}

const offKey = 'faxsim-keys-off';

/** Whether the user has switched the keys off, which WCAG 2.1.4 requires to be possible. */
export const keysAreOff = signal(localStorage.getItem(offKey) !== null);

export function switchKeys(isOff: boolean): void {
  keysAreOff.value = isOff;
  if (isOff) localStorage.setItem(offKey, '1');
  else localStorage.removeItem(offKey);
}

/** All active keys; the latest registered have precedence. */
export const knownKeys = signal<readonly ShortcutKey[]>([]);

/** Activates keys while a component is on the page. */
export function useKeys(keys: readonly ShortcutKey[]): void {
  // Updated together with the page, because a key must not act on the previous list.
  useLayoutEffect(() => {
    knownKeys.value = [...keys, ...knownKeys.peek()];
    return () => {
      knownKeys.value = knownKeys.peek().filter((key) => !keys.includes(key));
    };
  }, [keys]);
}

let before = '';
let beforeAt = 0;
const pairMs = 1200;

/** Runs the action of a pressed key. Ignores keys with modifiers, keys typed into a field, and all keys while a dialog is open. */
export function onKeyDown(event: KeyboardEvent): void {
  const { key, timeStamp } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isForElement(event)) return;
  if (keysAreOff.value && key !== 'Escape') return;
  const pair = timeStamp - beforeAt < pairMs ? `${before} ${key}` : '';
  const known = knownKeys.value.find(({ keys }) => keys === pair) ?? knownKeys.value.find(({ keys }) => keys === key);
  before = known === undefined ? key : '';
  beforeAt = timeStamp;
  if (known === undefined) return;
  event.preventDefault();
  known.run();
}

/** Runs the action of a key, as if it was pressed. */
export function runKey(keys: string): void {
  knownKeys.value.find((known) => known.keys === keys)?.run();
}

/** Whether an open dialog or the focused element handles the key itself. */
function isForElement({ key, target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true; // whatever has the focus: a dialog can lose it
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null) return true;
  const row = target.closest('.split-list a, .stream-row a');
  if (/^(?:Arrow|Home|End|Page)/.test(key)) return row === null && target !== document.body;
  // Enter on the chosen row opens its detail.
  return key === 'Enter' && target.closest('a, button, summary') !== null && row?.ariaCurrent !== 'page';
}
