import { historyEntry } from './router.ts';

/** The parts that scroll besides the lists, which keep their places themselves. */
const scrolled = 'main, .split-detail';

/** How long the page grows after Back, while its records are read. */
const growthMs = 1500;

/** The scroll positions in this visit, by the entry in the browser's history and the part that scrolls. */
const places = new Map<string, number>();
const keyOf = (part: Element): string => `${historyEntry()} ${part.localName}`;

let isReturning = false;

addEventListener(
  'scroll',
  ({ target: part }) => {
    if (!isReturning && part instanceof Element && part.matches(scrolled)) places.set(keyOf(part), part.scrollTop);
  },
  { capture: true, passive: true },
);
// A reader that scrolls, clicks or types is no longer led back.
for (const kind of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
  addEventListener(kind, () => (isReturning = false), { capture: true, passive: true });

/** Returns to the places of this entry, which can be reached only once the parts have grown. */
addEventListener('popstate', () => {
  const begin = performance.now();
  const entry = historyEntry();
  isReturning = true;
  const turn = (): void => {
    isReturning &&= performance.now() - begin < growthMs && historyEntry() === entry;
    if (!isReturning) return;
    for (const part of document.querySelectorAll(scrolled)) part.scrollTop = places.get(keyOf(part)) ?? 0;
    requestAnimationFrame(turn);
  };
  turn();
});
