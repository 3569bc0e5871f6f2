import type { Fax } from '../../model/domain/fax.ts';
import { paces } from '../../model/domain/pace.ts';
import type { PaceName } from '../../model/domain/pace.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { firstServiceId } from '../../model/domain/sinch-options.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { nearestOrAll } from '../../model/shared/words.ts';
import type { FileFault, Path } from '../../model/shared/yaml-document.ts';
import { faxFromSpec } from '../../service/operations/fax-spec.ts';
import { recordFaultOf, fieldNamesOf, invariants, unknownFieldOf } from '../../service/operations/records.ts';
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
import {
  accountOf,
  ataFields,
  blockingRuleFields,
  coverPageFields,
  emailFields,
  numberFields,
  phaxCodeFields,
  portOrderFields,
  serviceFields,
} from './entry-fields.ts';
import type { FixtureFileContext } from './entry-fields.ts';
import type { Fixture } from './schema.ts';
import { nextId } from '../../service/operations/ids.ts';

interface RecordTools {
  readonly seed: number;
  /** The start of the world, in ms: relative times count from it. */
  readonly now: number;
  readonly pace: PaceName;
  readonly fileStorage: boolean | undefined;
  /** The documents of the faxes, by the index of the entry. */
  readonly documents: ReadonlyMap<number, FaxDocument>;
}

interface MadeRecords {
  readonly records: StoreSnapshot;
  readonly faults: readonly FileFault[];
  /** References to missing records. Entries with faults count as missing too. */
  readonly missing: readonly FileFault[];
}

/** The records of a fixture, and their faults. */
export function makeRecords(
  { account, ...lists }: Fixture,
  { seed, now, pace, fileStorage, documents }: RecordTools,
): MadeRecords {
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
  addAll(['services', 'services'], lists.services, (entry) => serviceFields(context, entry));
  addAll(['coverPages', 'cover_pages'], lists.cover_pages, (entry) => coverPageFields(context, entry));
  addAll(['faxMails', 'emails'], lists.emails, (entry) => emailFields(context, entry));
  addAll(['phoneNumbers', 'numbers'], lists.numbers, (entry) => numberFields(context, entry, ataNames));
  addAll(['blockingRules', 'blocking_rules'], lists.blocking_rules, (entry) => blockingRuleFields(context, entry));
  addAll(['atas', 'atas'], lists.atas, (entry) => ataFields(context, entry));
  addAll(['phaxCodes', 'phax_codes'], lists.phax_codes, (entry) => phaxCodeFields(context, entry));
  addAll(['portOrders', 'port_orders'], lists.port_orders, (entry) => portOrderFields(context, entry));
  for (const [index, entry] of inOrder(lists.faxes ?? [], now)) {
    add('faxes', ['faxes', index], () => faxFields(context, entry, documents.get(index)));
  }
  return { records: store.snapshot(), faults, missing: missingIn(lists, store) };
}

/** The ids of missing services and cover pages that entries name. */
function missingIn({ numbers, cover_pages: pages, emails, services }: Fixture, store: Store): FileFault[] {
  const faultsIn = (
    list: keyof Fixture,
    ids: readonly (number | null | undefined)[],
    { of, isKnown }: Sought,
  ): FileFault[] =>
    ids.flatMap((id, index) =>
      id === undefined || id === null || isKnown(id)
        ? []
        : [{ path: [list, index, of], message: `must be the id of ${nouns[of]} in this file, got ${id}` }],
    );
  const service = { of: 'service_id', isKnown: (id: number) => isServiceId(store, id) } as const;
  const coverPage = { of: 'cover_page', isKnown: (id: number) => store.coverPages.get(id) !== undefined } as const;
  return [
    ...faultsIn('numbers', numbers?.map((entry) => entry.service_id) ?? [], service),
    ...faultsIn('cover_pages', pages?.map((entry) => entry.service_id) ?? [], service),
    ...faultsIn('emails', emails?.map((entry) => entry.service_id) ?? [], service),
    ...faultsIn('services', services?.map((entry) => entry.cover_page) ?? [], coverPage),
  ];
}

interface Sought {
  readonly of: keyof typeof nouns;
  readonly isKnown: (id: number) => boolean;
}

const nouns = { service_id: 'a service', cover_page: 'a cover page' } as const;

/** Whether a service has that id. The first service exists even without a record. */
export const isServiceId = ({ services }: Store, id: number): boolean =>
  id === firstServiceId || services.get(id) !== undefined;

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
  const { path, expected, value } = recordFaultOf(collection, record) ?? {
    path: [],
    expected: 'a record',
    value: record,
  };
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
    message: `is not known here${nearestOrAll(name, fieldNamesOf(collection).map(jsonNameOf))}`,
  };
}

type FaxEntry = NonNullable<Fixture['faxes']>[number];

/** The document of a fax: the name of the blob, and the number of pages if known. */
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

/** Sorts entries: the oldest first. Entries with an id come before those that will get a new, later id. */
function inOrder(faxes: readonly FaxEntry[], now: number): (readonly [index: number, fax: FaxEntry])[] {
  const createdAt = ({ created_at: at, ago = 0 }: FaxEntry): number => at ?? now - ago;
  const rank = ({ id }: FaxEntry): number => (id === undefined ? 1 : 0);
  return faxes
    .map((fax, index) => [index, fax] as const)
    .sort(([, one], [, other]) => rank(one) - rank(other) || createdAt(one) - createdAt(other));
}
