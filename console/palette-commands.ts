import type { ApiVersion } from '../src/model/domain/operation.ts';
import { useMemo } from 'preact/hooks';
import { baseUrl } from './api.ts';
import { usualVersion } from './api-versions.ts';
import { moveClock, moving, speed, stopMove } from './clock.ts';
import { longestRun, moveAndTell } from './clock-moves.tsx';
import { focusHeading } from './focus.ts';
import { zone } from './format.ts';
import { useGuides } from './guides.tsx';
import { goTo, openActions } from './open-actions.ts';
import { readOperations } from './operations.ts';
import { useResource } from './resource.ts';
import type { Resource } from './resource.ts';
import { go, route, setQuery, world } from './router.ts';
import { routeOf, screenNames } from './routes.ts';
import { screens } from './screens.tsx';
import { backToNormal, normalMeaning } from './normal.ts';
import { switchAllOff } from './scenario-off.ts';
import { useLibrary } from './screens/scenario-data.ts';
import { openReceive, openSend } from './screens/fax-forms.tsx';
import { useSettings } from './screens/world-data.ts';
import { settingWords } from './screens/setting-words.ts';
import { exportHar, exportWorld } from './screens/exports.ts';
import { partsOf } from './screens/world-words.ts';
import { theme, themes } from './theme.ts';
import type { Tone } from './ui/badge.tsx';
import { copyText } from './ui/copy.tsx';
import { printPage } from './ui/printing.ts';
import { switchZone } from './ui/times.tsx';
import { readWorlds, worlds } from './worlds.ts';

/** A row of the palette: a screen that it opens, or an action. */
export interface Command {
  readonly kind: string;
  readonly name: string;
  readonly detail?: string;
  readonly status?: { readonly tone: Tone; readonly word: string } | undefined;
  /** The keys that do the same: `g f`. */
  readonly keys?: string;
  /** Further words to find it by, in lower case. */
  readonly words?: string;
  /** Whether a long name and detail are cut in the middle, because their ends often distinguish them. */
  readonly isCutInMiddle?: boolean;
  readonly run: () => unknown;
}

export interface Commands {
  readonly commands: readonly Command[];
  /** Whether more commands may follow when their data has been read. */
  readonly isLoading: boolean;
}

/** The screen of a pasted console address. */
export function namedPlace(text: string): readonly Command[] {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return [];
  const { origin, pathname, search } = new URL(text);
  const place = routeOf(pathname, search);
  if (origin !== location.origin || !pathname.startsWith('/_faxsim/ui/') || place.screen === undefined) return [];
  return [{ kind: 'Place', name: `${screens[place.screen].title} ${place.id ?? ''}`, run: () => go(place) }];
}

const mostGuideSections = 6;

/** The sections of guides that contain the words, with an excerpt. */
export function useSectionCommands(text: string): Commands {
  const guides = useGuides();
  const names = guides.data?.map(({ id }) => id);
  const isAsked = text.length >= 3 && names !== undefined;
  const found = useResource(isAsked ? 'sections of guides' : '', async (signal) => {
    const { readGuides, findSections } = await import('./screens/guide-search.ts');
    const read = await readGuides(names ?? [], signal);
    return (words: readonly string[]) => findSections(read, words);
  });
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = isAsked ? (found.data?.(words) ?? []) : [];
  const commands = hits.slice(0, mostGuideSections).map(({ guide, title, anchor, excerpt }) => ({
    kind: 'Guide',
    name: `${guide}: ${title}`,
    detail: excerpt,
    run: () => {
      go({ screen: 'guides', id: guide, query: { at: anchor } });
      focusHeading();
    },
  }));
  return { commands, isLoading: isAsked && found.isLoading };
}

/** The searches of lists for the text. */
export function searches(text: string): readonly Command[] {
  if (text.length < 3) return [];
  return (['faxes', 'webhooks', 'requests', 'activity'] as const).map((screen) => ({
    kind: 'Search',
    name: `Search ${screen} for “${text}”`,
    run: () => go({ screen, id: undefined, query: { q: text } }),
  }));
}

/** The actions of the item that is open. */
export const openCommands = (): readonly Command[] => openActions.value.map((one) => ({ kind: 'Open here', ...one }));

/** The page of the open fax that the text names: `page 3`. */
export function pageCommands(text: string): readonly Command[] {
  const [, page] = /^p(?:age)? *(\d{1,3})$/i.exec(text) ?? [];
  const { screen, id } = route.value;
  if (page === undefined || screen !== 'faxes' || id === undefined) return [];
  return [{ kind: 'Page', name: `View page ${page} of fax ${id}`, run: () => setQuery({ view: 'page', page }) }];
}

/** A command for each item of a list of the simulator. */
function useEach<T>({ data, isLoading }: Resource<readonly T[]>, commandOf: (item: T) => Command): Commands {
  const commands = useMemo(() => (data ?? []).map(commandOf), [data]);
  return { commands, isLoading };
}

export const useScenarioCommands = (): Commands =>
  useEach(useLibrary(), ({ name, description, sent_as: sentAs }) => ({
    kind: sentAs === null ? 'Scenario' : 'Your scenario',
    name,
    detail: description,
    run: () => goTo('scenarios', sentAs ?? name),
  }));

/** The settings of the world, and how the simulator was started. */
export const useSettingCommands = (): Commands =>
  useEach(useSettings(), ({ name, meaning, where }) => ({
    kind: where === 'account' ? 'Setting' : 'Start option',
    name,
    detail: meaning,
    words: settingWords(name),
    run: () => goTo('settings', name),
  }));

/** The guides, which the simulator lists with name and subject, one on each line. */
export const useGuideCommands = (): Commands =>
  useEach(useGuides(), ({ id, summary }) => ({
    kind: 'Guide',
    name: id,
    detail: summary,
    run: () => goTo('guides', id),
  }));

/** The versions that new programs use. */
const foundVersions: readonly ApiVersion[] = [usualVersion, 'v3'];

/** The operations of the API, which the explorer sends. */
export function useOperationCommands(): Commands {
  const operations = useResource('operations', async (signal) => {
    const all = await Promise.all(foundVersions.map((version) => readOperations(version, signal)));
    return all.flatMap((own, at) =>
      own.map((operation) => ({ operation, version: foundVersions[at] ?? usualVersion })),
    );
  });
  return useEach(operations, ({ operation: { id, summary, method, path }, version }) => ({
    kind: `API ${version}`,
    name: id,
    detail: `${summary} · ${method} ${path}`,
    run: () => goTo('explorer', id, version === usualVersion ? {} : { version }),
  }));
}

export const screenCommands = (): readonly Command[] => [
  ...screenNames.map((screen) => ({
    kind: 'Screen',
    name: screens[screen].title,
    keys: `g ${screens[screen].letter}`,
    run: () => goTo(screen),
  })),
  {
    kind: 'Screen',
    name: 'Parity',
    detail: 'A program of v2.1 beside its successor of v3',
    run: () => goTo('migration', undefined, { view: 'parity' }),
  },
];

export const worldCommands = (known: NonNullable<typeof worlds.value>): readonly Command[] =>
  known
    .filter(({ id }) => id !== world.value)
    .map(({ id, name }) => {
      const [test, file] = partsOf({ id, name });
      return {
        kind: 'World',
        name: test,
        ...(name !== null && { detail: file === '' ? id : file, words: id.toLowerCase() }),
        isCutInMiddle: true,
        run: () => go({ world: id, id: undefined, query: {} }),
      };
    });

/** Opens a dialog of the faxes screen. */
const onFaxes = (openForm: () => void) => (): void => {
  go({ screen: 'faxes', id: undefined });
  openForm();
};

/** Opens the dialog that resets the current world. The dialog belongs to the screen of worlds. */
async function openReset(): Promise<void> {
  const { openWorldForm } = await import('./screens/world-forms.tsx');
  await readWorlds();
  const current = worlds.value?.find(({ id }) => id === world.value);
  go({ screen: 'worlds', id: undefined, query: {} });
  if (current !== undefined) openWorldForm({ form: 'reset', world: current });
}

export function actions(): readonly Command[] {
  const isFrozen = speed.value === 0;
  const moves = { '1 min': '1m', '1 h': '1h', '1 day': '1d' } as const;
  const copy = (): Promise<void> => copyText(baseUrl(), 'the base URL');
  return [
    { name: 'Send a fax', run: onFaxes(openSend) },
    { name: 'Receive a fax', run: onFaxes(openReceive) },
    ...Object.entries(moves).map(([word, advance]) => ({
      name: `Move the clock by ${word}`,
      run: () => moveAndTell({ advance }),
    })),
    { name: 'Move the clock until nothing is due', run: () => moveAndTell({ run_until_idle: longestRun }) },
    {
      name: isFrozen ? 'Let the clock run in real time' : 'Freeze the clock',
      run: () => moveClock({ speed: isFrozen ? 'real' : 'manual' }),
    },
    ...(moving.value === undefined ? [] : [{ name: 'Stop the move of the clock', run: stopMove }]),
    {
      name: 'Back to normal',
      detail: normalMeaning,
      words: 'all off usual none reset',
      run: backToNormal,
    },
    { name: 'Switch all scenarios off', words: 'all off normal usual none', run: switchAllOff },
    { name: 'Write a scenario', run: () => go({ screen: 'scenarios', id: undefined, query: { view: 'edit' } }) },
    { name: 'Copy the base URL', run: copy },
    ...themes.map((one) => ({
      name: one === 'system' ? 'Use the theme of the system' : `Use the ${one} theme`,
      words: 'change colours colors mode',
      run: () => (theme.value = one),
    })),
    {
      name: zone.value === 'UTC' ? 'Show times in the zone of this machine' : 'Show times in UTC',
      words: 'time zone local utc',
      run: switchZone,
    },
    { name: 'Print this page', words: 'paper pdf', run: printPage },
    { name: 'Reset this world…', words: 'clear empty restart start over', run: openReset },
    { name: 'Export this world as a file', words: 'save download all faxes', run: () => exportWorld(world.value) },
    { name: 'Export requests and webhooks as a HAR file', words: 'save download', run: exportHar },
  ].map((command): Command => ({ kind: 'Action', ...command }));
}
