import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { paces } from '../../../src/model/domain/pace.ts';
import {
  firstPortStep,
  isUnderWay,
  portOrderStatuses,
  portStepFunctions,
  statusesAfter,
} from '../../../src/model/domain/port-order.ts';
import type { PortOrder, PortOrderStatus } from '../../../src/model/domain/port-order.ts';
import { day, hour, noon, portNumber, portOrder, second } from '../../support/examples.ts';

const good = '+12025550123';
const bad = '+15555551017';

/** Leads an order to its end, and returns all that became of it on the way, the beginning included. */
function live(order: PortOrder, pace = paces.real.port): PortOrder[] {
  const all = [order];
  for (let current = order; current.due !== null;) {
    const { at, step } = current.due;
    current = portStepFunctions[step](current, {
      now: at,
      pace,
      objectionTo: (number) => (number === bad ? 'No' : null),
    });
    all.push(current);
  }
  return all;
}

function opened(numbers: readonly string[], changes: Partial<PortOrder> = {}): PortOrder {
  return portOrder({
    createdAt: noon,
    updatedAt: noon,
    numbers: numbers.map((number, index) => portNumber({ id: 3154 + index, number })),
    due: firstPortStep(noon, paces.real.port, { awaitsBill: false }),
    ...changes,
  });
}

const paceNames = fc.constantFrom(...Object.keys(paces)) as fc.Arbitrary<keyof typeof paces>;

test('statuses follow each other lawfully, time never goes back, and all notes differ', () => {
  const numbers = fc.array(fc.constantFrom(good, bad), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(numbers, fc.boolean(), paceNames, (given, awaitsBill, name) => {
      const pace = paces[name].port;
      const all = live(opened(given, { due: firstPortStep(noon, pace, { awaitsBill }) }), pace);
      for (const [index, order] of all.entries()) {
        const before = all[index - 1];
        if (before === undefined) continue;
        expect([before.status, ...statusesAfter(before.status)]).toContain(order.status);
        expect(order.updatedAt).toBeGreaterThanOrEqual(before.updatedAt);
        expect(order.updatedAt % second).toBe(0);
        if (order.due !== null) expect(order.due.at).toBeGreaterThanOrEqual(before.due?.at ?? noon);
      }
      const last = all.at(-1)!;
      expect(last.status).toBe(given.includes(good) ? 'completed' : 'rejected');
      expect(last.completedAt === null).toBe(last.status === 'rejected');
      expect(last.numbers.map(({ status }) => status)).toEqual(
        given.map((number) => (number === good ? 'completed' : 'rejected')),
      );
      const notes = last.numbers.flatMap((number) => number.notes.map(({ id }) => id));
      expect(new Set(notes).size).toBe(notes.length);
    }),
  );
});

test('a scripted course is lived step by step, whatever lawful statuses it has', () => {
  const script = fc
    .array(fc.record({ pick: fc.nat(), afterMs: fc.integer({ min: 0, max: 10 * day }), stays: fc.boolean() }), {
      minLength: 1,
      maxLength: 10,
    })
    .map((draws) => {
      let status: PortOrderStatus = 'open';
      return draws.flatMap(({ pick, afterMs, stays }) => {
        const possible = statusesAfter(status);
        if (possible.length === 0) return [];
        if (!stays) status = possible[pick % possible.length]!;
        return [{ afterMs, status, note: stays ? 'still here' : null }];
      });
    });
  fc.assert(
    fc.property(script, (steps) => {
      const due = { at: noon + (steps[0]?.afterMs ?? 0), step: 'script', index: 0 } as const;
      const all = live(opened([good, '+12025550199'], { script: steps, due }));
      expect(all.slice(1).map(({ status }) => status)).toEqual(steps.map(({ status }) => status));
      const last = all.at(-1)!;
      expect(last.due).toBeNull();
      expect(last.numbers[0]!.notes).toHaveLength(steps.length);
      const end = noon + steps.reduce((sum, { afterMs }) => sum + afterMs, 0);
      expect(last.updatedAt).toBe(Math.floor(end / second) * second);
      if (last.status === 'completed') expect(last.requestedFor).toBe(last.completedAt);
      expect(last.requestedFor === null).toBe(!steps.some(({ status }) => status === 'scheduled'));
    }),
  );
});

test('the day of a transfer is a morning in the United States, a week after the carrier answered', () => {
  const [, , scheduled, completed] = live(opened([good]));
  expect(scheduled).toMatchObject({ status: 'scheduled', updatedAt: noon + 4 * day });
  expect(scheduled?.requestedFor).toBe(noon + 11 * day + 3 * hour);
  expect(completed).toMatchObject({ status: 'completed', completedAt: noon + 11 * day + 3 * hour, due: null });
});

test('a transfer that is never to come has a day that can be written', () => {
  const script = (['submitted', 'scheduled', 'completed'] as const).map((status) => ({
    status,
    afterMs: 1e20,
    note: null,
  }));
  const order = opened([good], { status: 'submitted', script, due: { at: noon, step: 'script', index: 1 } });
  const scheduled = portStepFunctions.script(order, { now: noon, pace: paces.real.port, objectionTo: () => null });
  expect(new Date(scheduled.requestedFor ?? NaN).toISOString()).toBe('9999-12-31T23:59:59.000Z');
});

test('an end has nothing after it', () => {
  const ends = portOrderStatuses.filter((status) => !isUnderWay({ status }));
  expect(ends).toEqual(['completed', 'rejected', 'cancelled']);
});
