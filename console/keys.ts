import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

/** A key and its action, for the list that `?` shows. */
export interface ShortcutKey {
  /** `j`, `Enter`, `/`, or `g f` for two keys after each other. */
  readonly keys: string;
  /** Empty: the list of keys leaves it out, since it stands beside another key for the same. */
  readonly meaning: string;
  readonly run: () => void;
}

const offKey = 'faxsim-keys-off';

/** Whether the user has switched the keys off, as WCAG 2.1.4 asks for. */
export const keysAreOff = signal(localStorage.getItem(offKey) !== null);

export function switchKeys(isOff: boolean): void {
  keysAreOff.value = isOff;
  if (isOff) localStorage.setItem(offKey, '1');
  else localStorage.removeItem(offKey);
}

/** All keys that work now; the latest registered go first. */
export const knownKeys = signal<readonly ShortcutKey[]>([]);

/** Has keys work as long as a component is on the page. */
export function useKeys(keys: readonly ShortcutKey[]): void {
  // Together with the content of the page: a key must not act on the former list.
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

/** Runs the key that was pressed. Keys with modifiers, those typed into a field, and all beside an open dialog are left alone. */
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

/** Whether an open dialog, or the element that has the focus, takes the key itself. */
function isForElement({ key, target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true; // whatever has the focus: a dialog can lose it
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null) return true;
  const row = target.closest('.split-list a, .stream-row a');
  if (/^(?:Arrow|Home|End|Page)/.test(key)) return row === null && target !== document.body;
  // Enter on the chosen row leads on to its detail.
  return key === 'Enter' && target.closest('a, button, summary') !== null && row?.ariaCurrent !== 'page';
}
