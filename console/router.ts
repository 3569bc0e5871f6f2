import { computed, signal } from '@preact/signals';
import { routeOf, urlOf } from './routes.ts';
import type { ScreenRoute } from './routes.ts';
import { asText } from '../src/model/shared/conversion.ts';

/** The place that the address bar shows. */
export const route = signal<ScreenRoute>({ world: 'default', screen: 'overview', id: undefined, query: {} });

/** The world that the page is about. */
export const world = computed(() => route.value.world);

const here = (): ScreenRoute => routeOf(location.pathname, location.search);

/** Shows the place of the address, which is written out where it is short, such as `/_faxsim/ui/`. */
export function startRouter(): void {
  const { screen } = (route.value = here());
  if (screen !== undefined) history.replaceState(history.state, '', urlOf(route.value));
  addEventListener('popstate', () => {
    route.value = here();
  });
}

export const isOnScreen = (screen: ScreenRoute['screen']): boolean => screen === route.value.screen;

/** A place, as its differences from the current one; another screen starts without an id and filters. */
export function placeAt({ screen = route.value.screen, ...rest }: Partial<ScreenRoute>): ScreenRoute {
  const isSame = isOnScreen(screen) && (rest.world ?? world.value) === world.value;
  const from = isSame ? route.value : { world: world.value, id: undefined, query: {} };
  return { ...from, screen, ...rest };
}

/** Goes to a place. `replace` leaves no entry in the browser's history, as for each letter of a search. */
export function go(place: Partial<ScreenRoute>, { replace = false } = {}): void {
  const to = placeAt(place);
  const url = urlOf(to);
  if (url === location.pathname + location.search) return;
  if (replace) history.replaceState(history.state, '', url);
  else history.pushState({ entry: Math.random(), from: location.pathname + location.search }, '', url);
  route.value = to;
}

/** The name of the current entry in the browser's history; empty for the first of a visit. */
export function historyEntry(): string {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'entry' in state ? asText(state.entry) : '';
}

/** Leaves a view that stands in the URL, such as a viewer: back to where the visit came from, if that is the place without it. */
export function leaveView(changes: Readonly<Record<string, string>>): void {
  const query = queryWith(changes);
  const { from }: { from?: unknown } = (history.state ?? {}) as object;
  if (from === urlOf(placeAt({ query }))) history.back();
  else go({ query }, { replace: true });
}

const queryWith = (changes: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries({ ...route.value.query, ...changes }).filter(([, value]) => value !== ''));

/** Sets a filter in the URL; an empty value removes it. */
export function setQuery(changes: Readonly<Record<string, string>>, options?: { replace?: boolean }): void {
  go({ query: queryWith(changes) }, options);
}
