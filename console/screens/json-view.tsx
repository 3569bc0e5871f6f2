import type { Coverage } from '../../src/control/client/named-types.ts';
import { useMemo, useState } from 'preact/hooks';
import { recordWith } from '../coverage.ts';
import type { CoverageProof, CoverageProofs } from '../coverage.ts';
import { pluralize } from '../format.ts';
import { Code } from '../ui/code.tsx';
import { Copy } from '../ui/copy.tsx';
import { jsonLines } from './json-lines.ts';
import type { JsonLine, ProofsOf } from './json-lines.ts';
import { markWords, ProofTerm } from './proof.tsx';
import { isJsonObject } from './json-text.ts';

interface EvidentJsonProps extends Pick<JsonProps, 'text' | 'what' | 'rest'> {
  readonly coverage: Coverage | undefined;
  readonly version: string;
  readonly isRefusal: boolean;
  /** The evidence for the text of `message`. */
  readonly message: CoverageProof | null | undefined;
}

/** A response in JSON, each of its fields with its evidence. */
export function EvidentJson({ text, what, rest, coverage, version, isRefusal, message }: EvidentJsonProps) {
  const answer = coverage?.records[version]?.[isRefusal ? 'Failure' : 'Answer'];
  const top = answer && { ...answer, ...(message && { message }) };
  return <JsonView {...{ text, what, rest, top }} proofsOf={(names) => recordWith(coverage, version, names)} />;
}

interface JsonProps {
  /** A JSON object or list; another text is shown as it is. */
  readonly text: string;
  readonly what: string;
  readonly proofsOf?: ProofsOf;
  readonly top?: CoverageProofs | undefined;
  /** The part missing at the end: `11 kB more, which the journal does not keep`. */
  readonly rest?: string | undefined;
}

const noProofs: ProofsOf = () => undefined;
/** The number of lines above which inner values are folded initially. */
const mostLines = 400;
const foldedDepth = 2;
/** The number of characters up to which a value, such as a date, stands in one line. */
const mostWhole = 40;

/** Coloured JSON whose objects and lists can be folded. Tab moves to the first name, arrow keys to the others. */
export function JsonView(props: JsonProps) {
  return isJsonObject(props.text) ? <Lines {...props} /> : <Code text={props.text} what={props.what} />;
}

function Lines({ text, what, proofsOf = noProofs, top, rest }: JsonProps) {
  const value = useMemo((): unknown => JSON.parse(text), [text]);
  const pretty = useMemo(() => JSON.stringify(value, undefined, 2), [value]);
  const isLong = pretty.split('\n').length > mostLines;
  /** The values that were folded or unfolded by the user. */
  const [switched, setSwitched] = useState<ReadonlySet<string>>(new Set());
  const isFolded = (path: string, depth: number): boolean =>
    switched.has(path) !== (isLong && depth >= foldedDepth && path !== '');
  const fold = (path: string) => (): void => {
    const paths = new Set(switched);
    if (!paths.delete(path)) paths.add(path);
    setSwitched(paths);
  };
  const lines = jsonLines(value, { proofsOf, isFolded }, top);
  const first = lines.findIndex(({ proof, size }) => proof !== undefined || size !== undefined);
  return (
    <div class="code">
      <pre class="json" tabIndex={0} aria-label={what} onKeyDown={moveFocus}>
        {lines.map((line, index) => (
          <Line key={line.path} line={line} tabIndex={index === first ? 0 : -1} onFold={fold(line.path)} />
        ))}
        {lines.some(({ proof }) => proof?.mark === 'assumed') && (
          <span class="json-line json-legend">
            <b>?</b> {markWords.assumed}
            <span>: each name has its evidence in a tip</span>
          </span>
        )}
        {rest !== undefined && <span class="json-line json-rest">… {rest}</span>}
      </pre>
      <Copy text={pretty} what={what} />
    </div>
  );
}

interface LineProps {
  readonly line: JsonLine;
  readonly tabIndex: number;
  readonly onFold: () => void;
}

function Line({
  line: { depth, name, proof, text, kind, comma, size, isFolded = false },
  tabIndex,
  onFold,
}: LineProps) {
  const indent = '  '.repeat(depth);
  return (
    <span class="json-line" style={{ '--depth': depth }} data-mark={proof && markWords[proof.mark]}>
      {indent}
      {size !== undefined && (
        <button
          type="button"
          class="json-fold"
          tabIndex={tabIndex}
          aria-expanded={!isFolded}
          aria-label={`${name ?? 'All'}, ${pluralize(size, 'value')}`}
          onClick={onFold}
        />
      )}
      {name !== undefined && (
        <>
          <span class="json-key">
            <ProofTerm proof={proof} tabIndex={size === undefined ? tabIndex : -1}>
              {JSON.stringify(name)}
            </ProofTerm>
          </span>
          {': '}
        </>
      )}
      <span class={`json-${kind}${text.length > mostWhole ? '' : ' word'}`}>{text}</span>
      {comma}
      {'\n'}
    </span>
  );
}

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent): void {
  const by = moves[event.key];
  if (by === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const stops = [...event.currentTarget.querySelectorAll('button')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = at < 0 ? undefined : stops[at + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
