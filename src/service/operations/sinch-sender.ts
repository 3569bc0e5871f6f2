import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { SinchService } from '../../model/domain/sinch-service.ts';
import { toE164 } from '../../model/numbering/phone-text.ts';
import { listed } from '../../model/shared/words.ts';
import type { OperationContext } from './operation-context.ts';
import { numbersOfService } from './services.ts';

type WithNumbers = Pick<OperationContext, 'store'>;

/**
 * The number that sends a fax of v3: that of the call, or else the service's default, the service's first number, or
 * the account's first number. Suspended and released numbers are skipped (assumed). Throws `invalid` for a number in
 * the call that cannot be used, and if no number is left. Source of the texts: tests against the live service by third
 * parties.
 */
export function senderOf(context: WithNumbers, service: SinchService, from: string | undefined): string {
  if (from !== undefined) return ownNumber(context, from);
  const candidates = [service.defaultFrom ?? '', ...textsOf(numbersOfService(context, service)), ...numbersOf(context)];
  const found = candidates.find((number) => mayUse(context, number));
  if (found !== undefined) return found;
  const hint = context.store.phoneNumbers.size === 0 ? wayToNumber : 'All numbers of the account are suspended';
  const complaint = 'No From number was specified or available on the project for use.';
  throw new Refusal('invalid', complaint, { field: 'from', hint });
}

function ownNumber(context: WithNumbers, from: string): string {
  if (mayUse(context, from)) return from;
  throw new Refusal('invalid', 'the number you set as from does not belong to you', {
    field: 'from',
    hint: reasonOf(context, from),
  });
}

const mayUse = ({ store }: WithNumbers, number: string): boolean => store.phoneNumbers.get(number)?.suspended === false;

const textsOf = (numbers: readonly PhoneNumber[]): readonly string[] => numbers.map(({ number }) => number);

/** The numbers of the account, oldest first. */
const numbersOf = ({ store }: WithNumbers): readonly string[] => textsOf(store.phoneNumbers.find({}).slice());

const wayToNumber =
  'the account has no number: POST /v2.1/phone_numbers with country_code=1 and area_code=225 gives it one';

const shownMax = 3;

function reasonOf(context: WithNumbers, from: string): string {
  const own = context.store.phoneNumbers.get(toE164(from));
  if (own?.suspended === true) return `${own.number} is suspended`;
  if (own !== undefined) return `the account has this number: write it in E.164, as ${own.number}`;
  const numbers = numbersOf(context);
  if (numbers.length === 0) return wayToNumber;
  const rest = numbers.length > shownMax ? [`${numbers.length - shownMax} more`] : [];
  return `the account has ${listed([...numbers.slice(0, shownMax), ...rest])}`;
}
