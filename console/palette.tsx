import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { moving, speed } from './clock.ts';
import { pluralize } from './format.ts';
import { openActions } from './open-actions.ts';
import {
  actions,
  namedPlace,
  openCommands,
  pageCommands,
  screenCommands,
  searches,
  useGuideCommands,
  useOperationCommands,
  useScenarioCommands,
  useSectionCommands,
  useSettingCommands,
  worldCommands,
} from './palette-commands.ts';
import type { Command, Commands } from './palette-commands.ts';
import { useById, useFoundRecords } from './palette-records.ts';
import { rankOf } from './palette-rank.ts';
import { useResource } from './resource.ts';
import { Badge } from './ui/badge.tsx';
import { Dialog } from './ui/dialog.tsx';
import { MiddleCut } from './ui/middle-cut.tsx';
import { Parts } from './ui/parts.tsx';
import { toastFailure } from './ui/toast.tsx';
import { readWorlds, worlds } from './worlds.ts';

/**
 * A search over the whole console: ids, numbers, worlds, scenarios, operations, actions, including those of the open item, and the
 * text of guides.
 */
export function Palette({ start, onClose }: { readonly start: string; readonly onClose: () => void }) {
  const [text, setText] = useState(start);
  const [active, setActive] = useState(0);
  /** Whether Enter came before the first result was known, which then opens at once. */
  const [isAwaited, setAwaited] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const sought = soughtIn(text);
  const { commands, isLoading, isFirstKnown } = useCommands(sought);
  const none = isLoading ? 'Loading…' : 'Nothing is found.';
  const at = Math.min(active, commands.length - 1);
  useEffect(() => list.current?.querySelector(`#palette-${at}`)?.scrollIntoView({ block: 'nearest' }), [at]);
  const run = (command: Command): void => {
    onClose();
    Promise.resolve(command.run()).catch(toastFailure);
  };
  useEffect(() => {
    if (isAwaited && isFirstKnown && commands[0] !== undefined) run(commands[0]);
  }, [isAwaited, isFirstKnown]);
  const enter = (command = commands[at]): void => {
    if (command === undefined || (at === 0 && !isFirstKnown)) setAwaited(true);
    else run(command);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = commands.length - 1;
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1 }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) enter();
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
          setAwaited(false);
          setActive(0);
        }}
      />
      <Results {...{ list, commands, at, run }} text={sought} />
      <p class="hidden" role="status">
        {commands.length === 0 ? none : pluralize(commands.length, 'result')}
      </p>
      {commands.length === 0 && <p class="muted">{none}</p>}
    </Dialog>
  );
}

/** The text without outer spaces. Signs alone, such as a quote, look for nothing. */
const soughtIn = (text: string): string => (/[\p{L}\p{N}]/u.test(text) ? text.trim() : '');

interface ResultsProps {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly commands: readonly Command[];
  readonly text: string;
  /** The index of the active command. */
  readonly at: number;
  readonly run: (command: Command) => void;
}

/** The commands; without a search text, in groups. */
function Results({ list, commands, text, at, run }: ResultsProps) {
  return (
    <ul ref={list} id="palette-list" role="listbox" aria-label="Results">
      {commands.flatMap((command, index) => [
        text === '' && command.kind !== commands[index - 1]?.kind && (
          <li key={`head ${command.kind}`} aria-hidden="true" class="palette-head">
            {command.kind}
          </li>
        ),
        <Option
          key={`${command.kind} ${command.name}`}
          id={`palette-${index}`}
          {...{ command, text }}
          isActive={index === at}
          onClick={() => run(command)}
        />,
      ])}
    </ul>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  /** The text that is searched for. */
  readonly text: string;
  readonly isActive: boolean;
  readonly onClick: () => void;
}

function Option({ id, command, text, isActive, onClick }: OptionProps) {
  const { kind, name, detail, status, keys, isCutInMiddle = false } = command;
  const words = text.trim().toLowerCase().split(/\s+/);
  const marked = (piece: string) => <Marked text={piece} words={words} />;
  const parts = detail?.split(' · ') ?? [];
  return (
    <li id={id} role="option" aria-selected={isActive} class={isCutInMiddle ? 'cut-in-middle' : ''} onClick={onClick}>
      <span>
        <bdi>{isCutInMiddle ? <MiddleCut text={name} piece={marked} /> : marked(name)}</bdi>
      </span>
      {detail !== undefined && (
        <span class="muted">
          <Parts of={isCutInMiddle ? parts.map((part) => <MiddleCut text={part} piece={marked} />) : parts} />
        </span>
      )}
      {status !== undefined && <Badge tone={status.tone}>{status.word}</Badge>}
      {keys !== undefined && (
        <span class="palette-keys">
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
      <small class={text === '' ? 'hidden' : undefined}>{kind}</small>
    </li>
  );
}

/** A text with the first occurrence of each word marked. */
function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  const lower = text.toLowerCase();
  const places = words
    .map((word) => ({ at: word === '' ? -1 : lower.indexOf(word), length: word.length }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at);
  const pieces: ComponentChildren[] = [];
  let end = 0;
  for (const { at, length } of places) {
    if (at < end) continue;
    pieces.push(text.slice(end, at), <mark key={at}>{text.slice(at, at + length)}</mark>);
    end = at + length;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}

const mostShown = 40;

/**
 * The commands that match the text, by precedence: addresses and ids, names that begin with it, records, then all that contain its
 * words.
 */
function useCommands(text: string): Commands & { readonly isFirstKnown: boolean } {
  const found = useFoundRecords(text);
  const byId = useById(text);
  const sections = useSectionCommands(text);
  const lists = [useSettingCommands(), useScenarioCommands(), useOperationCommands(), useGuideCommands()];
  const known = worlds.value;
  const reading = useResource('worlds', readWorlds); // the switch of the worlds says why they cannot be read
  const others = useMemo(
    () => [
      ...openCommands(),
      ...actions(),
      ...screenCommands(),
      ...worldCommands(known ?? []),
      ...lists.flatMap((list) => list.commands),
    ],
    [known, openActions.value, speed.value, moving.value !== undefined, ...lists.map((list) => list.commands)],
  );
  const ranked = others.flatMap((command) => {
    const rank = rankOf(command, text);
    return rank === undefined ? [] : [{ command, rank }];
  });
  const sorted = ranked.toSorted((one, other) => one.rank - other.rank).map(({ command }) => command);
  const begun = text === '' ? 0 : ranked.filter(({ rank }) => rank === 0).length;
  const before = [...namedPlace(text), ...pageCommands(text), ...byId.commands, ...sorted.slice(0, begun)];
  const commands = [...before, ...found.commands, ...sorted.slice(begun), ...sections.commands];
  const isLoading = [found, byId, sections, reading, ...lists].some((list) => list.isLoading);
  // Searches come last, because a quick Enter would choose them.
  const shown = [...commands.slice(0, mostShown), ...(isLoading ? [] : searches(text))];
  // A record takes precedence over a section that was read sooner.
  const isFirstKnown = shown.length > 0 && (before.length > 0 || !(found.isLoading || byId.isLoading));
  return { commands: shown, isLoading, isFirstKnown };
}
