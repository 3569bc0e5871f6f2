import type { Coverage } from '../../src/control/client/named-types.ts';
import type { ComponentChildren } from 'preact';
import { recordWith } from '../coverage.ts';
import type { CoverageProof, CoverageProofs } from '../coverage.ts';
import { Copy } from '../ui/copy.tsx';
import { markWords, ProofTerm } from './proof.tsx';

interface JsonProps {
  /** JSON; other texts are shown as they are. */
  readonly text: string;
  readonly what: string;
  readonly coverage: Coverage | undefined;
  readonly version: string;
  readonly isRefusal: boolean;
  /** The evidence for the text of `message`. */
  readonly message: CoverageProof | null | undefined;
}

/** A response, each of its fields with its evidence. Tab leads to the first field, the arrow keys to the others. */
export function JsonView({ text, what, coverage, version, isRefusal, message }: JsonProps) {
  const answer = coverage?.records[version]?.[isRefusal ? 'Failure' : 'Answer'];
  const top = answer && { ...answer, ...(message && { message }) };
  const writer = new JsonWriter((names) => recordWith(coverage, version, names));
  return (
    <div class="code">
      <pre tabIndex={0} aria-label={what} onKeyDown={moveFocus}>
        {writer.write(JSON.parse(text), '', top)}
      </pre>
      <Copy text={JSON.stringify(JSON.parse(text), undefined, 2)} what={what} />
    </div>
  );
}

/** Whether a text is a JSON object, which has fields. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent): void {
  const by = moves[event.key];
  if (by === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const terms = [...event.currentTarget.querySelectorAll<HTMLElement>('.term')];
  const at = terms.findIndex((term) => term === document.activeElement);
  const next = at < 0 ? undefined : terms[at + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Names in these are the user's own. */
const ownNames = ['tags', 'metadata'];

/** Writes JSON as JSON.stringify does over several lines, with its names as terms. */
class JsonWriter {
  readonly #recordOf: (names: readonly string[]) => CoverageProofs | undefined;
  #isFirst = true;

  constructor(recordOf: (names: readonly string[]) => CoverageProofs | undefined) {
    this.#recordOf = recordOf;
  }

  write(value: unknown, indent: string, proofs?: CoverageProofs): ComponentChildren {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const inner = `${indent}  `;
    const isList = Array.isArray(value);
    const entries = Object.entries(value);
    if (entries.length === 0) return isList ? '[]' : '{}';
    const own = isList ? undefined : (proofs ?? this.#recordOf(Object.keys(value)));
    return [
      isList ? '[' : '{',
      ...entries.flatMap(([name, item], index) => [
        `${index === 0 ? '' : ','}\n${inner}`,
        ...(isList ? [] : [this.#name(name, own?.[name]), ': ']),
        this.write(item, inner, ownNames.includes(name) ? {} : undefined),
      ]),
      `\n${indent}${isList ? ']' : '}'}`,
    ];
  }

  #name(name: string, proof: CoverageProof | undefined): ComponentChildren {
    const text = JSON.stringify(name);
    if (proof === undefined) return text;
    const tabIndex = this.#isFirst ? 0 : -1;
    this.#isFirst = false;
    return (
      <span data-mark={markWords[proof.mark]}>
        <ProofTerm proof={proof} tabIndex={tabIndex}>
          {text}
        </ProofTerm>
      </span>
    );
  }
}
