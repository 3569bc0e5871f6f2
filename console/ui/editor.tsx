import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { Completion, Completions, LineRemark } from './editor-content.ts';
import { Yaml } from './yaml.tsx';
import { Prose } from './prose.tsx';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly remarks: readonly LineRemark[];
  /** The id of the element that lists the remarks. */
  readonly describedBy: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly completionsAt: (text: string, offset: number) => Completions | undefined;
}

/** Longer texts are shown without colours and remarks, because each key would draw all lines again. */
const mostLines = 3000;

/** A text area above a drawing of its lines, with numbers, colours and remarks. It offers the words that fit at the cursor. */
export function Editor({ label, text, onInput, remarks, describedBy, field, completionsAt }: EditorProps) {
  const lines = useMemo(() => text.split('\n'), [text]);
  const isLong = lines.length > mostLines;
  const { open, look, close, accept, onKeyDown } = useCompletions(field, completionsAt);
  return (
    <>
      <div class={`editor${isLong ? ' long' : ''}`}>
        {!isLong && (
          <ol aria-hidden="true">
            {lines.map((line, index) => (
              <Line key={index} text={line} remark={remarks.find((remark) => remark.line === index + 1)} />
            ))}
          </ol>
        )}
        <textarea
          ref={field}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={remarks.some(({ tone }) => tone === 'bad')}
          aria-autocomplete="list"
          aria-controls={open && listId}
          aria-activedescendant={open && `${listId}-${open.active}`}
          value={text}
          onInput={(event) => {
            onInput(event.currentTarget.value);
            if (!isLong) look();
          }}
          onKeyDown={onKeyDown}
          onClick={close}
          onBlur={close}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
        />
      </div>
      {open !== undefined && <CompletionList open={open} field={field} onChoose={accept} />}
    </>
  );
}

const listId = 'completions';

interface OpenCompletions extends Completions {
  /** The offset of the cursor. */
  readonly at: number;
  readonly active: number;
}

function useCompletions(field: EditorProps['field'], find: EditorProps['completionsAt']) {
  const [open, setOpen] = useState<OpenCompletions>();
  const close = (): void => setOpen(undefined);
  const look = (isWanted = false): void => {
    const { value = '', selectionStart: at = 0 } = field.current ?? {};
    const found = find(value, at);
    const isTyped = found?.begun !== '' || value.slice(0, at).endsWith(': ');
    setOpen(found !== undefined && (isWanted || isTyped) ? { ...found, at, active: 0 } : undefined);
  };
  const accept = ({ word, text }: Completion): void => {
    if (field.current === null || open === undefined) return;
    close();
    const { at, begun } = open;
    field.current.setSelectionRange(at - begun.length, at);
    insert(field.current.value[at] === ':' ? word : text);
  };
  const actionOf = ({ key, ctrlKey }: KeyboardEvent): (() => void) | undefined => {
    if (key === ' ' && ctrlKey) return () => look(true);
    if (open === undefined) return undefined;
    const { all, active } = open;
    const move = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (move !== undefined) return () => setOpen({ ...open, active: (active + move + all.length) % all.length });
    if (key === 'Escape') return close;
    const chosen = all[active];
    return chosen !== undefined && takesWord(open, key) ? () => accept(chosen) : undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (action === undefined) {
      if (/^(?:Arrow|Home|End|Page|Enter|Tab)/.test(event.key)) close();
      keepIndent(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation(); // Escape closes only the list
    action();
  };
  return { open, look, close, accept, onKeyDown };
}

/** Whether a key inserts the chosen word. Enter does so only if a letter of the word is typed, or an arrow key has chosen it. */
const takesWord = ({ all, active, begun }: OpenCompletions, key: string): boolean =>
  all[active]?.word !== begun && (key === 'Tab' || (key === 'Enter' && (begun !== '' || active > 0)));

interface CompletionListProps {
  readonly open: OpenCompletions;
  readonly field: EditorProps['field'];
  readonly onChoose: (completion: Completion) => void;
}

/** The words that can be completed, below the cursor, or above it if there is no room below. */
function CompletionList({ open, field, onChoose }: CompletionListProps) {
  const { all, active, at, begun } = open;
  const list = useRef<HTMLUListElement>(null);
  const place = (): void => {
    const box = list.current;
    const word = field.current === null ? undefined : boxOf(field.current, at - begun.length);
    if (box === null || word === undefined) return;
    const isBelow = word.bottom + box.offsetHeight < innerHeight;
    box.style.left = `${Math.max(Math.min(word.left, innerWidth - box.offsetWidth - 8), 8)}px`;
    box.style.top = `${isBelow ? word.bottom + 2 : word.top - box.offsetHeight - 2}px`;
  };
  useLayoutEffect(() => {
    place();
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    addEventListener('scroll', place, { capture: true });
    return () => removeEventListener('scroll', place, { capture: true });
  });
  return (
    <ul ref={list} id={listId} role="listbox" aria-label="Completions" class="completions">
      {all.map((completion, index) => (
        <li
          key={completion.word}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => {
            event.preventDefault(); // the focus stays in the text
            onChoose(completion);
          }}
        >
          <code>{completion.word}</code>{' '}
          <span class="muted">
            <Prose text={completion.meaning} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The position of a character of the text on the screen. */
function boxOf(field: HTMLTextAreaElement, offset: number): DOMRect | undefined {
  const lines = field.value.slice(0, offset).split('\n');
  const line = field.parentElement?.querySelector(`li:nth-child(${lines.length}) .line`) ?? undefined;
  if (line === undefined) return undefined;
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let column = lines.at(-1)?.length ?? 0;
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { length } = node.nodeValue ?? '';
    if (column <= length) {
      const range = new Range();
      range.setStart(node, column);
      return range.getBoundingClientRect();
    }
    column -= length;
  }
  return line.getBoundingClientRect();
}

interface LineProps {
  readonly text: string;
  readonly remark: LineRemark | undefined;
}

function Line({ text, remark }: LineProps) {
  const drawn = useRef<{ readonly props: LineProps; readonly line: preact.JSX.Element }>(undefined);
  const isSame = drawn.current?.props.text === text && drawn.current.props.remark?.text === remark?.text;
  if (drawn.current !== undefined && isSame) return drawn.current.line;
  const line = (
    <li class={remark?.tone}>
      <span class="line">
        <Yaml text={text} />
      </span>
      {remark !== undefined && <Remark text={remark.text} after={text.length + 3} />}
    </li>
  );
  drawn.current = { props: { text, remark }, line };
  return line;
}

/**
 * The text beside a line, or the remedy at its end, whichever the view has room for as a whole. 10 characters are left for the
 * number of the line and the margins.
 */
function Remark({ text, after }: { readonly text: string; readonly after: number }) {
  const remedy = /; ([^;"]*)$/.exec(text)?.[1] ?? '';
  const room = (length: number): string => `(100cqw - ${after + 7 + length}ch)`;
  return (
    <span class="remark" style={{ left: `${after}ch` }}>
      <span style={{ maxWidth: `calc(${room(text.length)} * 999)` }}>{text}</span>
      <span style={{ maxWidth: `min(${room(text.length)} * -999, ${room(remedy.length)} * 999)` }}>{remedy}</span>
    </span>
  );
}

/** Indents a new line like the current one. After the first key of a list item, indents it like that key. */
function keepIndent(event: KeyboardEvent): void {
  const { currentTarget: field, key } = event;
  if (key !== 'Enter' || event.isComposing || !(field instanceof HTMLTextAreaElement)) return;
  const before = field.value.slice(0, field.selectionStart);
  const [begin = ''] = /^ *(?:- +(?=[\w.*'"-]+:))*/.exec(before.slice(before.lastIndexOf('\n') + 1)) ?? [];
  const indent = ' '.repeat(begin.length);
  if (indent === '') return;
  event.preventDefault();
  insert(`\n${indent}`);
}

function insert(text: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- undo knows no other change by a script
  document.execCommand('insertText', false, text);
}

/** Puts the cursor on a line, and scrolls to it. */
export function goToLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n').slice(0, line);
  const end = lines.join('\n').length;
  field.focus({ preventScroll: true });
  field.setSelectionRange(end - (lines.at(-1)?.length ?? 0), end);
  field.parentElement?.querySelector(`li:nth-child(${line})`)?.scrollIntoView({ block: 'center' });
}
