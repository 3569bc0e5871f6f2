import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { isReading } from '../api.ts';

/** Whether the page is being printed. Rows on paper do not depend on the window, nor on a scroll position. */
export const isPrinted = signal(false);
addEventListener('beforeprint', () => {
  isPrinted.value = true;
});
addEventListener('afterprint', () => {
  isPrinted.value = false;
});

/** The head of the paper for a screen that is not about its world, such as a report; undefined for other screens. */
export const printedName = signal<string | undefined>(undefined);

/** Names the paper of a screen while that is shown. */
export function usePrintedName(name: string): void {
  useLayoutEffect(() => {
    printedName.value = name;
    return () => {
      printedName.value = undefined;
    };
  }, [name]);
}

/** A secret, which paper masks, because others may read that. */
export const shownSecret = (text: string): string => (isPrinted.value ? 'masked on paper' : text);

/** The longest wait for rows and pictures, in ms: a simulator draws the pages of a fax one after the other. */
const patienceMs = 20_000;

/** Marks of rows, pictures and parts of a record that still load. */
const loading = 'main :is(.row.loading, [aria-busy=true], [data-busy=true], .state[role=status])';

/** How long the page is still before it is printed, in ms: what was read may lead to what is read next. */
const stillMs = 100;
const stepMs = 50;

/** Prints the page as soon as it has all data and pictures that paper shows; a list on screen has only the rows near the visible ones. */
export async function printPage(): Promise<void> {
  isPrinted.value = true;
  const begin = performance.now();
  for (let still = 0; still < stillMs && performance.now() - begin < patienceMs;) {
    await new Promise((resolve) => setTimeout(resolve, stepMs));
    still = isReading() || document.querySelector(loading) !== null ? 0 : still + stepMs;
  }
  print();
  isPrinted.value = false;
}

/** Prints by Ctrl+P as from the palette. The menu of the browser prints the rows that are loaded. */
export function onPrintKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (!(ctrlKey || metaKey) || altKey || shiftKey || key.toLowerCase() !== 'p') return;
  event.preventDefault();
  void printPage();
}
