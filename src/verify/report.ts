import type { Findings } from './findings.ts';
import type { Drift } from './findings.ts';

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
