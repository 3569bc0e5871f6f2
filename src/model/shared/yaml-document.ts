import {
  CST,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  Parser,
  stringify,
  visit,
} from 'yaml';
import type { Document, Pair, ParsedNode, YAMLError } from 'yaml';
import { errorText, FaultyFile } from './errors.ts';
import { isTooDeep, levelsMax, tooDeepMessage } from './objects.ts';
import { asText } from './conversion.ts';

/** YAML or JSON as it was read, and its first fault. */
export interface YamlRead {
  readonly document: Document.Parsed;
  readonly fault: YamlFault | undefined;
}

export interface YamlFault {
  /** Offset in the text, in UTF-16 units. */
  readonly offset: number;
  readonly message: string;
}

/**
 * Reads YAML or JSON, which must not be too deep (`tooDeepAt`), in time proportional to its text. Three parts of the
 * package take quadratic time, so this file has its own: the check for equal keys, the place of an error, and keys that
 * are lists or mappings.
 */
function readYaml(source: string, lineCounter?: LineCounter): YamlRead {
  const document = parseDocument(source, {
    prettyErrors: false,
    uniqueKeys: false,
    ...(lineCounter && { lineCounter }),
  });
  const [error] = document.errors;
  if (error === undefined) return { document, fault: faultOfKeys(document) };
  const [at] = error.pos;
  // The parser often names a consequence of a tab instead.
  if (/^ *\t/.test(lineAt(source, at))) return { document, fault: { offset: at, message: tabMessage } };
  return { document, fault: { offset: startOfUnclosed(document, error) ?? at, message: messageOf(error) } };
}

const tabMessage = 'a tab; YAML takes spaces';

/** Messages of the parser, by their beginnings, each with a message for the author of a file, who does not know the parser. */
const messages: readonly (readonly [RegExp, string])[] = [
  [
    /^Nested mappings/,
    'a value has another key in it: begin that key on a line of its own, in the column of the other keys, or put a text with a colon in quotes',
  ],
  [/^Implicit keys need/, 'a line needs a key, a colon and a space, as in `name: value`'],
  [/^Implicit map/, 'a key needs a colon and a space after it'],
  [/^(?:All \w+ items|Sequence item)/, 'a line must begin in the column of the lines that it belongs to'],
  [/^Tabs are not allowed/, tabMessage],
  [/^Flow map .* end with a \}/, 'the { must have its }'],
  [/^Flow sequence .* end with a \]/, 'the [ must have its ]'],
  [/^Missing closing/, 'a text in quotes must end with the same quote'],
  [/^(?:Missing , |Block collections)/, 'items within braces must have a comma between them'],
  [/^Plain value cannot start .* (.)$/, 'a text that begins with $1 must be in quotes'],
  [/^Invalid escape sequence (.*)/, "$1 is no escape in double quotes: use single quotes, '…'"],
  [/^Unexpected , /, 'there is a comma without an item before it'],
  [/^Unexpected block-seq-ind on same line/, 'a list must begin on the line after its key, or be in brackets: [a, b]'],
  [/^Unexpected .* at node end/, 'there is more text after the end of the value: put all of it in quotes'],
  [/^Unexpected flow-(?:map|seq)-end/, 'there is a closing bracket without an opening one'],
  [/^Block scalar header/, 'a text over several lines must begin on the line after its | or >'],
];

function messageOf({ message }: YAMLError): string {
  for (const [pattern, plain] of messages) {
    const found = pattern.exec(message);
    if (found !== null) return plain.replace('$1', () => found[1] ?? '');
  }
  return message;
}

/** The start of the text, list or group that is not closed. The package reports where that ends, often lines below. */
function startOfUnclosed(document: Document, { message, pos: [end] }: YAMLError): number | undefined {
  if (!/ end with a [\]}]$|^Missing closing /.test(message)) return undefined;
  let start: number | undefined;
  visit(document, {
    Node: (_key, { range }) => {
      if (range?.[1] !== end) return undefined;
      start = range[0];
      return undefined; // the innermost comes last
    },
  });
  return start;
}

/** The fault of the first key that is not text, a number or a word, or that occurs twice in its group. */
function faultOfKeys(document: Document.Parsed): YamlFault | undefined {
  let fault: YamlFault | undefined;
  visit(document, {
    Map: (_key, { items }) => {
      fault = faultIn(items as Pair<ParsedNode>[]);
      return fault && visit.BREAK;
    },
  });
  return fault;
}

function faultIn(pairs: readonly Pair<ParsedNode>[]): YamlFault | undefined {
  const ancestors = new Set<unknown>();
  for (const { key } of pairs) {
    const offset = key.range[0];
    if (isCollection(key)) return { offset, message: 'Map keys must be text, but one is a list or a group' };
    const name: unknown = isScalar(key) ? key.value : key;
    if (ancestors.has(name)) return { offset, message: 'Map keys must be unique' };
    ancestors.add(name);
  }
  return undefined;
}

/**
 * The offset at which YAML, or JSON, becomes too deep: that of the list or mapping beyond the limit. It reads token
 * by token, since a parser of nodes calls itself for each level. Returns undefined for a source within the limit;
 * aliases do not count.
 */
export function tooDeepAt(source: string): number | undefined {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(source)) {
    const start = parser.offset;
    Array.from(parser.next(lexeme)); // a generator, which has to be run
    if (parser.stack.filter(CST.isCollection).length > levelsMax) return start;
  }
  return undefined;
}

/** A value as YAML, one line for each text without line breaks. */
export const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });

export type Path = readonly unknown[];

/**
 * A file and a line. For an inherited part, `line` is that of the rule that changed the part, and `inherited` that of
 * the part itself.
 */
interface Position {
  readonly line: string;
  readonly inherited?: string;
}

/** A value, and the positions of its parts, by their paths of keys. */
export interface Located<T> {
  readonly value: T;
  readonly at: (path: Path) => Position;
}

/** A part of a file, and its fault. */
export interface FileFault {
  readonly path: Path;
  readonly message: string;
}

/** The content of a file, with the positions of its parts. */
export interface ReadFile extends Located<unknown> {
  /** Numbers that would change when they are read or sent. */
  readonly faults: readonly FileFault[];
  /** The offset of the innermost part of a path that the file contains, in UTF-16 units. */
  readonly offsetOf: (path: Path) => number;
}

/** How files of one kind are read. */
interface Reading {
  /** Whether a value is used as text there, so that a number must be in quotes. */
  readonly isText: (path: readonly (string | number)[]) => boolean;
  /** The hint for a line that is neither YAML nor JSON. */
  readonly hintAt?: (line: string) => string;
}

/** A character that neither YAML nor JSON has: the file is a picture, a program or the like. */
const notInText = /(?![\t\n\r\u0085])\p{Cc}/u;

/** Reads YAML or JSON. Throws FaultyFile for other text. */
export function readLocated(file: string, source: string, { isText, hintAt }: Reading): ReadFile {
  if (notInText.test(source)) throw new FaultyFile([`${file} must be YAML or JSON, got other bytes`]);
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

/** Checks the depth before the source is parsed: the parser calls itself for each level. Throws FaultyFile. */
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

/** The value of a document. Throws FaultyFile if its aliases make it too large to be intended. */
function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new FaultyFile([`${file}:1: ${firstLine(errorText(error))}`]);
  }
}

const firstLine = (message: string): string => message.split(/\n| at line (?=\d)/, 1)[0] ?? '';

/** A part of a mapping begins at its key, which may be lines before its value. */
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

interface NumberFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Numbers that would change when they are read or sent. Some are sent or compared as text, and would become another
 * text. Others are numbers that neither JavaScript nor JSON can keep.
 */
function findAlteredNumbers(document: Document, isText: (path: NumberFault['path']) => boolean): NumberFault[] {
  return numbersIn(document, document.contents, []).flatMap(({ path, value, written }) => {
    const message = isText(path) ? faultOfText(value, written) : faultOfNumber(value, written);
    return message === undefined ? [] : [{ path, message }];
  });
}

interface WrittenNumber {
  readonly path: readonly (string | number)[];
  readonly value: number;
  readonly written: string;
}

function numbersIn(document: Document, node: unknown, path: readonly (string | number)[]): WrittenNumber[] {
  if (isAlias(node)) return numbersIn(document, node.resolve(document), path);
  if (isSeq(node)) return node.items.flatMap((item, index) => numbersIn(document, item, [...path, index]));
  if (isMap(node)) return node.items.flatMap(({ key, value }) => numbersIn(document, value, [...path, keyText(key)]));
  if (!isScalar(node) || typeof node.value !== 'number') return [];
  return [{ path, value: node.value, written: node.source ?? String(node.value) }];
}

const keyText = (key: unknown): string => asText(isScalar(key) ? key.value : key);

const faultOfText = (value: number, written: string): string | undefined =>
  String(value) === written
    ? faultOfNumber(value, written)
    : `must be in quotes: '${written}' is text, ${written} is the number ${value}`;

function faultOfNumber(value: number, written: string): string | undefined {
  if (!Number.isFinite(value)) return 'is no number that JSON has';
  const losesDigits = /^[-+]?\d+$/.test(written) && !Number.isSafeInteger(value);
  return losesDigits ? 'has more digits than a number keeps; in quotes it is text' : undefined;
}
