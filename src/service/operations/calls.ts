import { errorOfTestNumber, publicNumber } from '../../model/domain/phone-number.ts';
import type { BlockingDirection, BlockingRule, BlockingValue } from '../../model/domain/blocking-rule.ts';
import { errors } from '../../model/domain/script.ts';
import type { StepContext } from '../../model/domain/step.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import type { Fax, Recipient } from '../../model/domain/fax.ts';
import type { Pace } from '../../model/domain/pace.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { pricePerPageCents } from '../../model/numbering/countries.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { labels } from '../../store/memory/labels.ts';
import type { OperationContext } from './operation-context.ts';

type WithStore = Pick<OperationContext, 'store'>;

/** The two numbers of a call; `from` is null for a call without a caller id. */
interface CallEnds {
  readonly from: string | null;
  readonly to: string;
}

/**
 * The oldest blocking rule that stops a call; undefined if none does. The cost does not depend on the number of rules.
 */
export function blockOf(
  { store: { blockingRules } }: WithStore,
  direction: BlockingDirection,
  { from, to }: CallEnds,
): BlockingRule | undefined {
  if (blockingRules.size === 0) return undefined;
  let found: BlockingRule | undefined;
  for (const caller of valuesFor(from)) {
    for (const called of valuesFor(to)) {
      const rule = blockingRules.oldest(labels.blocking({ direction, from: caller, to: called }));
      if (rule !== undefined && rule.id < (found?.id ?? Infinity)) found = rule;
    }
  }
  return found;
}

/**
 * The values with which a rule can match one end of a call. Without the number or its country, only the more general
 * values remain.
 */
function valuesFor(number: string | null): BlockingValue[] {
  if (number === null) return ['*'];
  const country = countryOf(number);
  return country === undefined ? ['*', number] : ['*', number, country];
}

/** Throws `not_allowed` if a rule stops a call from the account, or the number belongs to no country. */
export function assertMayCall(context: WithStore, from: string | null, to: string): void {
  if (countryOf(to) === undefined) {
    throw notPermitted(`${to} is in no country that faxes are sent to`);
  }
  const rule = blockOf(context, 'send', { from, to });
  if (rule === undefined) return;
  throw notPermitted(`blocking rule ${rule.id} stops calls to ${to}`);
}

const notPermitted = (reason: string) =>
  new Refusal('not_allowed', `Phone number is not permitted: ${reason}`, { field: 'to' });

/** Price of a page to a number, in US cents. */
export const priceOf = (number: string): number => pricePerPageCents(countryOf(number) ?? '');

/** The present state of the world that the next step of a fax depends on. */
export function stepContext(context: Pick<OperationContext, 'store' | 'clock'>, pace: Pace): StepContext {
  return {
    now: context.clock.now(),
    pace,
    account: context.store.account,
    priceOf,
    errorOf: (fax, recipient) => errorOf(context, fax, recipient),
    isBusy: (number) =>
      context.store.faxes.find({ labels: [labels.number(number), labels.status('inprogress')] }).total > 0,
  };
}

function errorOf(context: WithStore, fax: Fax, { number }: Recipient): FaxError | null {
  if (fax.options.testFail !== null) return errors.simulated[fax.options.testFail];
  const simulated = errorOfTestNumber(number);
  if (simulated !== undefined) return simulated;
  const isOwn = !fax.isTest && context.store.phoneNumbers.get(number) !== undefined;
  return isOwn && blockOf(context, 'receive', { from: callerIdOf(fax), to: number }) !== undefined
    ? errors.callRejected
    : null;
}

/** The number that a called side sees. */
export const callerIdOf = ({ callerId }: Fax): string => callerId ?? publicNumber;

/** A number that is reserved for fiction. */
const fictionalCaller = '+12025550100';

/** The caller of a call without `from`: the public number, or a fictional one when the public number is called. */
export const callerTo = (number: string): string => (number === publicNumber ? fictionalCaller : publicNumber);
