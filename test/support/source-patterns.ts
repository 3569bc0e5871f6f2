import { readFileSync, readdirSync } from 'node:fs';
import ts from 'typescript';

const root = new URL('../../', import.meta.url).pathname;

/** A regular expression of the source. */
export interface SourcePattern {
  /** File and line: `src/wire/v3/send.ts:24`. */
  readonly place: string;
  readonly pattern: RegExp;
}

/** All regular expressions of these folders: literals, and `new RegExp` of texts that do not change. */
export const patternsOf = (folders: readonly string[]): SourcePattern[] =>
  folders.flatMap(filesBelow).flatMap((file) => patternsIn(file, readFileSync(root + file, 'utf8')));

const filesBelow = (folder: string): string[] =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`)
    .sort();

export function patternsIn(file: string, text: string): SourcePattern[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: SourcePattern[] = [];
  const visit = (node: ts.Node): void => {
    const pattern = patternOf(node, source);
    if (pattern !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${file}:${line + 1}`, pattern });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function patternOf(node: ts.Node, source: ts.SourceFile): RegExp | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
  }
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'RegExp') return undefined;
  const [pattern, flags = ''] = (node.arguments ?? []).map((argument) => textOf(argument, source));
  return pattern === undefined ? undefined : new RegExp(pattern, flags);
}

/** The value of a text that does not change; undefined for others. */
function textOf(node: ts.Node, source: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) return constantOf(node.text, source);
  if (ts.isTaggedTemplateExpression(node)) {
    return node.tag.getText() === 'String.raw' ? templateText(node.template, source, true) : undefined;
  }
  return ts.isTemplateExpression(node) ? templateText(node, source, false) : undefined;
}

function templateText(node: ts.TemplateLiteral, source: ts.SourceFile, isRaw: boolean): string | undefined {
  const piece = (part: ts.TemplateLiteralLikeNode): string => (isRaw ? (part.rawText ?? part.text) : part.text);
  if (ts.isNoSubstitutionTemplateLiteral(node)) return piece(node);
  const values = node.templateSpans.map(({ expression }) => textOf(expression, source));
  if (values.includes(undefined)) return undefined;
  return (
    piece(node.head) + node.templateSpans.map(({ literal }, at) => `${values[at] ?? ''}${piece(literal)}`).join('')
  );
}

/** The value of a constant of the file, outside of its functions. */
function constantOf(name: string, source: ts.SourceFile): string | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    const found = statement.declarationList.declarations.find((one) => one.name.getText() === name)?.initializer;
    if (found !== undefined) return textOf(found, source);
  }
  return undefined;
}
