import { signal } from '@preact/signals';

const key = 'faxsim-activity-order';

/** The order of the activity that was chosen last, which this browser keeps: `oldest`, or an empty text for the usual one. */
export const keptOrder = signal(localStorage.getItem(key) ?? '');

export function keepOrder(order: string): void {
  keptOrder.value = order;
  localStorage.setItem(key, order);
}
