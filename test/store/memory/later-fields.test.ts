import { describe, expect, test } from '@jest/globals';
import { completerOf, laterField, laterPathsOf } from '../../../src/store/memory/later-fields.ts';
import { fields, listOf, nullOr, text, texts } from '../../../src/store/memory/value-schemas.ts';

const page = fields({ title: text, note: laterField(nullOr(text), null) });
const record = fields({
  id: text,
  cover: nullOr(page),
  pages: listOf(page),
  labels: laterField(texts, {}),
});
const complete = completerOf(record)!;

describe('a record that lacks later fields', () => {
  test('gets their defaults, also within its parts and lists', () => {
    expect(complete({ id: 'a', cover: { title: 'c' }, pages: [{ title: 'p' }, { title: 'q', note: 'n' }] })).toEqual({
      id: 'a',
      cover: { title: 'c', note: null },
      pages: [
        { title: 'p', note: null },
        { title: 'q', note: 'n' },
      ],
      labels: {},
    });
  });

  test('stays without its other fields, which the schema then misses', () => {
    expect(complete({ cover: null })).toEqual({ cover: null, labels: {} });
  });
});

test.each([
  { id: 'a', cover: null, pages: [{ title: 'p', note: null }], labels: { b: 'c' }, unknown: 1 },
  { id: 'a', cover: 7, pages: 'none', labels: null },
  null,
  'a',
])('a value that lacks none stays the same: %j', (value) => {
  expect(complete(value)).toBe(value);
});

test('a schema without later fields needs no completion', () => {
  expect(completerOf(fields({ id: text, tags: listOf(fields({ name: text })) }))).toBeUndefined();
});

test('later fields have paths without the indexes of lists', () => {
  expect(laterPathsOf(record)).toEqual(['cover.note', 'pages.note', 'labels']);
});
