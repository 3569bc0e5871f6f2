// The JSON Schema of fixture files and their reference, both from the schema that reads them.
import { fixtureSchema } from '../src/control/fixture-files/schema.ts';
import { jsonSchemaOf, splitJsonForm } from '../src/wire/json-schema.ts';
import { snakeCase } from '../src/model/fields/names.ts';
import { settings } from '../src/model/settings/settings.ts';
import { rowsOf, table } from './scenario-docs.js';

const relative = { type: 'string', pattern: '^[+-]\\d{1,12}(\\.\\d{1,6})?(ms|s|m|h|d|w)$', examples: ['-2h'] };
const path = { type: 'string', examples: ['./referral.pdf'] };

/** JSON Schema 2020-12. */
export function fixtureJsonSchema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'faxsim fixture',
    ...asWritten(jsonSchemaOf(fixtureSchema)),
  };
}

/** A time may be relative, a file is a path or a mapping, and a number stands for the entry with it. */
function asWritten(node) {
  if (Array.isArray(node)) return node.map(asWritten);
  if (typeof node !== 'object' || node === null) return node;
  const { inJson } = splitJsonForm(node);
  if (inJson !== undefined) return { description: node.description, anyOf: [path, inJson] };
  const { description, ...rest } = node;
  const said = description !== undefined && { description };
  if (node.format === 'date-time') return { ...said, anyOf: [rest, relative] };
  const inner = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, asWritten(part)]));
  const isNumbered = node.properties?.number !== undefined && node.required?.join() === 'number';
  return isNumbered && node.properties.retry_count === undefined && node.properties.address1 === undefined
    ? { ...said, anyOf: [inner, { type: 'string' }] }
    : { ...said, ...inner };
}

/** The reference as Markdown. */
export function fixtureReference() {
  const { properties } = fixtureJsonSchema();
  const lists = Object.entries(properties).filter(([name]) => name !== 'account');
  return [
    '<!-- Made by `npm run docs` from src/control/fixture-files: change it there. -->',
    '# Reference of fixture files',
    'This page lists every key. [Fixtures](fixtures.md) has an example, and [the JSON Schema](fixture.schema.json) completes keys in an editor.',
    'A time is an RFC 3339 time such as `2026-01-31T09:00:00Z`, or a time before or after the start of the world such as `-2h` and `+5m`.',
    '## The file',
    ofFields({ properties: mapValues(properties, ({ description }) => ({ description, type: 'object' })) }, false),
    '## `account`',
    'The settings of the account have the names of [options](options.md) in JSON.',
    ofFields({ properties: mapValues(properties.account.properties, withMeaning) }),
    ...lists.flatMap(([name, { anyOf, items = anyOf?.[0].items }]) => [
      `## \`${name}\`, each entry`,
      ofFields(items.properties === undefined ? items.anyOf[0] : items),
    ]),
  ].join('\n\n');
}

function ofFields(schema, showsValues = true) {
  const parts = Object.values(schema.properties);
  const rows = rowsOf(schema).map(([key, description, values, fallback], index) => {
    const meaning = repeatsValues.test(description) ? '' : description;
    if (!showsValues) return [key, meaning];
    return [key, meaning, isTime(parts[index]) ? 'a time' : values, fallback === 'required' ? 'required' : ''];
  });
  return table(showsValues ? ['Key', 'Meaning', 'Values', ''] : ['Key', 'Meaning'], rows);
}

/** Descriptions that say no more than the column of values. */
const repeatsValues = /^(?:One of |True or false$|An integer|Text$|An? (?:RFC 3339 )?time\b)/;

/** A setting with the meaning that the page of options gives it. */
const withMeaning = (part, name) => {
  const meaning = Object.entries(settings).find(([key]) => snakeCase(key) === name)?.[1].meaning;
  return { ...part, description: meaning?.replace(/\.$/, '') ?? part.description };
};

const isTime = ({ anyOf = [] }) => anyOf.some((part) => part.format === 'date-time' || isTime(part));

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
