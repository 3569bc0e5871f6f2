import { computed, signal } from '@preact/signals';
import { routeOf, urlOf } from './routes.ts';
import type { ScreenRoute } from './routes.ts';
import { asText } from '../src/model/shared/conversion.ts';

/** The route in the address bar. */
export const route = signal<ScreenRoute>({ world: 'default', screen: 'overview', id: undefined, query: {} });

/** The id of the current world. */
export const world = computed(() => route.value.world);

const here = (): ScreenRoute => routeOf(location.pathname, location.search);

/** Opens the route of the address. A short address, such as `/_faxsim/ui/`, is completed. */
export function startRouter(): void {
  const { screen } = (route.value = here());
  if (screen !== undefined) history.replaceState(history.state, '', urlOf(route.value));
  addEventListener('popstate', () => {
    if (closeCover()) history.forward();
    else route.value = here();
  });
}

/** Closes the dialog or menu over the page, as Back does on a phone. The viewer has an entry of its own in the history. */
function closeCover(): boolean {
  const cover = [...document.querySelectorAll('dialog[open]:not(.viewer), .filter-menu[open]')].at(-1);
  if (cover instanceof HTMLDialogElement) cover.close();
  else cover?.removeAttribute('open');
  return cover !== undefined;
}

export const isOnScreen = (screen: ScreenRoute['screen']): boolean => screen === route.value.screen;

/** A route with these differences from the current one. Another screen starts without an id and filters. */
export function placeAt({ screen = route.value.screen, ...rest }: Partial<ScreenRoute>): ScreenRoute {
  const isSame = isOnScreen(screen) && (rest.world ?? world.value) === world.value;
  const from = isSame ? route.value : { world: world.value, id: undefined, query: {} };
  return { ...from, screen, ...rest };
}

/** Goes to a route. With `replace`, it adds no entry to the browser's history, as for each letter of a search. */
export function go(place: Partial<ScreenRoute>, { replace = false } = {}): void {
  const to = placeAt(place);
  const url = urlOf(to);
  if (url === location.pathname + location.search) return;
  if (replace) history.replaceState(history.state, '', url);
  else history.pushState({ entry: Math.random(), from: location.pathname + location.search }, '', url);
  route.value = to;
}

/** The id of the current entry in the browser's history; empty for the first one. */
export function historyEntry(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'entry' in state ? asText(state.entry) : '';
}

/** The address that the current entry in the browser's history was opened from; empty for the first one. */
function openedFrom(): string {
  const { from }: { from?: unknown } = (history.state ?? {}) as object;
  return typeof from === 'string' ? from : '';
}

/**
 * Leaves a view that the URL contains, such as the viewer. Goes back in the history if the previous entry is the route without the
 * view.
 */
export function leaveView(changes: Readonly<Record<string, string>>): void {
  const query = queryWith(changes);
  if (openedFrom() === urlOf(placeAt({ query }))) history.back();
  else go({ query }, { replace: true });
}

/** Leaves an open record. Goes to the screen from which the record was opened, such as the activity, or else to the record's list. */
export function leaveRecord(): void {
  if (route.value.id === undefined) return;
  const [path = '', search = ''] = openedFrom().split('?');
  const isFromElsewhere = path !== '' && !isOnScreen(routeOf(path, search).screen);
  if (isFromElsewhere) history.back();
  else go({ id: undefined });
}

const queryWith = (changes: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries({ ...route.value.query, ...changes }).filter(([, value]) => value !== ''));

/** Sets a filter in the URL; an empty value removes it. */
export function setQuery(changes: Readonly<Record<string, string>>, options?: { replace?: boolean }): void {
  go({ query: queryWith(changes) }, options);
}
