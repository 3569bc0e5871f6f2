import { expect, test } from '@jest/globals';
import { History } from '../../src/worlds/history/history.ts';
import { HistorySpace } from '../../src/worlds/history/history-space.ts';
import { sentFax } from '../support/examples.ts';

const committed = () => {
  const record = sentFax({ id: 7 });
  return { collection: 'faxes' as const, key: 7, before: undefined, record, highestKey: undefined };
};

test('a step has its effect at the last change of a record since its beginning, or at its end without one', () => {
  const history = new History(new HistorySpace(1_000_000), { sizeOf: () => 0, suspect: () => undefined });
  const before = history.mark;
  expect(history.effectAt(before, 50)).toBe(50);
  history.noteChange(committed(), 10);
  history.noteEvent({ kind: 'progress', name: 'fax 7', at: 20 });
  expect(history.effectAt(before, 50)).toBe(10);
  expect(history.effectAt(history.mark, 50)).toBe(50);
  history.rewind({ mark: before, before: 1, at: 0 });
  expect(history.effectAt(before, 50)).toBe(50);
});
