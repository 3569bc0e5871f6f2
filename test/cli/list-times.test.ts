import { expect, test } from '@jest/globals';
import { withTimes } from '../../src/cli/list-times.ts';

const now = new Date(2026, 10, 30, 15, 0).toISOString();
const world = { clock: { show: () => Promise.resolve({ now }) } } as unknown as Parameters<typeof withTimes>[0];
const read = async (since: string) => (await withTimes(world, { name: 'list', input: { since } })).input['since'];

test.each([
  ['09:00', new Date(2026, 10, 30, 9)],
  ['9am', new Date(2026, 10, 30, 9)],
  ['8pm', new Date(2026, 10, 29, 20)],
  ['yesterday', new Date(2026, 10, 29)],
  ['2026-11-28', new Date(2026, 10, 28)],
])('a list reads %s in the zone of this machine', async (text, time) => {
  expect(new Date(String(await read(text))).getTime()).toBe(time.getTime());
});

test.each([
  ['00:00', '23:00', new Date(2026, 10, 30, 23)],
  ['8pm', '3am', new Date(2026, 10, 30, 3)],
  ['2h', '2:30pm', new Date(2026, 10, 30, 14, 30)],
  ['2h', '9am', new Date(2026, 11, 1, 9)],
  ['yesterday', 'yesterday', new Date(2026, 10, 29, 23, 59, 59, 999)],
  ['2026-11-27', '2026-11-28', new Date(2026, 10, 28, 23, 59, 59, 999)],
  [undefined, '9am', new Date(2026, 10, 30, 9)],
  [undefined, '8pm', new Date(2026, 10, 30, 20)],
])('a list since %s ends, until %s, after its beginning and with the end of a day', async (since, until, time) => {
  const { input } = await withTimes(world, { name: 'list', input: { since, until } });
  expect(new Date(String(input['until'])).getTime()).toBe(time.getTime());
});

test.each(['1h', '1 hour ago', '2026-11-30T09:00:00Z'])('a list leaves %s to the simulator', async (text) => {
  expect(await read(text)).toBe(text);
});

test('a text that is no time gets the forms that a list reads', async () => {
  await expect(read('bogus')).rejects.toThrow('since: “bogus” is no time: write 15:30, 5 min ago');
});
