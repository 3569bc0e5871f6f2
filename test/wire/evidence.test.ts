import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { apiVersions, operationIds } from '../../src/model/domain/operation.ts';
import type { OperationId } from '../../src/model/domain/operation.ts';
import { findEvidence, readEvidence } from '../../src/wire/evidence.ts';
import { faces } from '../../src/http/faces/faces.ts';
import { fieldsOf } from '../../src/http/openapi/parameters.ts';
import type { Route } from '../../src/http/route.ts';
import { envelopeOf } from '../../src/wire/json-schema.ts';
import { documentNamed } from '../once/documents.ts';

const root = new URL('../../', import.meta.url);

/** The fields around the records of an answer; none where the answer is a record. */
const fieldsAround = (shape: Route['shape']): readonly string[] =>
  shape.kind === 'json' ? envelopeOf(shape.body) : [];

describe.each(apiVersions)('the evidence for %s', (version) => {
  const own = faces.filter((face) => face.version === version);
  const rows: readonly Route[] = own.flatMap(({ routes }) => routes);

  test('is said of every operation that it has, and of no other', () => {
    const served = operationIds.filter((id) => rows.some(({ operation }) => operation === id));
    expect(operationIds.filter((id) => findEvidence(id, version) !== undefined)).toEqual(served);
  });

  test.each(operationIds.filter((id) => rows.some(({ operation }) => operation === id)))(
    'is said of every parameter and the message of %s, and of nothing else',
    (id: OperationId) => {
      const served = rows.filter(({ operation }) => operation === id);
      const names = served.flatMap(({ schema: form }) => fieldsOf(form).map(({ name }) => name));
      const { parameters, message, refusals = {} } = findEvidence(id, version)!;
      expect(Object.keys(parameters).sort()).toEqual([...new Set(names)].sort());
      expect(message !== null).toBe(served.some(({ shape }) => fieldsAround(shape).includes('message')));
      expect(Object.keys(readEvidence().refusals[version])).toEqual(expect.arrayContaining(Object.keys(refusals)));
    },
  );

  test('is said of every field of every record, and of no other', () => {
    const schemas = own.flatMap(({ name }) => Object.entries(documentNamed(name).components.schemas));
    const shown = schemas.map(([name, { properties }]) => [name, Object.keys(properties ?? {}).sort()]);
    const around = [...new Set(rows.flatMap(({ shape }) => fieldsAround(shape)))].sort();
    const known = Object.entries(readEvidence().records[version]).map(([name, fields]) => [
      name,
      Object.keys(fields).sort(),
    ]);
    expect(Object.fromEntries(known)).toEqual({ ...Object.fromEntries(shown), Answer: around });
  });
});

test('every file of docs/evidence is read', () => {
  const source = readFileSync(new URL('src/wire/evidence.ts', root), 'utf8');
  const read = [...source.matchAll(/docs\/evidence\/([\w-]+\.yaml)/g)].map(([, name]) => name);
  expect(read.toSorted()).toEqual(readdirSync(new URL('docs/evidence/', root)).toSorted());
});

test('no assumption stands twice in the evidence', () => {
  const choices = readEvidence().assumptions.map(({ about, choice }) => `${about}: ${choice}`);
  expect(choices).toHaveLength(new Set(choices).size);
});

test('the page of the coverage has no empty cell', () => {
  const rows = readFileSync(new URL('docs/coverage.md', root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows.length).toBeGreaterThan(100);
  const isHead = ([first, ...others]: string[]) =>
    first === '' && others.every((cell) => (apiVersions as readonly string[]).includes(cell));
  expect(rows.filter((cells) => !isHead(cells) && cells.some((cell) => cell === '' || cell.endsWith(':')))).toEqual([]);
});
