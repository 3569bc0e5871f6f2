import { describe, expect, test } from '@jest/globals';
import { errorCode, errorText } from '../../../src/model/shared/errors.ts';
import { isPlainObject, omitUndefined } from '../../../src/model/shared/objects.ts';

describe('isPlainObject', () => {
  test.each([[{}], [{ a: 1 }], [Object.create(null)]])('accepts %j', (value) => {
    expect(isPlainObject(value)).toBe(true);
  });

  test.each([[null], [undefined], [[]], ['text'], [1], [() => 1]])('rejects %p', (value) => {
    expect(isPlainObject(value)).toBe(false);
  });
});

test('omitUndefined keeps null, false and empty text', () => {
  const kept = omitUndefined({ none: undefined, nothing: null, no: false, empty: '' });
  expect(Object.entries(kept)).toEqual([
    ['nothing', null],
    ['no', false],
    ['empty', ''],
  ]);
});

describe('an error', () => {
  test.each([
    [new Error('boom'), 'boom'],
    [{ message: 'of another realm' }, 'of another realm'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ])('%p has the text %j', (error, text) => {
    expect(errorText(error)).toBe(text);
  });

  test.each([
    [Object.assign(new Error('no file'), { code: 'ENOENT' }), 'ENOENT'],
    [{ code: 7 }, undefined],
    [new Error('boom'), undefined],
    [null, undefined],
  ])('%p has the code %j', (error, code) => {
    expect(errorCode(error)).toBe(code);
  });
});
