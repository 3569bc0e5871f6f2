import { CST, Lexer, Parser } from 'yaml';
import { mostLevels } from './shared/nesting.ts';

/**
 * Where YAML, or JSON, becomes too deep: the offset of the list or group that is one too many. Read token by token, since
 * what makes nodes of the tokens calls itself for each level. Undefined when no part of the source is too deep; what
 * aliases add is not counted.
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
