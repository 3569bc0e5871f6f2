import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TaskHeap } from '../../../src/model/domain/agenda.ts';

const work = (): void => undefined;

test('gives out plans by time and, within a time, in the order in which they were made', () => {
  const action = fc.oneof(
    fc.record({ add: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ remove: fc.nat(40) }),
    fc.record({ take: fc.integer({ min: 0, max: 25 }) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
      const agenda = new TaskHeap();
      let model: { at: number; work: () => void; order: number }[] = [];
      for (const step of actions) {
        if ('add' in step) {
          const plan = { at: step.add, work: () => undefined };
          model.push({ ...plan, order: agenda.add(plan) });
        } else if ('remove' in step) {
          agenda.remove(model[step.remove]?.order ?? -1);
          model = model.filter((_, index) => index !== step.remove);
        } else {
          const at = Math.min(...model.map((plan) => plan.at));
          const due = at <= step.take ? model.filter((plan) => plan.at === at) : [];
          expect(agenda.takeEarliest(step.take).map((plan) => plan.work)).toEqual(due.map((plan) => plan.work));
          model = model.filter((plan) => !due.includes(plan));
        }
        expect(agenda.next).toBe(model.length === 0 ? undefined : Math.min(...model.map((plan) => plan.at)));
      }
    }),
  );
});

test('removes a plan twice without harm', () => {
  const agenda = new TaskHeap();
  const order = agenda.add({ at: 1, work });
  agenda.add({ at: 1, work });
  agenda.remove(order);
  agenda.remove(order);
  expect(agenda.takeEarliest(5)).toEqual([{ at: 1, work }]);
});

test('gives a plan out with its subject', () => {
  const agenda = new TaskHeap();
  for (const subject of ['b', 'c', 'a']) agenda.add({ at: subject.charCodeAt(0), work, subject });
  expect([1, 2, 3].map(() => agenda.takeEarliest(200)[0]?.subject)).toEqual(['a', 'b', 'c']);
});
