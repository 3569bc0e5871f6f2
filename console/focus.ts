import { route } from './router.ts';

/** The element that had the focus last, and the one before a dialog opened. */
let last: Element | null = null;
let opener: Opener | undefined;
/** Finds the element for which the focus waits, which may not be on the page yet. */
let wanted: Find | undefined;
/** The element that got the focus so, which a list that scrolls far may draw twice. */
let found: { readonly element: HTMLElement; readonly find: Find; readonly until: number } | undefined;

type Find = () => HTMLElement | null | undefined;

/** The time in ms in which a list draws a row for the last time. */
const settlingMs = 1000;

/** The element that opened a dialog, with its state then: it can disappear, or move to the row of another record. */
interface Opener {
  readonly element: HTMLElement;
  readonly label: string;
  /** The record of the row that contains the button; empty outside of lists. */
  readonly record: string;
}

const openerOf = (element: HTMLElement): Opener => ({
  element,
  label: labelOf(element),
  record: recordOf(element),
});

const labelOf = (element: HTMLElement): string => element.getAttribute('aria-label') ?? element.textContent.trim();

/**
 * Identifies the record of the row around an element: by the URL of the row's link, or else by its first text. Empty
 * outside of rows.
 */
function recordOf(element: HTMLElement): string {
  const row = element.closest('li, tr');
  if (row === null) return '';
  const link = row.querySelector('a[href]')?.getAttribute('href');
  return link ?? row.querySelector('strong, code, th, td')?.textContent.trim() ?? '';
}

/** The opener of a dialog, or the element that replaced it for the same record. */
function returnTarget({ element, label, record }: Opener): HTMLElement | undefined {
  if (element.isConnected && recordOf(element) === record) return element;
  const others = document.querySelectorAll<HTMLElement>(`main ${element.localName}`);
  return [...others].find((one) => labelOf(one) === label && recordOf(one) === record);
}

const isInDialog = (element: Element | null): boolean => element !== null && element.closest('dialog') !== null;

/**
 * The heading of the detail, or the named part of a report, else the heading of the screen. The detail has none while that of
 * the former record stands in its place.
 */
function heading(): HTMLElement | null {
  if (route.value.id === undefined) return document.querySelector('main h1');
  if (document.querySelector('.steady[hidden]') !== null) return null;
  return document.querySelector('main :is(.detail-head h2, [aria-current].report-item)');
}

function focusableHeading(): HTMLElement | null {
  const element = heading();
  if (element !== null) element.tabIndex = -1;
  return element;
}

function focusWanted(): void {
  const [find, element] = [wanted, wanted?.()];
  if (find === undefined || !(element instanceof HTMLElement)) return;
  element.focus({ preventScroll: true });
  found = { element, find, until: performance.now() + settlingMs };
}

/** Moves the focus to an element, at once or when it appears, unless something else gets the focus before. */
export function focusSoon(find: Find): void {
  wanted = find;
  requestAnimationFrame(focusWanted);
}

/** Moves the focus to the heading of the current page, at once or when it appears. */
export const focusHeading = (): void => focusSoon(focusableHeading);

/** Finds the element that replaces a lost one. */
const replacementOf = (lost: Element): Find =>
  lost === found?.element && performance.now() < found.until ? found.find : focusableHeading;

/** Corrects the browser, which returns the focus to the same element even if that now belongs to another record. */
function correctReturn(opener: Opener): void {
  const target = returnTarget(opener);
  if (target === opener.element) return;
  if (target === undefined) focusHeading();
  else target.focus({ preventScroll: true });
}

/**
 * Keeps the focus within the page when its element disappears. The focus returns to the button that opened the dialog, or its
 * replacement for the same record, else to the heading. A row that keys have just chosen is found again.
 */
export function startFocus(): void {
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const wasInDialog = isInDialog(last);
    if (isInDialog(target) && !wasInDialog) opener = last instanceof HTMLElement ? openerOf(last) : undefined;
    [last, wanted] = [target, undefined];
    if (wasInDialog && target === opener?.element) correctReturn(opener);
  });
  new MutationObserver(() => {
    if (last !== null && !last.isConnected) {
      const to = isInDialog(last) && opener !== undefined ? returnTarget(opener) : undefined;
      if (document.activeElement === document.body) {
        wanted ??= replacementOf(last);
        to?.focus({ preventScroll: true });
      }
      last = null;
    }
    focusWanted();
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-current', 'hidden'] });
}
