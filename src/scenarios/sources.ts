import { LineCounter, isNode, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
import { alteredNumbers } from './number-texts.ts';
import { ScenarioError } from './scenario-error.ts';

export type Path = readonly unknown[];

export type Group = Readonly<Record<string, unknown>>;

export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A file and a line; of what a rule has inherited, those of the rule that changed it, and where the part itself is. */
export interface Place {
  readonly line: string;
  readonly inherited?: string;
}

/** A value, and where its parts stand, by their paths of keys. */
export interface Placed<T> {
  readonly value: T;
  readonly at: (path: Path) => Place;
}

/** Reads YAML or JSON. Throws ScenarioError. */
export function parse(file: string, source: string): Placed<unknown> {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true });
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  if (document.errors.length > 0) {
    const [{ pos, message } = { pos: [0] as const, message: '' }] = document.errors;
    throw new ScenarioError([`${at(pos[0])}: ${firstLine(message)}${hintAt(source, pos[0])}`]);
  }
  const value = valueOf(document, file);
  const round = roundAlias(document);
  if (round !== undefined) throw new ScenarioError([`${at(round)}: an alias stands within what it is of`]);
  const placeOf = (path: Path): Place => ({ line: at(offsetOf(document, path)) });
  const altered = alteredNumbers(document).map(({ path, message }) => told(placeOf(path), path, message));
  if (altered.length > 0) throw new ScenarioError(altered);
  return { value, at: placeOf };
}

/** A fault with the place where it stands, and the path when there is one. */
export function told({ line, inherited }: Place, path: Path, message: string): string {
  const what = path.length === 0 ? message : `${path.join('.')} ${message}`;
  return `${line}: ${what}${inherited === undefined ? '' : `; this part is inherited from ${inherited}`}`;
}

/** A group with parts of another put in the place of its own: what is wrong with the two of them the other can mend. */
export function over(base: Placed<Group>, own: Placed<Group>): Placed<Group> {
  return {
    value: { ...base.value, ...own.value },
    at: (path) => {
      const [key] = path;
      const isBase = typeof key === 'string' && !Object.hasOwn(own.value, key) && Object.hasOwn(base.value, key);
      if (!isBase) return own.at(path);
      const { line, inherited = line } = base.at(path);
      return { line: own.at([]).line, inherited };
    },
  };
}

/** What comes after the first error is mostly its consequence; and braces have a meaning of their own within braces. */
function hintAt(source: string, offset: number): string {
  const line = source.slice(source.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0] ?? '';
  return /[^'"]\$\{/.test(line) ? "; within {…} and […] ${…} must stand in quotes: '${…}'" : '';
}

/** Where an alias stands within what it is of: who goes into it never comes out. Aliases are of what began before. */
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

/** Throws ScenarioError when its aliases make it larger than it could be meant. */
function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ScenarioError([`${file}:1: ${firstLine(error instanceof Error ? error.message : String(error))}`]);
  }
}

const firstLine = (message: string): string => message.split('\n', 1)[0]?.replace(/ at line \d+.*$/, '') ?? '';

/** Where the innermost part of a path begins that the file has. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
