import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { Proof } from '../../wire/evidence.ts';

const width = 80;

/** The findings for people, in lines of at most 80 characters. */
export function report(
  { requests, drifts, learnt, skipped }: Findings,
  against: string,
  good = 'all as expected',
): string {
  return [
    `${against}: ${drifts.length === 0 ? good : pluralize(drifts.length, 'drift')}`,
    ...(drifts.length === 0 ? [] : ['', ...drifts.flatMap(driftLines)]),
    ...section('Assumed so far, and what this server says:', learnt, ({ field, seen }) => `${field} ${seen}`),
    ...section('Not looked at:', skipped, ({ reason }) => reason),
    '',
    `${pluralize(requests, 'request')}, ${skipped.length} not looked at.`,
    '',
  ].join('\n');
}

function driftLines({ version, operation, field, expected, evidence, seen }: Drift): string[] {
  return [
    ...wrapText(`${version} ${operation} ${field}`, '', '    '),
    ...wrapText(expected, '    expected  ', ' '.repeat(14)),
    ...wrapText(seen, '    seen      ', ' '.repeat(14)),
    ...wrapText(`${evidence.mark}: ${evidence.source}`, '    sure by   ', ' '.repeat(14)),
  ];
}

function section<T extends CaseName>(title: string, found: readonly T[], tell: (one: T) => string): string[] {
  if (found.length === 0) return [];
  const lines = found.flatMap((one) => wrapText(`${one.version} ${one.operation}: ${tell(one)}`, '  ', '      '));
  return ['', title, ...lines];
}

/** Wraps between words, or within a word that is too long. */
function wrapText(text: string, first: string, further: string): string[] {
  const lines: string[] = [];
  let [line, gap] = [first, ''];
  for (const word of text.split(/\s+/).flatMap((long) => slicesOf(long, width - further.length))) {
    if (gap !== '' && line.length + gap.length + word.length > width) {
      lines.push(line);
      [line, gap] = [further, ''];
    }
    line += gap + word;
    gap = ' ';
  }
  return [...lines, line];
}

const slicesOf = (text: string, length: number): readonly string[] =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / length)) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );

/** The subject of a finding: an operation, or a behaviour of all operations. */
export type CaseSubject = OperationId | 'authentication' | 'unknownRoute';

export interface CaseName {
  readonly version: ApiVersion;
  readonly operation: CaseSubject;
}

/** An assumption, and what the server does instead. */
interface AnsweredAssumption extends CaseName {
  readonly field: string;
  readonly seen: string;
}

/** A field, a header or a status that differs from the evidence. */
export interface Drift extends AnsweredAssumption {
  readonly expected: string;
  /** The evidence for the expected behaviour. */
  readonly evidence: Proof;
}

/** A case that could not be checked. */
interface SkippedCase extends CaseName {
  readonly reason: string;
}

const longest = 60;

/** Collects findings, each once. */
export class Notes {
  readonly drifts: Drift[] = [];
  readonly learnt: AnsweredAssumption[] = [];
  readonly skipped: SkippedCase[] = [];
  requests = 0;
  readonly #known = new Set<string>();
  readonly #hide: (text: string) => string;

  /** `hide` removes secrets from a text, before the text is cut. */
  constructor(hide: (text: string) => string) {
    this.#hide = hide;
  }

  drift(drift: Drift): void {
    this.#add(this.drifts, { ...drift, seen: this.#describe(drift.seen) });
  }

  learn(learnt: AnsweredAssumption): void {
    this.#add(this.learnt, { ...learnt, seen: this.#describe(learnt.seen) });
  }

  skip(skipped: SkippedCase): void {
    this.#add(this.skipped, skipped);
  }

  get findings() {
    const { requests, drifts, learnt, skipped } = this;
    return { requests, drifts, learnt, skipped };
  }

  #describe(actual: string): string {
    const text = this.#hide(actual);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  }

  #add<T extends CaseName>(found: T[], finding: T): void {
    const key = JSON.stringify({ ...finding, seen: undefined, evidence: undefined });
    if (!this.#known.has(key)) found.push(finding);
    this.#known.add(key);
  }
}

/** All findings about a server. */
export type Findings = Notes['findings'];
