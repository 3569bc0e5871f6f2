import { describe, expect, test } from '@jest/globals';
import { WorkedTime } from '../../src/documents/threads/worked-time.ts';

/** Looks at a thread each quarter of a second, which waits for a processor for a share of the time; returns when its work is over. */
function overAfter(limitMs: number, waitingShare: number): number {
  const look = (at: number) => ({ at, waitedMs: at * waitingShare });
  const worked = new WorkedTime(limitMs, look(0));
  let at = 250;
  while (!worked.isOver(look(at))) at += 250;
  return at;
}

describe('the limit of a document', () => {
  test.each([
    ['is that of real time on an idle machine', 0, 30_000],
    ['grows on a machine that gives the thread half of the time', 0.5, 60_000],
    ['grows on a machine that gives the thread a quarter of the time', 0.75, 120_000],
    ['ends at ten times its length where the thread gets no time', 1, 300_000],
  ])('%s', (_what, waitingShare, expected) => {
    expect(overAfter(30_000, waitingShare)).toBe(expected);
  });

  test('does not shrink when a later thread has waited less', () => {
    const worked = new WorkedTime(1000, { at: 0, waitedMs: 500 });
    expect(worked.isOver({ at: 999, waitedMs: 0 })).toBe(false);
    expect(worked.isOver({ at: 1000, waitedMs: 0 })).toBe(true);
  });
});
