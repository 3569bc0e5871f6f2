import { accountDefaults } from '../../model/domain/account.ts';
import type { Account } from '../../model/domain/account.ts';
import { ataCredentials, ataDefaults } from '../../model/domain/ata.ts';
import { currentSecond } from '../../model/domain/clock.ts';
import type { Clock } from '../../model/domain/clock.ts';
import { drawIdentifier } from '../../model/domain/phax-code.ts';
import { billingTable } from '../../model/domain/port-order.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { firstServiceId } from '../../model/domain/sinch-options.ts';
import { serviceDefaults } from '../../model/domain/sinch-service.ts';
import { usualRecord } from '../../model/fields/record-table.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { SpecContext } from '../../service/operations/fax-spec.ts';
import { nextId } from '../../service/operations/ids.ts';
import { firstNumber } from '../../service/operations/phone-numbers.ts';
import { nextPortNumberId, nextPortOrderId } from '../../service/operations/port-order-creation.ts';
import { nextPortStep } from '../../service/operations/port-order-runner.ts';
import { newPhoneNumber } from '../../service/operations/provisioning.ts';
import { firstService } from '../../service/operations/services.ts';
import { readRecord } from '../record-form.ts';
import type { Fixture } from './schema.ts';

/** The world that a fixture fills. */
export interface FixtureFileContext extends SpecContext {
  readonly seed: number;
  readonly clock: Pick<Clock, 'now'>;
}

type FixtureEntry<N extends Exclude<keyof Fixture, 'account'>> = NonNullable<Fixture[N]>[number];

export const accountOf = (account: Fixture['account'] = {}): Account => ({
  ...accountDefaults,
  balanceCents: 100_000,
  ...omitUndefined(account),
});

/** The given fields, and defaults for the others. */
const over = (defaults: Mapping, fields: object): Mapping => ({ ...defaults, ...readRecord(omitUndefined(fields)) });

// The functions below derive the fields of a record from an entry. The schemas of the store check them afterwards.

export function numberFields(
  { clock }: FixtureFileContext,
  entry: FixtureEntry<'numbers'>,
  ataNames: ReadonlyMap<string, string>,
) {
  const ataName = ataNames.get(entry.number) ?? null;
  return over({ ...newPhoneNumber(entry.number, clock.now()), ataName }, entry);
}

export const blockingRuleFields = (context: FixtureFileContext, entry: FixtureEntry<'blocking_rules'>): Mapping =>
  over({ id: entry.id ?? nextId(context, 'blockingRules'), isLocked: false }, entry);

export function ataFields(context: FixtureFileContext, entry: FixtureEntry<'atas'>): Mapping {
  const id = entry.id ?? nextId(context, 'atas');
  return over({ ...ataDefaults, id, ...ataCredentials(context.seed, id, undefined) }, entry);
}

export function phaxCodeFields(context: FixtureFileContext, entry: FixtureEntry<'phax_codes'>): Mapping {
  const { seed, store } = context;
  const identifier = drawIdentifier(seed, 'fixture', store.phaxCodes.size);
  return over({ identifier, createdAt: currentSecond(context), metadata: null, isDefault: false }, entry);
}

/** The fields of a service. An entry with the id of the first service changes that one. */
export function serviceFields(context: FixtureFileContext, entry: FixtureEntry<'services'>): Mapping {
  const id = entry.id ?? nextId(context, 'services');
  const { createdAt, ...defaults } =
    id === firstServiceId ? firstService : { ...serviceDefaults, createdAt: context.clock.now() };
  const created = entry.created_at ?? createdAt;
  return over({ ...defaults, id, createdAt: created, updatedAt: created }, entry);
}

/**
 * The fields of a cover page. Its PDF is in its file, or in `content` in an export. Throws the Refusal `invalid` without either.
 */
export function coverPageFields(context: FixtureFileContext, { file, ...entry }: FixtureEntry<'cover_pages'>): Mapping {
  const created = entry.created_at ?? context.clock.now();
  const content = file === undefined ? entry.content : Buffer.from(file.bytes).toString('base64');
  if (content === undefined) throw new Refusal('invalid', 'must have a file or content');
  const id = entry.id ?? nextId(context, 'coverPages');
  return over({ id, serviceId: firstServiceId, createdAt: created, updatedAt: created }, { ...entry, content });
}

export function emailFields(context: FixtureFileContext, { numbers = [], ...entry }: FixtureEntry<'emails'>): Mapping {
  const created = entry.created_at ?? context.clock.now();
  const id = entry.id ?? nextId(context, 'faxMails');
  const own = numbers.map(({ number, permissions = 'both' }) => ({ number, permissions }));
  return { ...over({ id, serviceId: firstServiceId, createdAt: created, updatedAt: created }, entry), numbers: own };
}

/** The fields of a port order. The order continues at the world's pace, unless the entry has its next step, or null. */
export function portOrderFields(
  context: FixtureFileContext,
  { numbers, ...entry }: FixtureEntry<'port_orders'>,
): Mapping {
  const createdAt = entry.created_at ?? currentSecond(context);
  const { status = 'open', name_on_account: nameOnAccount = 'Example Account' } = entry;
  const firstId = nextPortNumberId(context);
  const ordered = numbers.map(({ notes = [], ...number }, index) => ({
    ...over({ id: firstId + index, status }, number),
    notes: notes.map((note, place) => {
      const written = note.created_at ?? createdAt;
      return over({ id: 100 * index + place + 1, author: 'Porting', createdAt: written, updatedAt: written }, note);
    }),
  }));
  const defaults = {
    id: nextPortOrderId(context),
    contactNumber: firstNumber(context),
    contactEmail: 'porting@example.com',
    nameOnAccount,
    accountIdentifier: '1001',
    nameOfBusiness: null,
    providerName: 'Example Telephone',
    portOutPin: null,
    portType: 'business',
    billing: null,
    esig: nameOnAccount,
    status,
    createdAt,
    updatedAt: createdAt,
    completedAt: null,
    requestedFor: null,
    billReceivedAt: null,
  };
  const progress = progressOf({ ...entry, status });
  const { due = nextPortStep(progress, context.clock.now(), context.paces.port) } = entry;
  const { script } = progress;
  return { ...over(defaults, entry), ...billing(entry.billing), numbers: ordered, script, due };
}

/** The fields of an order that determine its next step. */
const progressOf = ({ status = 'open', script = [], ...entry }: Omit<FixtureEntry<'port_orders'>, 'numbers'>) => ({
  status,
  awaitsBill: (entry.billing ?? null) === null && (entry.bill_received_at ?? null) === null,
  requestedFor: entry.requested_for ?? null,
  script: script.map(({ after_ms: afterMs, note = null, ...step }) => ({ ...step, afterMs, note })),
});

const billing = (billed: FixtureEntry<'port_orders'>['billing']): Mapping =>
  billed === null || billed === undefined ? {} : { billing: over(usualRecord(billingTable), billed) };
