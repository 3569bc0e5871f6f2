import { LineCounter, isNode, visit } from 'yaml';
import type { Document } from 'yaml';
import { isTooDeep, tooDeep } from '../shared/nesting.ts';
import { readYaml, tooDeepAt } from '../yaml-document.ts';
import { alteredNumbers } from './number-texts.ts';
import { ScenarioError } from './errors.ts';
import { isPlainObject } from '../shared/objects.ts';
import { errorText } from '../shared/errors.ts';

export type Path = readonly unknown[];

export type Group = Readonly<Record<string, unknown>>;

/** A file and a line; of what a rule has inherited, those of the rule that changed it, and where the part itself is. */
export interface Position {
  readonly line: string;
  readonly inherited?: string;
}

/** A value, and where its parts stand, by their paths of keys. */
export interface Located<T> {
  readonly value: T;
  readonly at: (path: Path) => Position;
}

/** A file as it was read. */
interface ReadFile extends Located<unknown> {
  /** Numbers that become others on their way, a line each. */
  readonly faults: readonly string[];
}

/** Reads YAML or JSON. Throws ScenarioError for what is neither. */
export function parse(file: string, source: string): ReadFile {
  assertShallow(file, source);
  const lines = new LineCounter();
  const { document, fault } = readYaml(source, lines);
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  if (fault !== undefined) {
    const { offset, message } = fault;
    throw new ScenarioError([`${at(offset)}: ${firstLine(message)}${hintAt(source, offset)}`]);
  }
  const value = valueOf(document, file);
  const round = roundAlias(document);
  if (round !== undefined) throw new ScenarioError([`${at(round)}: the alias refers to a node that contains it`]);
  if (isTooDeep(value)) throw new ScenarioError([`${file}:1: ${tooDeep('what its aliases make of it')}`]);
  const positionOf = (path: Path): Position => ({ line: at(offsetOf(document, path)) });
  const faults = alteredNumbers(document).map(({ path, message }) =>
    faultText({ value, at: positionOf }, { path, message }),
  );
  return { value, at: positionOf, faults };
}

/** Before it is parsed: the parser calls itself for each level. Throws ScenarioError. */
function assertShallow(file: string, source: string): void {
  const offset = tooDeepAt(source);
  if (offset === undefined) return;
  const line = source.slice(0, offset).split('\n').length;
  throw new ScenarioError([`${file}:${line}: ${tooDeep('the file')}`]);
}

/** A part of a file, and what is wrong with it. */
export interface FileFault {
  readonly path: Path;
  readonly message: string;
}

/** A fault as one line: `FILE:LINE: rule ID: PART MESSAGE`. */
export function faultText({ value, at }: Located<unknown>, { path, message }: FileFault): string {
  const { line, inherited } = at(path);
  const subject = subjectOf(value, path);
  return `${line}: ${subject}${message}${inherited === undefined ? '' : `; this part is inherited from ${inherited}`}`;
}

/** Names a rule by its id, or by its number when it has none. */
function subjectOf(value: unknown, path: Path): string {
  const [first, index, ...rest] = path;
  if (first !== 'rules' || typeof index !== 'number') return path.length === 0 ? '' : `${path.join('.')} `;
  const rules = isPlainObject(value) ? value['rules'] : undefined;
  const rule: unknown = Array.isArray(rules) ? rules[index] : undefined;
  const id = isPlainObject(rule) ? rule['id'] : undefined;
  const name = typeof id === 'string' || typeof id === 'number' ? `rule ${id}` : `rule #${index + 1}`;
  return rest.length === 0 ? `${name} ` : `${name}: ${rest.join('.')} `;
}

/** A group with parts of another put in the place of its own: what is wrong with the two of them the other can mend. */
export function over(base: Located<Group>, own: Located<Group>): Located<Group> {
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

/** Throws ScenarioError when its aliases make it larger than it could be meant. */
function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ScenarioError([`${file}:1: ${firstLine(errorText(error))}`]);
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
