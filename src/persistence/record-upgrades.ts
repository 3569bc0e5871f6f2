import type { CollectionName } from '../store/contents.ts';
import { isPlainObject } from '../shared/objects.ts';
import type { Mapping } from '../shared/objects.ts';

/** The fields that records lack in data directories and exports of earlier versions. */
const upgrades: Partial<Record<CollectionName, (record: Mapping) => Mapping>> = {
  // The first version called file storage `storesFiles`.
  account: ({ storesFiles, ...account }) => ({
    rateLimit: null,
    traffic: null,
    ...(storesFiles !== undefined && { fileStorage: storesFiles }),
    ...account,
  }),
  // An earlier version called the event `news`.
  deliveries: ({ news, ...delivery }) => ({
    editedFields: null,
    ...(news !== undefined && { faxEvent: news }),
    ...delivery,
  }),
  faxes: (fax) => ({ ...fax, options: within(fax['options'], upgradeOptions) }),
  portOrders: (order) => ({
    script: [],
    due: null,
    ...order,
    numbers: ofEach(order['numbers'], (number) => ({ notes: [], ...number })),
  }),
};

function upgradeOptions(options: Mapping): Mapping {
  const script = ofEach(options['script'], (step) => ({ reads: null, ...step }));
  return { isBatchClosed: false, ...options, script };
}

/**
 * A record of a data directory or an export in the form of this version, with the fields that its writer did not know.
 * A value that is no record stays as it is, for the guards to report.
 */
export function upgradeRecord(collection: CollectionName, record: unknown): unknown {
  const complete = upgrades[collection];
  return complete === undefined ? record : within(record, complete);
}

const within = (value: unknown, complete: (fields: Mapping) => Mapping): unknown =>
  isPlainObject(value) ? complete(value) : value; // an object that is no list

const ofEach = (value: unknown, complete: (fields: Mapping) => Mapping): unknown =>
  Array.isArray(value) ? value.map((item) => within(item, complete)) : value;
