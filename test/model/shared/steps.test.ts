import { expect, test } from '@jest/globals';
import { Steps } from '../../../src/model/shared/steps.ts';

const noting =
  (name: string) =>
  (names: string[]): void => {
    names.push(name);
  };

test('steps run one after the other, in one turn unless one of them waits', async () => {
  const quick: string[] = [];
  const steps = Steps.begin<null, string[]>().also(noting('a')).also(noting('b'));
  expect(steps.run(quick, null)).toBeUndefined();
  expect(quick).toEqual(['a', 'b']);

  const slow: string[] = [];
  const waiting = steps.also(() => Promise.resolve()).also(noting('c'));
  const running = waiting.run(slow, null);
  expect(slow).toEqual(['a', 'b']);
  await running;
  expect(slow).toEqual(['a', 'b', 'c']);
});

test('a step that ends the way is the last one, before and after a step that waits', async () => {
  const isLong = (names: string[]): boolean => names.length >= 2;
  const steps = Steps.begin<null, string[]>()
    .endIf(isLong)
    .also(noting('a'))
    .also(() => Promise.resolve())
    .endIf(isLong)
    .also(noting('b'));
  for (const [before, after] of [
    [[], ['a', 'b']],
    [['x'], ['x', 'a']],
    [
      ['x', 'y'],
      ['x', 'y'],
    ],
  ] as const) {
    const names: string[] = [...before];
    await steps.run(names, null);
    expect(names).toEqual(after);
  }
});
