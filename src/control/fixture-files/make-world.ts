import type { Fax } from '../../model/domain/fax.ts';
import { paces } from '../../model/domain/pace.ts';
import type { PaceName } from '../../model/domain/pace.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { nearestOrAll } from '../../model/shared/words.ts';
import type { FileFault, Path } from '../../model/shared/yaml-document.ts';
import { faxFromSpec } from '../../service/operations/fax-spec.ts';
import { faultOf, fieldsOf, invariants, unknownFieldOf } from '../../service/operations/records.ts';
import type { Collection } from '../../store/memory/collection.ts';
import { collectionTable } from '../../store/memory/collections.ts';
import type { CollectionName, Keys, Records } from '../../store/memory/collections.ts';
import { noRecords } from '../../store/memory/contents.ts';
import { completeRecord, isNewRecord } from '../../store/memory/record-checks.ts';
import { collectionOf } from '../../store/memory/snapshot.ts';
import type { StoreSnapshot } from '../../store/memory/snapshot.ts';
import { Store } from '../../store/memory/store.ts';
import { describeParam } from '../../wire/fields.ts';
import { orderOf } from '../fax-fields.ts';
import { expectationText, jsonNameOf, jsonValueOf, readRecord } from '../record-form.ts';
import type { Fixture } from './schema.ts';
import { accountDefaults } from '../../model/domain/account.ts';
import type { Account } from '../../model/domain/account.ts';
import { ataCredentials, ataDefaults } from '../../model/domain/ata.ts';
import type { Clock } from '../../model/domain/clock.ts';
import { drawIdentifier } from '../../model/domain/phax-code.ts';
import type { SpecContext } from '../../service/operations/fax-spec.ts';
import { nextPortStep } from '../../service/operations/port-order-runner.ts';
import { nextPortNumberId, nextPortOrderId } from '../../service/operations/port-order-creation.ts';
import { firstNumber } from '../../service/operations/phone-numbers.ts';
import { newPhoneNumber } from '../../service/operations/provisioning.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { nextId } from '../../service/operations/ids.ts';

interface RecordTools {
  readonly seed: number;
  /** The moment that relative times count from, in ms; a whole second. */
  readonly now: number;
  readonly pace: PaceName;
  readonly fileStorage: boolean | undefined;
  /** The documents of the faxes, by the index of the entry. */
  readonly documents: ReadonlyMap<number, FaxDocument>;
}

/** The records of a fixture, and their faults. */
export function makeRecords(
  { account, ...lists }: Fixture,
  { seed, now, pace, fileStorage, documents }: RecordTools,
): { readonly records: StoreSnapshot; readonly faults: readonly FileFault[] } {
  const own = accountOf(account);
  const store = new Store({ ...noRecords, account: { ...own, fileStorage: fileStorage ?? own.fileStorage } });
  const context: FixtureFileContext = { store, seed, clock: { now: () => now }, paces: paces[pace] };
  const faults: FileFault[] = [];
  const add = (collection: CollectionName, path: Path, make: () => object): void => {
    const fault = addTo(collection, collectionOf(store.collections, collection), make);
    if (fault !== undefined) faults.push({ ...fault, path: [...path, ...fault.path] });
  };
  const ataNames = new Map((lists.atas ?? []).flatMap(({ number, name }) => (number ? [[number, name] as const] : [])));
  const addAll = <Entry>(
    [collection, list]: readonly [CollectionName, keyof typeof lists],
    entries: readonly Entry[] | null | undefined,
    fieldsOf: (entry: Entry) => object,
  ): void => entries?.forEach((entry, index) => add(collection, [list, index], () => fieldsOf(entry)));
  addAll(['phoneNumbers', 'numbers'], lists.numbers, (entry) => numberFields(context, entry, ataNames));
  addAll(['blockingRules', 'blocking_rules'], lists.blocking_rules, (entry) => blockingRuleFields(context, entry));
  addAll(['atas', 'atas'], lists.atas, (entry) => ataFields(context, entry));
  addAll(['phaxCodes', 'phax_codes'], lists.phax_codes, (entry) => phaxCodeFields(context, entry));
  addAll(['portOrders', 'port_orders'], lists.port_orders, (entry) => portOrderFields(context, entry));
  for (const [index, entry] of inOrder(lists.faxes ?? [], now)) {
    add('faxes', ['faxes', index], () => faxFields(context, entry, documents.get(index)));
  }
  return { records: store.snapshot(), faults };
}

/** Stores a record, or reports its fault. */
function addTo<N extends CollectionName>(
  collection: N,
  records: Collection<Records[N], Keys[N]>,
  make: () => object,
): FileFault | undefined {
  try {
    const record = completeRecord(collection, make());
    if (!isNewRecord(collection, record)) return faultIn(collection, record);
    const unknown = unknownFieldOf(collection, record);
    if (unknown !== undefined) return unknownField(collection, unknown);
    const key = collectionTable[collection].keyOf(record);
    if (records.get(key) !== undefined)
      return { path: [], message: `must differ from the others, but ${key} was before` };
    invariants[collection]?.(record);
    records.put(record);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return { path: [], message: error.message };
    throw error;
  }
}

function faultIn(collection: CollectionName, record: object): FileFault {
  const { path, expected, value } = faultOf(collection, record) ?? { path: [], expected: 'a record', value: record };
  const field = String(path.at(-1));
  const got = value === undefined ? '' : `, got ${describeParam(jsonValueOf(value, field))}`;
  return {
    path: path.map((step) => (typeof step === 'number' ? step : jsonNameOf(step))),
    message: `must be ${expectationText(expected, field)}${got}`,
  };
}

function unknownField(collection: CollectionName, unknown: string): FileFault {
  const name = jsonNameOf(unknown);
  return {
    path: ['record', name],
    message: `is not known here${nearestOrAll(name, fieldsOf(collection).map(jsonNameOf))}`,
  };
}

type FaxEntry = NonNullable<Fixture['faxes']>[number];

/** The document of a fax: the name of the blob, and the number of its pages where that is known. */
export interface FaxDocument {
  readonly blob: string;
  readonly pages: number | undefined;
}

/** The fields of the fax of an entry. Throws the Refusal `invalid` for fields that contradict each other. */
function faxFields(
  context: FixtureFileContext,
  entry: FaxEntry,
  document: FaxDocument | undefined,
): Readonly<Record<string, unknown>> {
  const { id, kind, record = {} } = entry;
  const tags = kind === undefined ? entry.tags : { type: kind, ...entry.tags };
  const spec = orderOf({ ...entry, tags, pages: entry.pages ?? document?.pages }, context.clock.now());
  const fax: Fax = faxFromSpec(context, id ?? nextId(context, 'faxes'), spec, {
    sources: [],
    document: document?.blob ?? null,
  });
  return { ...fax, ...readRecord(omitUndefined(record)) };
}

/** The oldest first, those with an id before those that get a later one. */
function inOrder(faxes: readonly FaxEntry[], now: number): (readonly [index: number, fax: FaxEntry])[] {
  const createdAt = ({ created_at: at, ago = 0 }: FaxEntry): number => at ?? now - ago;
  const rank = ({ id }: FaxEntry): number => (id === undefined ? 1 : 0);
  return faxes
    .map((fax, index) => [index, fax] as const)
    .sort(([, one], [, other]) => rank(one) - rank(other) || createdAt(one) - createdAt(other));
}

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

// The functions below take the fields of a record from an entry; the schemas of the store then check them.

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

/** An order goes on at the world's pace, unless the entry has its next step, or null. */
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
  };
  const progress = progressOf({ ...entry, status });
  const { due = nextPortStep(progress, context.clock.now(), context.paces.port) } = entry;
  const { script } = progress;
  return { ...over(defaults, entry), ...billing(entry.billing), numbers: ordered, script, due };
}

/** The fields of an order that decide on its next step. */
const progressOf = ({ status = 'open', script = [], ...entry }: Omit<FixtureEntry<'port_orders'>, 'numbers'>) => ({
  status,
  awaitsBill: (entry.billing ?? null) === null && (entry.bill_received_at ?? null) === null,
  requestedFor: entry.requested_for ?? null,
  script: script.map(({ after_ms: afterMs, note = null, ...step }) => ({ ...step, afterMs, note })),
});

const noBilling = { number: null, address1: null, address2: null, city: null, state: null, zip: null };

const billing = (billed: FixtureEntry<'port_orders'>['billing']): Mapping =>
  billed === null || billed === undefined ? {} : { billing: over(noBilling, billed) };
