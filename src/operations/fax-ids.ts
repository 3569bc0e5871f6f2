import { drawInteger } from '../domain/dice.ts';
import type { OperationContext } from './operation-context.ts';

/** Fax ids ascend across all customers, so that one account sees gaps. Source: recorded ids. */
export function nextFaxId({ store, seed }: Pick<OperationContext, 'store' | 'seed'>): number {
  const last = store.faxes.highestKey ?? firstFaxId;
  return last + drawInteger({ min: 1, max: 20 }, seed, 'fax id', last);
}

const firstFaxId = 323_034_811;
