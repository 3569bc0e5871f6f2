import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { recordWriter } from '../../src/wire/reply.ts';

test('a record is written once, until 32,768 others were', () => {
  let reads = 0;
  const write = recordWriter<{ readonly id: number }>()('Record', { id: [v.number(), ({ id }) => (reads++, id)] });
  const first = { id: 1 };
  expect([write(first), write(first), reads]).toEqual(['{"id":1}', '{"id":1}', 1]);
  for (let id = 2; id <= 32_768; id++) write({ id });
  expect([write(first), reads]).toEqual(['{"id":1}', 32_769]);
});
