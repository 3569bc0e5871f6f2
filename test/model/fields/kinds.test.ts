import { expect, test } from '@jest/globals';
import { boolean, integer, isOf, number, oneOf, phoneNumber } from '../../../src/model/fields/kinds.ts';
import { port } from '../../../src/model/fields/port.ts';

test.each([
  [integer(), [5, -3], ['5', 5.5, NaN, Infinity, 2 ** 53, null, undefined, [5]]],
  [integer({ min: 1, max: 9 }), [1, 9], [0, 10]],
  [number(), [0.5, 1e-9, 3e20], ['0.5', NaN, Infinity, undefined]],
  [number({ min: 0, max: 1 }), [0, 1], [-0.1, 1.1]],
  [boolean, [true, false], ['true', '1', 1, undefined]],
  [oneOf(['sent', 'received']), ['sent'], ['Sent', ' sent', undefined]],
  [phoneNumber, ['+12025550123'], ['(202) 555-0123', '12025550123', '+1202', 12025550123, undefined]],
  [port, [0, 8329], ['8329', 6000, 65_536]],
])('a typed value is of a kind only as it stands: $expected', (kind, right, wrong) => {
  for (const value of right) expect([value, isOf<unknown>(kind, value)]).toEqual([value, true]);
  for (const value of wrong) expect([value, isOf<unknown>(kind, value)]).toEqual([value, false]);
});
