import { accountDefaults } from '../../model/domain/account.ts';
import type { Account } from '../../model/domain/account.ts';
import { ataCredentials, ataDefaults } from '../../model/domain/ata.ts';
import type { Clock } from '../../model/domain/clock.ts';
import { drawIdentifier } from '../../model/domain/phax-code.ts';
import { readRecord } from '../record-form.ts';
import { nextAtaId } from '../../service/operations/atas.ts';
import { nextRuleId } from '../../service/operations/blocking-rules.ts';
import type { SpecContext } from '../../service/operations/fax-spec.ts';
import { firstNumber } from '../../service/operations/operation-context.ts';
import { nextPortNumberId, nextPortOrderId } from '../../service/operations/port-orders.ts';
import { newPhoneNumber } from '../../service/operations/phone-numbers.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import type { Fixture } from './schema.ts';
import type { Mapping } from '../../model/shared/objects.ts';

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

/** The given fields over those that follow. */
const over = (defaults: Mapping, fields: object): Mapping => ({ ...defaults, ...readRecord(omitUndefined(fields)) });

// Of each entry, the fields of its record; the schemas of the store then check them.

export function numberFields(
  { clock }: FixtureFileContext,
  entry: FixtureEntry<'numbers'>,
  ataNames: ReadonlyMap<string, string>,
) {
  const ataName = ataNames.get(entry.number) ?? null;
  return over({ ...newPhoneNumber(entry.number, clock.now()), ataName }, entry);
}

export const blockingRuleFields = (context: FixtureFileContext, entry: FixtureEntry<'blocking_rules'>): Mapping =>
  over({ id: entry.id ?? nextRuleId(context), isLocked: false }, entry);

export function ataFields(context: FixtureFileContext, entry: FixtureEntry<'atas'>): Mapping {
  const id = entry.id ?? nextAtaId(context);
  return over({ ...ataDefaults, id, ...ataCredentials(context.seed, id, undefined) }, entry);
}

export const phaxCodeFields = (
  { clock, seed, store }: FixtureFileContext,
  entry: FixtureEntry<'phax_codes'>,
): Mapping =>
  over(
    {
      identifier: drawIdentifier(seed, 'fixture', store.phaxCodes.size),
      createdAt: clock.now(),
      metadata: null,
      isDefault: false,
    },
    entry,
  );

/** An order stays as it is unless the entry has its next step. */
export function portOrderFields(
  context: FixtureFileContext,
  { numbers, ...entry }: FixtureEntry<'port_orders'>,
): Mapping {
  const createdAt = entry.created_at ?? context.clock.now();
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
    script: [],
    due: null,
  };
  return { ...over(defaults, entry), ...billing(entry.billing), numbers: ordered };
}

const noBilling = { number: null, address1: null, address2: null, city: null, state: null, zip: null };

const billing = (billed: FixtureEntry<'port_orders'>['billing']): Mapping =>
  billed === null || billed === undefined ? {} : { billing: over(noBilling, billed) };
