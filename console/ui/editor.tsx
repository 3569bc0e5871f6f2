import { useMemo, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { LineRemark } from './line-remark.ts';
import { Yaml } from './yaml.tsx';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly remarks: readonly LineRemark[];
  /** The id of the element that lists the remarks. */
  readonly describedBy: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** Longer texts are shown without colours and remarks, since each key would draw all lines again. */
const mostLines = 3000;

/** A text area over its own lines, which have numbers, colours and remarks. */
export function Editor({ label, text, onInput, remarks, describedBy, field }: EditorProps) {
  const lines = useMemo(() => text.split('\n'), [text]);
  const isLong = lines.length > mostLines;
  return (
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
        value={text}
        onInput={(event) => onInput(event.currentTarget.value)}
        onKeyDown={keepIndent}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
      />
    </div>
  );
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
      {remark !== undefined && (
        // Ends where the view ends; 10 characters are for the number of the line and the distances.
        <span class="remark" style={{ maxWidth: `calc(100cqw - ${text.length + 10}ch)` }}>
          {remark.text}
        </span>
      )}
    </li>
  );
  drawn.current = { props: { text, remark }, line };
  return line;
}

/** Begins the next line where the text of this one begins. */
function keepIndent(event: KeyboardEvent): void {
  const { currentTarget: field, key } = event;
  if (key !== 'Enter' || event.isComposing || !(field instanceof HTMLTextAreaElement)) return;
  const before = field.value.slice(0, field.selectionStart);
  const indent = /^[ ]*/.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? '';
  if (indent === '') return;
  event.preventDefault();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- undo knows no other change by a script
  document.execCommand('insertText', false, `\n${indent}`);
}

/** Puts the cursor at a line, and shows it. */
export function goToLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n').slice(0, line);
  const end = lines.join('\n').length;
  field.focus({ preventScroll: true });
  field.setSelectionRange(end - (lines.at(-1)?.length ?? 0), end);
  field.parentElement?.querySelector(`li:nth-child(${line})`)?.scrollIntoView({ block: 'center' });
}
