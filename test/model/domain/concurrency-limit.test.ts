import { expect, test } from '@jest/globals';
import { ConcurrencyLimit } from '../../../src/model/domain/concurrency-limit.ts';
import { repeats } from '../../support/soak.ts';

/** Works that the test ends, and the names of those that have begun. */
function someWorks(limit: ConcurrencyLimit) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (host: string, name: string) =>
    limit.run(host, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, begin, end };
}

test('so many works run at a time for one host, in the order in which they came', async () => {
  const { begun, begin, end } = someWorks(new ConcurrencyLimit({ overall: 9, perKey: 2 }));
  const works = ['a1', 'a2', 'a3', 'a4'].map((name) => begin('a', name));
  await end('none');
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  for (const name of ['a1', 'a3', 'a4']) await end(name);
  await Promise.all(works);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('hosts take turns when no more works may run overall', async () => {
  const { begun, begin, end } = someWorks(new ConcurrencyLimit({ overall: 1, perKey: 1 }));
  const works = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => begin(name.slice(0, 1), name));
  await end('none');
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await end(name);
  await Promise.all(works);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('a work that fails makes room like any other', async () => {
  const limit = new ConcurrencyLimit({ overall: 1, perKey: 1 });
  const failing = limit.run('a', () => Promise.reject(new Error('broken')));
  const next = limit.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('many works that wait for one host all run', async () => {
  const limit = new ConcurrencyLimit({ overall: 4, perKey: 4 });
  const count = repeats(1000, 100_000);
  let done = 0;
  const work = async (): Promise<void> => {
    await new Promise(setImmediate);
    done += 1;
  };
  await Promise.all(Array.from({ length: count }, () => limit.run('a', work)));
  expect(done).toBe(count);
});

test('a place says whether its task had to wait for it, and whether another of its key waits now', async () => {
  const limit = new ConcurrencyLimit({ overall: 9, perKey: 1 });
  const first = await limit.enter('a');
  expect([first.isLate, first.isAwaited]).toEqual([false, false]);
  const [second, third] = [limit.enter('a'), limit.enter('a')];
  expect(first.isAwaited).toBe(true);
  const other = await limit.enter('b');
  expect([other.isLate, other.isAwaited]).toEqual([false, false]);
  first.leave();
  expect([(await second).isLate, (await second).isAwaited]).toEqual([true, true]);
  (await second).leave();
  expect([(await third).isLate, (await third).isAwaited]).toEqual([true, false]);
});

test('the part that tasks of a key share is made for the first that asks, and closed when none of them is left', async () => {
  const closed: string[] = [];
  let made = 0;
  const limit = new ConcurrencyLimit({ overall: 9, perKey: 1 }, () => {
    const name = `shared ${++made}`;
    return { name, close: () => closed.push(name) };
  });
  const first = await limit.enter('a');
  const next = limit.enter('a');
  const other = await limit.enter('b');
  expect([first.shared?.name, other.shared?.name]).toEqual(['shared 1', 'shared 2']);
  first.leave();
  const second = await next;
  expect(second.shared?.name).toBe('shared 1');
  expect(closed).toEqual([]);
  second.leave();
  expect(closed).toEqual(['shared 1']);
  expect((await limit.enter('a')).shared?.name).toBe('shared 3');
});
