import type { FaxMail, SinchService } from '../../model/domain/sinch-service.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import type { Stored } from './commits.ts';
import { nextId } from './ids.ts';
import { orNotFound } from './missing-records.ts';
import type { OperationContext } from './operation-context.ts';
import { numbersOfService } from './services.ts';

type MailNumbers = FaxMail['numbers'];

/** The email addresses of a service, oldest first; if `number` is given, only the addresses of that number. */
export const listMails = (
  { store }: Pick<OperationContext, 'store'>,
  { id }: SinchService,
  number?: string,
): readonly FaxMail[] =>
  store.collections.faxMails
    .find({})
    .slice()
    .filter(
      ({ serviceId, numbers }) =>
        serviceId === id && (number === undefined || numbers.some((one) => one.number === number)),
    );

/** An email address of a service, found in any case. Throws `not_found`. */
export const findMail = (context: OperationContext, service: SinchService, email: string): FaxMail =>
  orNotFound(mailWith(context, service, email));

const mailWith = (context: OperationContext, service: SinchService, email: string): FaxMail | undefined =>
  listMails(context, service).find((mail) => isSameAddress(mail.email, email));

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Registers an address for numbers, or adds them to those that it has (assumed). Without a number, nothing is stored. Throws `invalid`
 * for a number of another service.
 */
export function addMail(
  context: OperationContext,
  service: SinchService,
  { email, numbers }: Pick<FaxMail, 'email' | 'numbers'>,
): Stored<FaxMail> {
  assertOwn(context, service, numbers);
  const known = mailWith(context, service, email);
  const at = context.clock.now();
  return context.store.commit(() => {
    const kept = known?.numbers.filter(({ number }) => !numbers.some((one) => one.number === number)) ?? [];
    const mail: FaxMail = {
      id: known?.id ?? nextId(context, 'faxMails'),
      serviceId: service.id,
      email: known?.email ?? email,
      numbers: [...kept, ...numbers],
      createdAt: known?.createdAt ?? at,
      updatedAt: at,
    };
    if (numbers.length > 0) context.store.collections.faxMails.put(mail);
    return mail;
  });
}

/** Replaces the numbers of an address. An address without numbers stays registered (assumed). Throws as `addMail` does. */
export function changeMail(
  context: OperationContext,
  service: SinchService,
  mail: FaxMail,
  numbers: MailNumbers,
): Stored<FaxMail> {
  assertOwn(context, service, numbers);
  return context.store.commit(() => {
    const changed: FaxMail = { ...mail, numbers, updatedAt: context.clock.now() };
    context.store.collections.faxMails.put(changed);
    return changed;
  });
}

export const deleteMail = ({ store }: OperationContext, { id }: FaxMail): Stored<void> =>
  store.commit(() => {
    store.collections.faxMails.delete(id);
  });

function assertOwn(context: OperationContext, service: SinchService, numbers: MailNumbers): void {
  const own = numbersOfService(context, service);
  const wrong = numbers.find(({ number }) => !own.some((one) => one.number === number));
  if (wrong === undefined) return;
  throw new Refusal('invalid', `${wrong.number} is not a number of this service`, { field: 'phoneNumbers' });
}
