import { drawInteger } from '../../model/domain/draws.ts';
import type { OperationContext } from './operation-context.ts';

/** Ids ascend across all customers, so that one account sees gaps. Source for faxes and ATAs: recorded ids. */
const idSeries = {
  faxes: { first: 323_034_811, gapMax: 20, label: 'fax id' },
  atas: { first: 296, gapMax: 5, label: 'ata id' },
  services: { first: 1, gapMax: 1, label: 'service id' },
  coverPages: { first: 0, gapMax: 1, label: 'cover page id' },
  faxMails: { first: 0, gapMax: 1, label: 'mail id' },
  blockingRules: { first: 34_567, gapMax: 5, label: 'rule id' },
};

/** The id of the next record of a collection. */
export function nextId({ store, seed }: Pick<OperationContext, 'store' | 'seed'>, collection: keyof typeof idSeries) {
  const { first, gapMax, label } = idSeries[collection];
  const last = store.collections[collection].highestKey ?? first;
  return last + drawInteger({ min: 1, max: gapMax }, seed, label, last);
}
