import type { FaxList } from '../src/control/client/named-types.ts';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ask, askBlob, baseUrl, messageOf } from './api.ts';
import { moveClock, moving, speed, stopMove } from './clock.ts';
import { longestRun, moveAndTell } from './clock-moves.tsx';
import { focusHeading } from './focus.ts';
import { useGuides } from './guides.tsx';
import { useResource } from './resource.ts';
import type { Resource } from './resource.ts';
import { go, world } from './router.ts';
import { routeOf, screenNames } from './routes.ts';
import { screens } from './screens.tsx';
import { operationsOf } from './screens/explorer-request.ts';
import type { ApiDocument } from './screens/explorer-request.ts';
import { openReceive, openSend } from './screens/fax-forms.tsx';
import { useSettings } from './screens/setting-data.ts';
import { faxStatuses, otherEnd } from './screens/fax-words.ts';
import { nextTheme } from './theme.ts';
import { Dialog } from './ui/dialog.tsx';
import { toast } from './ui/toast.tsx';
import { readWorlds, worlds } from './worlds.ts';

/** One field for all that the console has: ids, numbers, worlds, scenarios, operations, actions and guides. */
export function Palette({ start, onClose }: { readonly start: string; readonly onClose: () => void }) {
  const [text, setText] = useState(start);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const { commands, isLoading } = useCommands(text.trim());
  const none = isLoading ? 'Loading…' : 'Nothing is found.';
  const at = Math.min(active, commands.length - 1);
  useEffect(() => list.current?.children[at]?.scrollIntoView({ block: 'nearest' }), [at]);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onClose();
    Promise.resolve(command.run()).catch((error: unknown) => toast(messageOf(error), 'bad'));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = commands.length - 1;
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) run(commands[at]);
    else setActive(to);
  };
  return (
    <Dialog title="Find or do" class="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Find or do"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={at < 0 ? undefined : `palette-${at}`}
        placeholder="A number, an id, a world, a scenario, an operation, an action or a guide"
        autocomplete="off"
        spellcheck={false}
        autofocus
        defaultValue={start}
        onFocus={({ currentTarget: field }) => field.setSelectionRange(start.length, start.length)}
        onKeyDown={onKeyDown}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
      />
      <ul ref={list} id="palette-list" role="listbox" aria-label="Results">
        {commands.map((command, index) => (
          <Option
            key={`${command.kind} ${command.name}`}
            id={`palette-${index}`}
            command={command}
            isActive={index === at}
            onClick={() => run(command)}
          />
        ))}
      </ul>
      <p class="hidden" role="status">
        {commands.length === 0 ? none : `${commands.length} results`}
      </p>
      {commands.length === 0 && <p class="muted">{none}</p>}
    </Dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

const Option = ({ id, command: { kind, name, detail }, isActive, onClick }: OptionProps) => (
  <li id={id} role="option" aria-selected={isActive} onClick={onClick}>
    <span>{name}</span>
    {detail !== undefined && <span class="muted">{detail}</span>}
    <small>{kind}</small>
  </li>
);

const mostShown = 40;
const pauseMs = 150;

/** Something that the palette leads to or does. */
interface Command {
  readonly kind: string;
  readonly name: string;
  readonly detail?: string;
  readonly run: () => unknown;
}

interface Commands {
  readonly commands: readonly Command[];
  /** Whether more may come. */
  readonly isLoading: boolean;
}

/**
 * The commands that match the text: places that it names, what begins with it, faxes that it finds, then all else whose words
 * contain its words.
 */
function useCommands(text: string): Commands {
  const found = useFoundFaxes(text);
  const lists = [useSettingCommands(), useScenarioCommands(), useOperationCommands(), useGuideCommands()];
  const known = worlds.value;
  const reading = useResource('worlds', readWorlds); // the switch of the worlds says why they cannot be read
  const others = useMemo(
    () => [...actions(), ...screenCommands(), ...worldCommands(known ?? []), ...lists.flatMap((list) => list.commands)],
    [known, speed.value, moving.value !== undefined, ...lists.map((list) => list.commands)],
  );
  const words = text.toLowerCase().split(/\s+/);
  const matching = others.filter(({ kind, name, detail = '' }) => {
    const all = `${kind} ${name} ${detail}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rankOf = ({ kind, name }: Command): number => {
    if (name.toLowerCase().startsWith(text.toLowerCase())) return 0;
    const whole = `${kind} ${name}`.toLowerCase().split(' ');
    return words.every((word) => whole.includes(word)) ? 1 : 2;
  };
  const sorted = matching.toSorted((one, other) => rankOf(one) - rankOf(other));
  const begun = text === '' ? 0 : sorted.filter((command) => rankOf(command) === 0).length;
  const commands = [...named(text), ...sorted.slice(0, begun), ...found.commands, ...sorted.slice(begun)];
  const isLoading = [found, reading, ...lists].some((list) => list.isLoading);
  return { commands: commands.slice(0, mostShown), isLoading };
}

/** The place of an address of the console, and the records of an id. */
function named(text: string): readonly Command[] {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) {
    const { origin, pathname, search } = new URL(text);
    const place = routeOf(pathname, search);
    if (origin !== location.origin || !pathname.startsWith('/_faxsim/ui/') || place.screen === undefined) return [];
    return [{ kind: 'Place', name: `${screens[place.screen].title} ${place.id ?? ''}`, run: () => go(place) }];
  }
  if (!/^\d{1,12}$/.test(text)) return [];
  const records = [
    ['Request', 'requests'],
    ['Webhook', 'webhooks'],
    ['Fax', 'faxes'],
  ] as const;
  const ordered = text.length > 6 ? records.toReversed() : records;
  return ordered.map(([kind, screen]) => ({
    kind: 'Id',
    name: `${kind} ${text}`,
    run: () => goTo(screen, text),
  }));
}

function goTo(screen: (typeof screenNames)[number], id?: string): void {
  go({ screen, id, query: {} });
  focusHeading();
}

function useFoundFaxes(text: string): Commands {
  const [asked, setAsked] = useState('');
  const toAsk = text.length < 3 ? '' : text;
  useEffect(() => {
    const timer = setTimeout(() => setAsked(toAsk), pauseMs);
    return () => clearTimeout(timer);
  }, [toAsk]);
  const { data, ...faxList } = useResource(asked, (signal) =>
    ask<FaxList>('/faxes', { input: { q: asked, limit: 6 }, signal }),
  );
  const isLoading = toAsk !== asked || faxList.isLoading;
  if (data === undefined) return { commands: [], isLoading };
  const all: Command = {
    kind: 'Search',
    name: `All ${data.total.toLocaleString('en')} faxes with “${asked}”`,
    run: () => go({ screen: 'faxes', id: undefined, query: { q: asked } }),
  };
  const faxes = data.faxes.map((fax): Command => ({
    kind: `Fax ${fax.id}`,
    name: otherEnd(fax),
    detail: [fax.caller_name, faxStatuses[fax.status].word, ...Object.values(fax.tags)].filter(Boolean).join(' · '),
    run: () => goTo('faxes', String(fax.id)),
  }));
  return { commands: data.total > faxes.length ? [...faxes, all] : faxes, isLoading };
}

/** A command for each item of a list of the simulator. */
function useEach<T>({ data, isLoading }: Resource<readonly T[]>, commandOf: (item: T) => Command): Commands {
  const commands = useMemo(() => (data ?? []).map(commandOf), [data]);
  return { commands, isLoading };
}

function useScenarioCommands(): Commands {
  const library = useResource('library', (signal) =>
    ask<readonly { readonly name: string; readonly description: string }[]>('/scenarios/library', { signal }),
  );
  return useEach(library, ({ name, description }) => ({
    kind: 'Scenario',
    name,
    detail: description,
    run: () => goTo('scenarios', name),
  }));
}

/** The settings of the world, and how the simulator was started. */
const useSettingCommands = (): Commands =>
  useEach(useSettings(), ({ name, meaning, where }) => ({
    kind: where === 'account' ? 'Setting' : 'Start option',
    name: name.replaceAll('_', ' '),
    detail: meaning,
    run: () => goTo('settings', name),
  }));

/** The guides, which the simulator lists one on each line: its name, then what it is about. */
const useGuideCommands = (): Commands =>
  useEach(useGuides(), ({ id, summary }) => ({
    kind: 'Guide',
    name: id,
    detail: summary,
    run: () => goTo('guides', id),
  }));

/** The operations of the latest version, which the explorer sends. */
function useOperationCommands(): Commands {
  const operations = useResource('operations', async (signal) => {
    const document = await askBlob('/openapi/v2.1.json', { of: null, signal });
    return operationsOf(JSON.parse(await document.text()) as ApiDocument, 'v2.1'); // the simulator's own
  });
  return useEach(operations, ({ id, summary, method, path }) => ({
    kind: 'API',
    name: id,
    detail: `${summary} · ${method} ${path.replace('/v2.1', '')}`,
    run: () => goTo('explorer', id),
  }));
}

const screenCommands = (): readonly Command[] =>
  screenNames.map((screen) => ({
    kind: 'Screen',
    name: screens[screen].title,
    detail: `g ${screens[screen].letter}`,
    run: () => goTo(screen),
  }));

const worldCommands = (known: NonNullable<typeof worlds.value>): readonly Command[] =>
  known
    .filter(({ id }) => id !== world.value)
    .map(({ id, name }) => ({
      kind: 'World',
      name: name ?? id,
      ...(name !== null && { detail: id }),
      run: () => go({ world: id, id: undefined, query: {} }),
    }));

/** Opens a dialog of the faxes screen. */
const onFaxes = (openForm: () => void) => (): void => {
  go({ screen: 'faxes', id: undefined });
  openForm();
};

function actions(): readonly Command[] {
  const isFrozen = speed.value === 0;
  const moves = { '1 min': '1m', '1 h': '1h', '1 day': '1d' } as const;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(baseUrl());
    toast('Copied the base URL');
  };
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
    { name: 'Write a scenario', run: () => go({ screen: 'scenarios', id: undefined, query: { view: 'edit' } }) },
    { name: 'Copy the base URL', run: copy },
    { name: 'Change the theme', run: nextTheme },
  ].map((command): Command => ({ kind: 'Action', ...command }));
}
