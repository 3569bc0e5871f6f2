import { Refusal } from '../domain/refusal.ts';
import { nearestOrAll } from '../did-you-mean.ts';
import { expectationText, jsonNameOf, jsonValueOf } from '../control/record-form.ts';
import { faultOf, fieldsOf, invariants, unknownFieldOf } from '../operations/records.ts';
import type { PaceName } from '../domain/pace.ts';
import { paces } from '../domain/pace.ts';
import type { Collection } from '../store/collection.ts';
import { noRecords } from '../store/contents.ts';
import type { CollectionName, Keys, Records } from '../store/contents.ts';
import { isNewRecord } from '../store/record-schemas.ts';
import { shapes } from '../store/shapes.ts';
import { collectionOf } from '../store/snapshot.ts';
import type { StoreSnapshot } from '../store/snapshot.ts';
import { Store } from '../store/store.ts';
import type { FileFault, Path } from '../user-files/located.ts';
import { describeParam } from '../wire/fields.ts';
import { faxFields, inOrder } from './faxes.ts';
import type { FaxDocument } from './faxes.ts';
import { accountOf, ataFields, blockingRuleFields, numberFields, phaxCodeFields, portOrderFields } from './records.ts';
import type { FixtureFileContext } from './records.ts';
import type { Fixture } from './schema.ts';

export interface RecordTools {
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
  const context: FixtureFileContext = { store, seed, clock: { now: () => now }, pace: paces[pace] };
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
    const record = make();
    if (!isNewRecord(collection, record)) return faultIn(collection, record);
    const unknown = unknownFieldOf(collection, record);
    if (unknown !== undefined) return unknownField(collection, unknown);
    const key = shapes[collection].keyOf(record);
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
