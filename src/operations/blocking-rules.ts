import type { BlockingDirection, BlockingRule, BlockingValue } from '../domain/blocking-rule.ts';
import { drawInteger } from '../domain/dice.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import { Refusal } from '../domain/refusal.ts';
import { notFound } from './service.ts';
import { takePage } from './page.ts';
import { assertOwned } from './phone-numbers.ts';
import type { Service } from './service.ts';

export interface NewBlockingRule {
  readonly direction: BlockingDirection;
  readonly to: BlockingValue;
  readonly from: BlockingValue;
}

/** Adds a rule. Throws `invalid` where the account's own end of the call is a number that it does not own. */
export function createBlockingRule(service: Service, rule: NewBlockingRule): BlockingRule | Promise<BlockingRule> {
  const end = rule.direction === 'send' ? 'from' : 'to';
  if (rule[end].startsWith('+')) assertOwned(service, end, rule[end]);
  return service.store.commit(() => {
    const created: BlockingRule = { ...rule, id: nextRuleId(service), isLocked: false };
    service.store.blockingRules.put(created);
    return created;
  });
}

const firstRuleId = 34_567;

function nextRuleId({ store, seed }: Service): number {
  const last = store.blockingRules.highestKey ?? firstRuleId;
  return last + drawInteger({ min: 1, max: 5 }, seed, 'rule id', last);
}

/** Throws `not_found`. */
export function getBlockingRule(service: Service, { id }: { id: number }): BlockingRule {
  const rule = service.store.blockingRules.get(id);
  if (rule === undefined) throw notFound();
  return rule;
}

/** One page of the rules in the order in which they were made (assumed). */
export function listBlockingRules({ store }: Service, request: PageRequest): Page<BlockingRule> {
  return takePage(store.blockingRules.find({}), request, 'oldest first');
}

/** Throws `not_found`, and `not_allowed` for a rule that the service itself has set. */
export function deleteBlockingRule(service: Service, { id }: { id: number }): BlockingRule | Promise<BlockingRule> {
  const rule = getBlockingRule(service, { id });
  if (rule.isLocked) throw new Refusal('not_allowed', `Blocking rule ${id} is locked and cannot be deleted`);
  return service.store.commit(() => {
    service.store.blockingRules.delete(id);
    return rule;
  });
}
