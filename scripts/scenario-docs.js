// The JSON Schema of scenario files and their reference, both from the form that the parser reads them with.
import { toJsonSchema } from '@valibot/to-json-schema';
import { namedFacts, plainFacts, comparableFields, itemFields } from '../src/scenarios/facts.ts';
import { scenarioFileSchema } from '../src/scenarios/schema.ts';
import { effectScopes, scopeOf } from '../src/scenarios/effects.ts';

/** JSON Schema 2020-12. Checks between the parts of a rule are in code alone. */
export function scenarioSchema() {
  const schema = fileSchema();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'faxsim scenario',
    ...withParams(schema),
    $defs: {
      filled: { description: 'A value with a parameter in it: `${name}`.', type: 'string', pattern: '\\$\\{[^}]*\\}' },
    },
  };
}

/** The reference as Markdown. */
export function scenarioReference() {
  const { properties } = rawSchema();
  const rule = properties.rules.items.properties;
  const effects = rule.do.properties;
  return [
    '<!-- Made by `npm run docs` from src/scenarios: change it there. -->',
    '# Reference of scenario files',
    'This page lists every key. [Scenarios](scenarios.md) has examples, and [the JSON Schema](scenario.schema.json) completes keys in an editor.',
    '## The file',
    table(['Key', 'Meaning', 'Values', 'Default'], rowsOf(rawSchema(), 'rules')),
    '## A rule',
    table(['Key', 'Meaning', 'Values', 'Default'], rowsOf(properties.rules.items, 'do', 'where', 'expect')),
    '## Facts',
    '`where` compares these facts. Each fact has a value, or a mapping of comparisons that must all match.',
    factTable(),
    table(['Comparison', 'Meaning', 'Values'], comparisonsOf(rule.where)),
    'Patterns have [RE2’s syntax](https://github.com/google/re2/wiki/Syntax): without look-around and back-references. A fact of more than 64 kB matches no pattern.',
    '## Durations',
    'A duration is a number with its unit, `ms`, `s`, `m`, `h`, `d` or `w`: `250ms`, `2s`, `1.5h`. A number without a unit is refused, except for 0. For random durations, `{min, max}` is uniform between the two values, and `{median, sigma, max}` is log-normal, like real latencies.',
    '## Effects',
    'The effects of a rule on a response come in this order: `rate_limit`, `arrivals`, the operation with `file`, then `patch`, `fail` or `respond`, then `delay`, and `wire` last. So a slow response, or a broken connection, comes after the work. The effects of a rule on a webhook come in the order `delay`, `hold_until`, `drop`, `body`, `sign`, `receiver`, `duplicate`.',
    ...Object.entries(effectScopes).flatMap(([scope, keys]) => [
      `### On ${scopeNames[scope] ?? scope}`,
      table(
        ['Effect', 'Meaning', 'Values'],
        rowsOf(pick(rule.do, keys)).map(([key, says, values]) => [key, says, values]),
      ),
    ]),
    ...groupsIn(effects),
    '## Expectations',
    '`expect` has these keys. Each verdict is `passed`, `failed` or `pending`: see [Expectations](scenarios.md#expectations).',
    table(
      ['Expectation', 'The client passes when', 'Values'],
      rowsOf(rule.expect).map(([key, says, values]) => [key, says, values]),
    ),
  ].join('\n\n');
}

const scopeNames = { answer: 'responses', fax: '`fax`', portOrder: '`portOrder`', webhook: '`webhook`' };

/** The form as it is, each part inlined. */
function rawSchema() {
  const { $defs = {}, ...schema } = toJsonSchema(scenarioFileSchema, {
    typeMode: 'input',
    errorMode: 'ignore',
    target: 'draft-2020-12',
  });
  const { $schema: _, ...inlined } = inline(schema, $defs);
  return inlined;
}

function inline(node, defs) {
  if (Array.isArray(node)) return node.map((item) => inline(item, defs));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node;
  if ($ref !== undefined) return { ...inline(defs[$ref.split('/').at(-1)], defs), ...inline(rest, defs) };
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, defs)]));
}

/** A file that extends others may leave out what they say. */
function fileSchema() {
  const schema = rawSchema();
  const rule = schema.properties.rules.items;
  const droppable = Object.keys(rule.properties).filter((key) => !rule.required.includes(key));
  const said = Object.fromEntries(droppable.map((key) => [key, { not: { type: 'null' } }]));
  const complete = { properties: { rules: { items: { required: rule.required, properties: said } } } };
  const factNames = { anyOf: [{ enum: [...plainFacts] }, ...factPatterns().map((pattern) => ({ pattern }))] };
  rule.properties.where.propertyNames = factNames;
  for (const key of droppable) rule.properties[key] = orNull(rule.properties[key]);
  rule.required = ['id'];
  rule.allOf = Object.keys(effectScopes).map(scopeCondition);
  return {
    ...schema,
    required: schema.required.filter((key) => key !== 'rules'),
    anyOf: [{ required: ['rules'] }, { required: ['extends'] }],
    if: { not: { required: ['extends'] } },
    then: complete,
  };
}

/** A rule that changes an inherited one drops a part of it with null. */
const orNull = ({ description, default: fallback, ...part }) => ({
  description,
  ...(fallback !== undefined && { default: fallback }),
  anyOf: [part, { type: 'null' }],
});

/** The effects that go with what a rule listens to. */
function scopeCondition(scope) {
  const words = listenedWords().filter((word) => scopeOf(word) === scope);
  const on = { anyOf: [{ enum: words }, { type: 'array', contains: { enum: words } }] };
  return {
    if: { properties: { on }, required: ['on'] },
    then: { properties: { do: { propertyNames: { enum: [...effectScopes[scope]] } } } },
  };
}

function listenedWords() {
  const { anyOf } = rawSchema().properties.rules.items.properties.on;
  return anyOf.find((option) => option.enum !== undefined).enum;
}

function factPatterns() {
  const named = namedFacts.map((fact) => `^${literally(fact)}\\..`);
  const fields = Object.entries(comparableFields).map(([kind, names]) => {
    const plain = names.filter((name) => !namedFacts.includes(`${kind}.${name}`));
    return `^${kind}\\.(${plain.join('|')})$`;
  });
  const items = Object.entries(itemFields).map(
    ([list, names]) => `^${literally(list)}(\\.\\d+)?\\.(${names.join('|')})$`,
  );
  return [...named, ...fields, ...items];
}

const literally = (text) => text.replaceAll('.', '\\.');

/** Every plain value may be text with a parameter in it, except where the file is described rather than the rules. */
function withParams({ properties, ...schema }) {
  const { rules, ...head } = properties;
  return { ...schema, properties: { ...head, rules: filled(rules) } };
}

function filled(node) {
  if (Array.isArray(node)) return node.map(filled);
  if (typeof node !== 'object' || node === null) return node;
  if (isPlain(node)) {
    const { description, default: fallback, ...plain } = node;
    return {
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
      anyOf: [plain, { $ref: '#/$defs/filled' }],
    };
  }
  const entries = Object.entries(node).map(([key, value]) => {
    if (key === 'properties') {
      return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part)]))];
    }
    return [key, ['items', 'additionalProperties', 'anyOf'].includes(key) ? filled(value) : value];
  });
  return Object.fromEntries(entries);
}

/** Whether a part is neither a list nor a mapping, nor any text. */
function isPlain({ type, pattern, enum: words, const: only, $ref }) {
  if ($ref !== undefined || ['object', 'array', 'null'].includes(type)) return false;
  if (type === 'string') return pattern !== undefined || words !== undefined;
  return type !== undefined || words !== undefined || only !== undefined;
}

export function rowsOf({ properties, required = [] }, ...closed) {
  return Object.entries(properties).map(([key, part]) => [
    code(key),
    part.description ?? '',
    closed.includes(key) ? 'below' : valuesOf(part),
    required.includes(key) ? 'required' : defaultOf(part),
  ]);
}

const defaultOf = ({ default: fallback }) =>
  fallback === undefined || typeof fallback === 'object' ? '' : `\`${JSON.stringify(fallback)}\``;

/** The allowed values of a part, in a few words. */
function valuesOf(part) {
  const { anyOf, enum: words, const: only, type, items, properties, additionalProperties } = part;
  if (anyOf !== undefined) return isDuration(part) ? 'a duration' : [...new Set(anyOf.map(alternative))].join(', or ');
  if (words !== undefined) {
    return words.length > 12 && words.includes('sendFax')
      ? `an operation or ${words
          .filter((word) => word === '*' || scopeOf(word) !== 'answer')
          .map(code)
          .join(', ')}`
      : words.map(code).join(', ');
  }
  if (only !== undefined) return code(only);
  if (type === 'array') return `a list of ${items.properties === undefined ? entriesOf(items) : groupOf(items)}`;
  if (properties !== undefined) return groupOf(part);
  if (type === 'object') return additionalProperties === undefined ? 'a mapping' : 'a mapping of names to values';
  return numberOf(part) ?? plainNames[type] ?? 'anything';
}

/** Each entry of a list may be any of them: `, or` would end the list. */
const entriesOf = (items) =>
  items.anyOf !== undefined && !isDuration(items)
    ? `entries, each ${items.anyOf.map(valuesOf).join(' or ')}`
    : valuesOf(items);

/** A list of what could stand there by itself is not told twice. */
const alternative = (option, _index, all) =>
  option.items !== undefined && valuesOf(option.items) === valuesOf(all[0]) ? 'a list of them' : valuesOf(option);

const plainNames = {
  null: '`null`',
  string: 'a string',
  boolean: '`true` or `false`',
  number: 'a number',
  integer: 'an integer',
};

function numberOf({ type, minimum, maximum }) {
  if ((type !== 'integer' && type !== 'number') || minimum === undefined) return undefined;
  const kind = plainNames[type];
  return maximum === undefined ? `${kind} from ${minimum}` : `${kind} from ${minimum} to ${maximum}`;
}

const isDuration = ({ anyOf }) =>
  anyOf.length === 2 && anyOf[0].pattern?.includes('ms|s|m|h|d|w') === true && anyOf[1].type === 'number';

const groupOf = ({ properties }) => `\`{${Object.keys(properties).join(', ')}}\``;

/** A table of keys for each effect that is a mapping, below its name. */
function groupsIn(effects) {
  return Object.entries(effects).flatMap(([effect, part]) =>
    [part, ...(part.anyOf ?? []), part.items ?? {}]
      .filter(({ properties = {} }) => Object.values(properties).some(({ description }) => description !== undefined))
      .flatMap((group) => [
        `### \`${effect}\`${group === part.items ? ', each step' : ''}`,
        table(['Key', 'Meaning', 'Values', 'Default'], rowsOf(group)),
      ]),
  );
}

function comparisonsOf({ additionalProperties }) {
  const group = additionalProperties.anyOf.find(({ properties }) => properties !== undefined);
  return Object.entries(group.properties).map(([key, part]) => [code(key), part.description ?? '', valuesOf(part)]);
}

function factTable() {
  const rows = [
    ['`version`, `account`', 'requests', '`v1`, `v2`, `v2.1` or `v3`; the world'],
    [
      '`params.NAME`, `headers.NAME`',
      'requests',
      'a parameter or header of the request; header names are case-insensitive',
    ],
    ...Object.entries(comparableFields).map(([kind, fields]) => [
      `\`${kind}.NAME\``,
      recordsOf[kind] ?? 'requests for one such record',
      fields.map(code).join(', '),
    ]),
    ...Object.entries(itemFields).map(([list, fields]) => [
      `\`${list}.NAME\`, \`${list}.0.NAME\``,
      'the same',
      fields.map(code).join(', '),
    ]),
    ['`to`, `from`', 'faxes and webhooks', 'the numbers of the fax'],
    ['`event`, `attempt`', 'webhooks', 'the event, and the number of the attempt, from 1'],
    ['`url`', 'webhooks', 'the URL of the receiver, as it was given'],
    ['`recipient`, `page`, `retry`', 'webhooks', 'the recipient, page or retry of the event, if it has one'],
  ];
  return table(['Fact', 'Available for', 'Value'], rows);
}

const recordsOf = {
  fax: 'requests for one fax; faxes; webhooks',
  order: 'requests for one port order; port orders',
};

const pick = ({ properties }, keys) => ({
  properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
});

export const code = (word) => `\`${word}\``;

export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const cell = (text) => text.replaceAll('|', '\\|');
