import { decoded } from '../src/model/shared/urls.ts';

/** The names of the screens in URLs. */
export const screenNames = [
  'overview',
  'faxes',
  'webhooks',
  'requests',
  'activity',
  'scenarios',
  'sweep',
  'migration',
  'clock',
  'worlds',
  'settings',
  'connect',
  'explorer',
  'evidence',
  'guides',
] as const;
export type ScreenName = (typeof screenNames)[number];

/** A route in the console: everything in its URL. */
export interface ScreenRoute {
  readonly world: string;
  /** The name of the screen; undefined for an unknown one. */
  readonly screen: ScreenName | undefined;
  /** The part of the path after the screen, such as the id of a fax; undefined for the list alone. */
  readonly id: string | undefined;
  /** Filters and tabs, in the order in which they were set; no empty values. */
  readonly query: Readonly<Record<string, string>>;
}

const base = '/_faxsim/ui';
export const defaultWorld = 'default';

const isScreen = (name: string | undefined): name is ScreenName => screenNames.some((known) => known === name);

const hasNumbers = ['faxes', 'webhooks', 'requests'];

/** The route of a URL. Without a screen, it is the overview. */
export function routeOf(path: string, search: string): ScreenRoute {
  const parts = path.slice(base.length).split('/').filter(Boolean).map(decoded);
  const [start = 'w', world = defaultWorld, screen = 'overview', id, ...more] = parts;
  const query = Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''));
  const isIdGood = id === undefined || !hasNumbers.includes(screen) || /^\d+$/.test(id);
  const isKnown = start === 'w' && isScreen(screen) && isIdGood && more.length === 0;
  return isKnown ? { world, screen, id, query } : { world, screen: undefined, id: undefined, query };
}

/** The URL of a route, from the root of the host; without a screen, that of the overview. */
export function urlOf({ world, screen = 'overview', id, query }: ScreenRoute): string {
  const path = ['w', world, screen, ...(id === undefined ? [] : [id])].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `${base}/${path}${search === '' ? '' : `?${search}`}`;
}
