import { LineCounter, isMap, isNode, isScalar, visit } from 'yaml';
import type { Document } from 'yaml';
import { errorText } from '../shared/errors.ts';
import { isTooDeep, tooDeepMessage } from '../shared/nesting.ts';
import { readYaml, tooDeepAt } from '../yaml-document.ts';
import { FaultyFile } from './faulty-file.ts';
import { findAlteredNumbers } from './number-texts.ts';

export type Path = readonly unknown[];

/** A file and a line. For an inherited part: those of the rule that changed it, and the place of the part itself. */
export interface Position {
  readonly line: string;
  readonly inherited?: string;
}

/** A value, and where its parts stand, by their paths of keys. */
export interface Located<T> {
  readonly value: T;
  readonly at: (path: Path) => Position;
}

/** A part of a file, and its fault. */
export interface FileFault {
  readonly path: Path;
  readonly message: string;
}

/** A file as it was read. */
export interface ReadFile extends Located<unknown> {
  /** Numbers that become others on their way. */
  readonly faults: readonly FileFault[];
  /** Where the innermost part of a path begins that the file has, in UTF-16 units. */
  readonly offsetOf: (path: Path) => number;
}

/** How files of one kind are read. */
export interface Reading {
  /** Whether a value is used as text there, so that a number must be in quotes. */
  readonly isText: (path: readonly (string | number)[]) => boolean;
  /** The hint for a line that is neither YAML nor JSON. */
  readonly hintAt?: (line: string) => string;
}

/** Reads YAML or JSON. Throws FaultyFile for other text. */
export function readLocated(file: string, source: string, { isText, hintAt }: Reading): ReadFile {
  assertShallow(file, source);
  const lines = new LineCounter();
  const { document, fault } = readYaml(source, lines);
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  if (fault !== undefined) {
    const { offset, message } = fault;
    throw new FaultyFile([`${at(offset)}: ${firstLine(message)}${hintAt?.(lineAt(source, offset)) ?? ''}`]);
  }
  const value = valueOf(document, file);
  const round = roundAlias(document);
  if (round !== undefined) throw new FaultyFile([`${at(round)}: the alias refers to a node that contains it`]);
  if (isTooDeep(value)) throw new FaultyFile([`${file}:1: ${tooDeepMessage('what its aliases make of it')}`]);
  return {
    value,
    at: (path) => ({ line: at(offsetOf(document, path)) }),
    offsetOf: (path) => offsetOf(document, path),
    faults: findAlteredNumbers(document, isText),
  };
}

/** Before it is parsed: the parser calls itself for each level. Throws FaultyFile. */
function assertShallow(file: string, source: string): void {
  const offset = tooDeepAt(source);
  if (offset === undefined) return;
  const line = source.slice(0, offset).split('\n').length;
  throw new FaultyFile([`${file}:${line}: ${tooDeepMessage('the file')}`]);
}

/** The line of an error; later errors are mostly consequences of the first. */
const lineAt = (source: string, offset: number): string =>
  source.slice(source.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0] ?? '';

/** The position of an alias to a node that contains it: following it would never end. Aliases refer to earlier nodes. */
function roundAlias(document: Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Alias: (_key, alias, ancestors) => {
      const meant = alias.resolve(document);
      if (meant === undefined || !ancestors.some((ancestor) => ancestor === meant)) return undefined;
      found = alias.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}

/** Throws FaultyFile when its aliases make it larger than it could be meant. */
function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new FaultyFile([`${file}:1: ${firstLine(errorText(error))}`]);
  }
}

const firstLine = (message: string): string => message.split('\n', 1)[0]?.replace(/ at line \d+.*$/, '') ?? '';

/** A part of a mapping begins at its key, which may stand lines before its value. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const name = path[length - 1];
    const key = isMap(parent)
      ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === name)?.key
      : undefined;
    const node: unknown = key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return document.contents?.range?.[0] ?? 0;
}
