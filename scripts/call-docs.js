// The tables of docs/javascript.md, made from the types that the package exports and the summaries of the control calls.
import ts from 'typescript';
import { controlRoutes } from '../src/control/control-routes.ts';
import { printTypes } from './build/types.js';
import { root } from './root.js';
import { code, table } from './scenario-docs.js';

/** The interfaces of a world, each with the beginning of its calls. */
const words = { WorldHandle: '', OwnWorld: '', ClockWords: 'clock.', ScenarioWords: 'scenarios.' };

/** A table of the calls of a world, one of each group of control calls, and one of the named types. */
export function callTables() {
  const text = printTypes(root).get('client');
  const { statements } = ts.createSourceFile('client.d.ts', text, ts.ScriptTarget.Latest, true);
  const named = (name) => statements.find((it) => it.name?.text === name);
  const ofWorld = Object.entries(words).flatMap(([name, start]) => callsOf(named(name), start));
  const groups = named('Surface').type.members.map((group) => [nameOf(group), controlCalls(group)]);
  const types = statements.filter((it) => ts.isTypeAliasDeclaration(it) && isExported(it) && !it.typeParameters);
  return [
    '## Worlds',
    table(['Call', 'Result', 'Does'], ofWorld),
    ...groups.flatMap(([name, rows]) => [`## ${name}`, table(['Call', 'Result', 'Does'], rows)]),
    '## Types',
    table(
      ['Type', 'Meaning'],
      types.map((it) => [code(nameOf(it)), docsOf(it)]),
    ),
  ].join('\n\n');
}

const nameOf = (node) => node.name.getText();
const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function callsOf(declaration, start) {
  return declaration.members.flatMap((member) => {
    const call = ts.isMethodSignature(member) ? member : member.type;
    if (call === undefined || !('parameters' in call)) return [];
    const parameters = call.parameters.map((it) => it.getText()).join(', ');
    return [[code(`${start}${nameOf(member)}(${parameters})`), resultOf(call), docsOf(member)]];
  });
}

function controlCalls(group) {
  return group.type.members.map((member) => {
    const { summary } = controlRoutes[nameOf(group)][nameOf(member)];
    const [input] = member.type.parameters;
    return [code(`${nameOf(group)}.${nameOf(member)}(${inputOf(input)})`), resultOf(member.type), summary];
  });
}

/** The names of the fields that a call takes, or the name of their type. */
function inputOf(parameter) {
  const { type } = parameter;
  if (ts.isTypeReferenceNode(type)) return parameter.getText();
  const fields = fieldsOf(type).map((it) => `${nameOf(it)}${it.questionToken ? '?' : ''}`);
  return fields.length === 0 ? '' : `{ ${[...new Set(fields)].join(', ')} }`;
}

function fieldsOf(type) {
  if (ts.isTypeLiteralNode(type)) return type.members.filter(ts.isPropertySignature);
  if (ts.isParenthesizedTypeNode(type)) return fieldsOf(type.type);
  return 'types' in type ? type.types.flatMap(fieldsOf) : [];
}

/** Throws for a result without a name: readers could not import it. */
function resultOf({ type }) {
  const inner = type.typeName?.getText() === 'Promise' ? type.typeArguments[0] : type;
  const text = inner.getText().replace(/^Array<(.+)>$/s, '$1[]');
  if (text.includes('{')) throw new Error(`src/control/client/named-types.ts must name the result ${text}`);
  return code(text);
}

function docsOf(node) {
  const text = ts.getTextOfJSDocComment(node.jsDoc?.at(-1)?.comment) ?? '';
  return text.replaceAll(/\s+/g, ' ');
}
