import { expect, test } from '@jest/globals';
import type { WorldHandle } from '../../../src/control/client/world-handle.ts';
import { emptyStart } from '../../../src/lab/achievements/run-record.ts';
import { moveToNextDue } from '../../../src/lab/sweep/world-time.ts';

const start = { ...emptyStart, fax: 5, owned: { ...emptyStart.owned, port_orders: [{ id: 5 }] } };
const now = '2026-01-01T00:00:00.000Z';
const [soon, tomorrow, later] = ['2026-01-01T00:00:20.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
const ofFixture = { kind: 'port_order', subject: 5 };
const ofProgram = { kind: 'fax', subject: 6 };

/** The moves in a world with these events, of which the first is due next. */
async function movesWith(...agenda: readonly { kind: string; subject: number; at: string }[]): Promise<object[]> {
  const moves: object[] = [];
  const clock = {
    show: () => Promise.resolve({ now, next_due: agenda[0]?.at ?? null }),
    agenda: () => Promise.resolve(agenda),
    move: (move: object) => Promise.resolve(void moves.push(move)),
  };
  await moveToNextDue({ clock } as unknown as WorldHandle, start);
  return moves;
}

test.each([
  ['no event moves nothing', [], []],
  ['the next step of what the program made', [{ ...ofProgram, at: tomorrow }], [{ advance: '86400000ms' }]],
  [
    'that step also where an event of the fixture is due before it',
    [
      { ...ofFixture, at: tomorrow },
      { ...ofProgram, at: later },
    ],
    [{ advance: '172800000ms' }],
  ],
  ['an event of the fixture that is due soon', [{ ...ofFixture, at: soon }], [{ advance: '20000ms' }]],
  ['an event of the fixture tomorrow moves nothing', [{ ...ofFixture, at: tomorrow }], []],
])('the clock of an idle world moves to its next event: %s', async (_name, agenda, moves) => {
  expect(await movesWith(...agenda)).toEqual(moves);
});
