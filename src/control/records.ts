import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import { nearestOrAll } from '../model/shared/words.ts';
import {
  deleteRecord,
  recordFaultOf,
  fieldNamesOf,
  findRecord,
  getRecord,
  listRecords,
  putRecord,
  unknownFieldOf,
} from '../service/operations/records.ts';
import type { RecordAddress } from '../service/operations/records.ts';
import { collectionNames } from '../store/memory/collections.ts';
import type { CollectionName } from '../store/memory/collections.ts';
import { completeRecord } from '../store/memory/record-checks.ts';
import { describeParam } from '../wire/fields.ts';
import { snakeCase } from '../model/fields/names.ts';
import type { World } from '../worlds/world.ts';
import { anyValue, controlRoute, done, doneAnswer } from './control-route.ts';
import { faxKey } from './fax-id.ts';
import { boolean, input, integer, maybe, oneOf, text } from './fields.ts';
import { restoreCredentials } from './hidden-credentials.ts';
import { readRecord, expectationText, jsonNameOf, recordBody, jsonValueOf } from './record-form.ts';

const record = v.record(v.string(), anyValue);

const nameShown = oneOf(collectionNames.map(snakeCase));
const byShownName = new Map<string, CollectionName>(collectionNames.map((name) => [snakeCase(name), name]));

/** The collection of a name that `nameShown` has checked. */
function collectionNamed(jsonName: string): CollectionName {
  const name = byShownName.get(jsonName);
  if (name === undefined) throw new Refusal('not_found', `Not found: there is no collection ${jsonName}`);
  return name;
}

const named = { collection: nameShown, key: text };

/** The path of a record, and any fields, which the guards of the store check. */
const withFields = v.pipe(
  v.looseObject(named),
  v.transform(({ collection, key, ...fields }) => ({
    name: { collection: collectionNamed(collection), key },
    fields: readRecord(fields),
  })),
);

const byName = v.pipe(
  input(named),
  v.transform(({ collection, key }): RecordAddress => ({ collection: collectionNamed(collection), key })),
);

const shownName = v.pipe(
  input({ ...named, with_credentials: maybe(boolean) }),
  v.transform(({ collection, key, with_credentials: showsCredentials = false }) => ({
    name: { collection: collectionNamed(collection), key },
    showsCredentials,
  })),
);

/** The address of a record, with a v3 id of a fax replaced by its number. */
const addressIn = (world: World, { collection, key }: RecordAddress): RecordAddress => ({
  collection,
  key: collection === 'faxes' ? faxKey(world, key) : key,
});

export const records = {
  list: controlRoute('GET /records/:collection', {
    summary: 'List the records of a collection as stored, oldest first.',
    schema: input({
      collection: nameShown,
      limit: maybe(integer({ min: 1, max: 20_000 })),
      offset: maybe(integer({ min: 0 })),
    }),
    answer: v.array(record),
    run: ({ world }, { collection, limit = 1000, offset = 0 }) =>
      listRecords(world, collectionNamed(collection), { limit, offset }).map(recordBody),
  }),
  show: controlRoute('GET /records/:collection/:key', {
    summary:
      'Show a record as stored, including fields that the API does not show. `with_credentials` shows the credentials in its URLs.',
    schema: shownName,
    answer: record,
    showsCredentials: ({ showsCredentials }) => showsCredentials,
    run: ({ world }, { name }) => recordBody(getRecord(world, addressIn(world, name))),
  }),
  put: controlRoute('PUT /records/:collection/:key', {
    summary: 'Create a record, or replace the record with that key.',
    schema: withFields,
    answer: record,
    run: ({ world }, { name, fields }) => store(world, addressIn(world, name), fields),
  }),
  change: controlRoute('PATCH /records/:collection/:key', {
    summary: 'Change fields of a record. No other field or record changes, and no webhook is sent.',
    schema: withFields,
    answer: record,
    run: ({ world }, { name, fields }) => {
      const address = addressIn(world, name);
      return store(world, address, { ...getRecord(world, address), ...fields });
    },
  }),
  delete: controlRoute('DELETE /records/:collection/:key', {
    summary: 'Delete a record.',
    schema: byName,
    answer: done,
    run: async ({ world }, name) => {
      await deleteRecord(world, addressIn(world, name));
      return doneAnswer;
    },
  }),
};

async function store(world: World, name: RecordAddress, fields: object): Promise<Record<string, unknown>> {
  const whole = completeRecord(name.collection, restoreCredentials(fields, findRecord(world, name)));
  assertRecord(name.collection, whole);
  await putRecord(world, name, whole);
  const delivery = name.collection === 'deliveries' ? world.store.deliveries.get(Number(name.key)) : undefined;
  if (delivery !== undefined) world.deliveries.resume(delivery);
  return recordBody(whole);
}

/** Throws the Refusal `invalid` that names the first wrong field and its expected value. */
function assertRecord(collection: CollectionName, fields: object): void {
  const whose = `of a record of ${snakeCase(collection)}`;
  const unknown = unknownFieldOf(collection, fields);
  if (unknown !== undefined) {
    const name = jsonNameOf(unknown);
    const near = nearestOrAll(name, fieldNamesOf(collection).map(jsonNameOf));
    throw new Refusal('invalid', `${name} is no field ${whose}${near}`, { field: name });
  }
  const fault = recordFaultOf(collection, fields);
  if (fault === undefined) return;
  const [field, ...inner] = fault.path.map((step) => jsonNameOf(String(step)));
  const place = `${field}${inner.map((step) => `[${step}]`).join('')}`;
  if (fault.value === undefined) throw new Refusal('invalid', `${place} is required ${whose}`, { field: place });
  const was = describeParam(jsonValueOf(fault.value, String(fault.path.at(-1))));
  throw new Refusal(
    'invalid',
    `${place} ${whose} must be ${expectationText(fault.expected, String(fault.path.at(-1)))}, got ${was}`,
    { field: place },
  );
}
