import { CST, Lexer, Parser, isCollection, isScalar, parseDocument, stringify, visit } from 'yaml';
import type { Document, LineCounter, Pair, ParsedNode, YAMLError } from 'yaml';
import { mostLevels } from './shared/nesting.ts';

/** YAML or JSON as it was read, and the first thing that is wrong with it. */
export interface YamlRead {
  readonly document: Document.Parsed;
  readonly fault: YamlFault | undefined;
}

export interface YamlFault {
  /** Of the text, in UTF-16 units. */
  readonly offset: number;
  readonly message: string;
}

/**
 * Reads YAML or JSON, which must not be too deep (`tooDeepAt`), in time proportional to its text. Three parts of the
 * package take quadratic time, so this file has its own: the check for equal keys, the place of an error, and keys that
 * are lists or mappings.
 */
export function readYaml(source: string, lineCounter?: LineCounter): YamlRead {
  const document = parseDocument(source, {
    prettyErrors: false,
    uniqueKeys: false,
    ...(lineCounter && { lineCounter }),
  });
  const [error] = document.errors;
  if (error === undefined) return { document, fault: faultOfKeys(document) };
  return { document, fault: { offset: startOfUnclosed(document, error) ?? error.pos[0], message: error.message } };
}

/** Where the text, list or group begins that is not closed: the package reports it where it ends, often lines below. */
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

/** The first key that is not text, a number or a word, or that its group has twice. */
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
 * The offset at which YAML, or JSON, becomes too deep: that of the list or mapping beyond the limit. It reads token by
 * token, since a parser of nodes calls itself for each level. Undefined for a source within the limit; aliases do not
 * count.
 */
export function tooDeepAt(source: string): number | undefined {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(source)) {
    const start = parser.offset;
    Array.from(parser.next(lexeme)); // a generator, which has to be run
    if (parser.stack.filter(CST.isCollection).length > mostLevels) return start;
  }
  return undefined;
}

/** A value as YAML, one line for each text without line breaks. */
export const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
