import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TaskHeap } from '../../../src/model/domain/agenda.ts';

const work = (): void => undefined;

test('gives out plans by time and, within a time, in the order in which they were made', () => {
  const action = fc.oneof(
    fc.record({ add: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ cancel: fc.nat(40) }),
    fc.record({ take: fc.integer({ min: 0, max: 25 }) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
      const agenda = new TaskHeap();
      let model: { at: number; name: () => void; cancel: () => void }[] = [];
      for (const step of actions) {
        if ('add' in step) {
          const plan = { at: step.add, work: () => undefined };
          model.push({ at: plan.at, name: plan.work, cancel: agenda.add(plan) });
        } else if ('cancel' in step) {
          model[step.cancel]?.cancel();
          model = model.filter((_, index) => index !== step.cancel);
        } else {
          const at = Math.min(...model.map((plan) => plan.at));
          const due = at <= step.take ? model.filter((plan) => plan.at === at) : [];
          expect(agenda.takeEarliest(step.take).map((plan) => plan.work)).toEqual(due.map((plan) => plan.name));
          model = model.filter((plan) => !due.includes(plan));
        }
        expect(agenda.next).toBe(model.length === 0 ? undefined : Math.min(...model.map((plan) => plan.at)));
      }
    }),
  );
});

test('takes a plan back twice without harm', () => {
  const agenda = new TaskHeap();
  const cancel = agenda.add({ at: 1, work });
  cancel();
  cancel();
  expect(agenda.takeEarliest(5)).toEqual([]);
});
