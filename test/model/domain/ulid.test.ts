import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { readId, transmissionId, writeId } from '../../../src/model/domain/ulid.ts';
import { sentFax } from '../../support/examples.ts';

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const source = fc.record({
  id: fc.integer({ min: 1, max: 2 ** 40 }),
  index: fc.integer({ min: 0, max: 2 ** 12 - 1 }),
  createdAt: fc.integer({ min: 0, max: Date.UTC(3000, 0) }),
});
const kinds = ['fax', 'service', 'coverPage'] as const;
const kind = fc.constantFrom(...kinds);

describe('an id of v3', () => {
  test('is a ULID, from which number and position are read back', () => {
    fc.assert(
      fc.property(seed, kind, source, (given, of, { id, index, createdAt }) => {
        const text = writeId(given, of, { id, index, createdAt });
        expect(text).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
        expect(readId(given, of, text)).toEqual({ id, index, createdAt });
        expect(readId(given, of, text.toLowerCase())).toEqual({ id, index, createdAt });
      }),
    );
  });

  test('has a position beyond 4,096 too', () => {
    const wide = fc.integer({ min: 2 ** 12, max: 2 ** 24 - 1 });
    fc.assert(
      fc.property(seed, kind, source, wide, (given, of, record, index) => {
        const text = writeId(given, of, { ...record, index });
        expect(text).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
        expect(readId(given, of, text)).toEqual({ ...record, index });
      }),
    );
  });

  test('has its time in the first ten letters, as the specification of ULIDs has it', () => {
    // The example of the specification: 1469918176385 is 01ARYZ6S41.
    const text = writeId(7, 'fax', { id: 1, index: 0, createdAt: 1469918176385 });
    expect(text).toMatch(/^01ARYZ6S41/);
  });

  test('sorts by time, at the same time by number, and in one fax by position', () => {
    fc.assert(
      fc.property(seed, kind, source, source, (given, of, one, other) => {
        const [a, b] = [one, other].map((each) => writeId(given, of, each)) as [string, string];
        const order =
          Math.sign(one.createdAt - other.createdAt) ||
          Math.sign(one.id - other.id) ||
          Math.sign(one.index - other.index);
        expect(Math.sign(Number(a > b) - Number(a < b))).toBe(order);
      }),
    );
    const same = { createdAt: 1e12, index: 0 };
    expect(writeId(7, 'fax', { ...same, id: 2 }) > writeId(7, 'fax', { ...same, id: 1 })).toBe(true);
    expect(writeId(7, 'fax', { ...same, id: 1, index: 1 }) > writeId(7, 'fax', { ...same, id: 1 })).toBe(true);
  });

  test('is another one for each seed and each kind', () => {
    fc.assert(
      fc.property(seed, seed, kind, kind, source, (one, other, ofOne, ofOther, record) => {
        fc.pre(one !== other || ofOne !== ofOther);
        expect(writeId(one, ofOne, record)).not.toBe(writeId(other, ofOther, record));
      }),
    );
  });

  test.each([
    '',
    '1001',
    '01HDF5S9P29WC29J578J8EKC1',
    '01HDF5S9P29WC29J578J8EKC1CC',
    '01HDF5S9P29WC29J578J8EKC1U',
    '01HDF5S9P29WC29J578J8EKC1I',
    ' 01HDF5S9P29WC29J578J8EKC1',
  ])('is not read from %j', (text) => {
    expect(readId(7, 'fax', text)).toBeUndefined();
  });

  test('is read for its own seed and kind alone, and only if no letter was changed', () => {
    const text = writeId(7, 'fax', { id: 1001, index: 1, createdAt: 1e12 });
    expect(readId(8, 'fax', text)).toBeUndefined();
    expect(readId(7, 'service', text)).toBeUndefined();
    for (let at = 0; at < text.length; at++) {
      const letter = text[at] === '7' ? '6' : '7';
      expect(readId(7, 'fax', `${text.slice(0, at)}${letter}${text.slice(at + 1)}`)).toBeUndefined();
    }
  });

  test('is the same for a fax in every run', () => {
    const fax = sentFax();
    expect(transmissionId(7, { fax, index: 0 })).toBe(transmissionId(7, { fax, index: 0 }));
    expect(transmissionId(7, { fax, index: 0 })).toHaveLength(26);
  });
});
