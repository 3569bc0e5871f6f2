import { route } from './router.ts';

/** The element that had the focus last, and the one before a dialog opened. */
let last: Element | null = null;
let opener: HTMLElement | undefined;
/** Whether the focus waits for a heading that is still to come. */
let isWanted = false;

const isInDialog = (element: Element | null): boolean => element !== null && element.closest('dialog') !== null;

/** The heading of the detail, once it is read; without one, that of the screen. */
const heading = (): HTMLElement | null =>
  document.querySelector(route.value.id === undefined ? 'main h1' : 'main .detail-head h2');

function focusWanted(): void {
  const target = heading();
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Moves the focus to the heading of the current place, at once or when it comes. */
export function focusHeading(): void {
  isWanted = true;
  requestAnimationFrame(() => {
    if (isWanted) focusWanted();
  });
}

/**
 * Keeps the focus in the page where its element goes away, as after an action that leads elsewhere. It returns to the
 * button that opened the dialog, else to the heading.
 */
export function startFocus(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    if (isInDialog(target) && !isInDialog(last)) opener = last instanceof HTMLElement ? last : undefined;
    [last, isWanted] = [target, false];
  });
  new MutationObserver(() => {
    if (last !== null && !last.isConnected) {
      const to = isInDialog(last) && opener?.isConnected === true ? opener : undefined;
      last = null;
      if (document.activeElement === document.body) {
        isWanted = true;
        to?.focus({ preventScroll: true });
      }
    }
    if (isWanted) focusWanted();
  }).observe(document.body, { childList: true, subtree: true });
}
