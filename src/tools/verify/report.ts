import type { ApiVersion, OperationId } from '../../model/domain/operation.ts';
import type { Proof } from '../../wire/evidence.ts';

const width = 80;

/** The findings for people, in lines of at most 80 characters. */
export function report({ requests, drifts, learnt, skipped }: Findings, against: string): string {
  const count = (list: readonly unknown[], what: string): string => `${list.length} ${what}`;
  return [
    `${against}: ${drifts.length === 0 ? 'all as expected' : count(drifts, drifts.length === 1 ? 'drift' : 'drifts')}`,
    ...(drifts.length === 0 ? [] : ['', ...drifts.flatMap(driftLines)]),
    ...section('Assumed so far, and what this server says:', learnt, ({ field, seen }) => [field, seen]),
    ...section('Not looked at:', skipped, ({ reason }) => [reason]),
    '',
    `${requests} requests, ${count(skipped, 'not looked at')}.`,
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

interface CaseLocation {
  readonly version: string;
  readonly operation: string;
}

function section<T extends CaseLocation>(
  title: string,
  found: readonly T[],
  tell: (one: T) => readonly string[],
): string[] {
  if (found.length === 0) return [];
  const lines = found.flatMap((one) => [
    ...wrapText(`${one.version} ${one.operation}: ${tell(one).join(' ')}`, '  ', '      '),
  ]);
  return ['', title, ...lines];
}

/** Breaks between words where that can be, and within one that is too long. */
function wrapText(text: string, first: string, further: string): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).flatMap((long) => pieces(long, width - further.length))) {
    const isTooLong = line.length + word.length + (isEmpty ? 0 : 1) > width;
    if (isTooLong && !isEmpty) {
      lines.push(line);
      line = further;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

const pieces = (word: string, length: number): string[] =>
  word.length <= length
    ? [word]
    : Array.from({ length: Math.ceil(word.length / length) }, (_, at) => word.slice(at * length, (at + 1) * length));

/** The subject of a finding: an operation, or a behaviour of all of them. */
export type CaseSubject = OperationId | 'authentication' | 'unknownRoute';

interface CaseName {
  readonly version: ApiVersion;
  readonly operation: CaseSubject;
}

/** A field, a header or a status that is not as the evidence has it. */
interface Drift extends CaseName {
  readonly field: string;
  readonly expected: string;
  /** How sure it is that the real service does as expected. */
  readonly evidence: Proof;
  readonly seen: string;
}

/** An assumption, and the server's behaviour in its place. */
interface AnsweredAssumption extends CaseName {
  readonly field: string;
  readonly seen: string;
}

/** A case that could not be checked. */
interface SkippedCase extends CaseName {
  readonly reason: string;
}

/** All that was found out about a server. */
export interface Findings {
  readonly requests: number;
  readonly drifts: readonly Drift[];
  readonly learnt: readonly AnsweredAssumption[];
  readonly skipped: readonly SkippedCase[];
}

const longest = 60;

/** Gathers findings; each once. */
export class Notes {
  readonly #drifts = new Map<string, Drift>();
  readonly #learnt = new Map<string, AnsweredAssumption>();
  readonly #skipped = new Map<string, SkippedCase>();
  readonly #hide: (text: string) => string;
  requests = 0;

  /** `hide` removes secrets from a text: from the whole text, before that is cut. */
  constructor(hide: (text: string) => string) {
    this.#hide = hide;
  }

  drift(drift: Drift): void {
    const { version, operation, field, expected } = drift;
    this.#add(this.#drifts, [version, operation, field, expected], { ...drift, seen: this.#describe(drift.seen) });
  }

  learn(learnt: AnsweredAssumption): void {
    const { version, operation, field } = learnt;
    this.#add(this.#learnt, [version, operation, field], { ...learnt, seen: this.#describe(learnt.seen) });
  }

  skip(skipped: SkippedCase): void {
    const { version, operation, reason } = skipped;
    this.#add(this.#skipped, [version, operation, reason], skipped);
  }

  get findings(): Findings {
    return {
      requests: this.requests,
      drifts: [...this.#drifts.values()],
      learnt: [...this.#learnt.values()],
      skipped: [...this.#skipped.values()],
    };
  }

  #describe(actual: string): string {
    const text = this.#hide(actual);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  }

  #add<T>(known: Map<string, T>, parts: readonly string[], finding: T): void {
    const key = parts.join('\n');
    if (!known.has(key)) known.set(key, finding);
  }
}
