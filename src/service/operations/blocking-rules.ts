import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import type { Page, PageRequest } from '../../model/domain/page.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { takePage } from '../../store/memory/query-result.ts';
import { assertOwned } from './phone-numbers.ts';
import type { OperationContext } from './operation-context.ts';
import { nextId } from './ids.ts';
import { orNotFound } from './missing-records.ts';
import type { Stored } from './commits.ts';

export type NewBlockingRule = Pick<BlockingRule, 'direction' | 'to' | 'from'>;

/** Adds a rule. Throws `invalid` if the account's end of the call is a number that the account does not own. */
export function createBlockingRule(context: OperationContext, rule: NewBlockingRule): Stored<BlockingRule> {
  const end = rule.direction === 'send' ? 'from' : 'to';
  if (rule[end].startsWith('+')) assertOwned(context, end, rule[end]);
  return context.store.commit(() => {
    const created: BlockingRule = { ...rule, id: nextId(context, 'blockingRules'), isLocked: false };
    context.store.blockingRules.put(created);
    return created;
  });
}

/** Throws `not_found`. */
export function getBlockingRule(context: OperationContext, { id }: { id: number }): BlockingRule {
  return orNotFound(context.store.blockingRules.get(id));
}

/** A page of the rules in order of creation (assumed). */
export function listBlockingRules({ store }: OperationContext, request: PageRequest): Page<BlockingRule> {
  return takePage(store.blockingRules.find({}), request, 'oldest first');
}

/** Throws `not_found`, and `not_allowed` for a rule that the service itself has set. */
export function deleteBlockingRule(context: OperationContext, { id }: { id: number }): Stored<BlockingRule> {
  const rule = getBlockingRule(context, { id });
  if (rule.isLocked) throw new Refusal('not_allowed', `Blocking rule ${id} is locked and cannot be deleted`);
  return context.store.commit(() => {
    context.store.blockingRules.delete(id);
    return rule;
  });
}
