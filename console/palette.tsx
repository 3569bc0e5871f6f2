import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from './api.ts';
import { useCommands } from './palette-commands.ts';
import type { Command } from './palette-commands.ts';
import { Dialog } from './ui/dialog.tsx';
import { toast } from './ui/toast.tsx';

/** One field for all that the console has: ids, numbers, worlds, scenarios, operations, actions and guides. */
export function Palette({ start, onClose }: { readonly start: string; readonly onClose: () => void }) {
  const [text, setText] = useState(start);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const commands = useCommands(text.trim());
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
        {commands.length === 0 ? 'Nothing is found' : `${commands.length} results`}
      </p>
      {commands.length === 0 && <p class="muted">Nothing is found.</p>}
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
