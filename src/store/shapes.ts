import { blobsOf, numbersOf } from '../domain/fax.ts';
import type { CollectionShape } from './collection.ts';
import type { CollectionName, Keys, Records } from './contents.ts';
import { labels, tagValue } from './labels.ts';

/** There is one account in a world; it is kept as a collection of one, so that its changes are changes like others. */
export const accountKey = 'account';

/** How the records of each collection are read. */
export const shapes: { readonly [N in CollectionName]: CollectionShape<Records[N], Keys[N]> } = {
  account: { keyOf: () => accountKey, timeOf: () => 0, labels: {} },
  faxes: {
    keyOf: (fax) => fax.id,
    timeOf: (fax) => fax.createdAt,
    labels: {
      status: (fax) => [fax.status],
      direction: (fax) => [fax.direction],
      directionStatus: ({ direction, status }) => [labels.directionStatus(direction, status).value],
      blob: blobsOf,
      number: numbersOf,
      tag: (fax) => Object.entries(fax.tags).map(([name, value]) => tagValue(name, value)),
    },
  },
  phoneNumbers: {
    keyOf: (owned) => owned.number,
    timeOf: (owned) => owned.provisionedAt,
    labels: { country: (owned) => [owned.countryCode], areaCode: (owned) => [owned.areaCode] },
  },
  releasedNumbers: { keyOf: (released) => released.number, timeOf: () => 0, labels: {} },
  atas: {
    keyOf: (ata) => ata.id,
    timeOf: () => 0,
    labels: { number: (ata) => (ata.number === null ? [] : [ata.number]) },
  },
  portOrders: {
    keyOf: (order) => order.id,
    timeOf: (order) => order.createdAt,
    labels: {
      status: (order) => [order.status],
      portNumber: (order) => order.numbers.map(({ id }) => id),
      number: (order) => order.numbers.map(({ number }) => number),
    },
  },
  blockingRules: { keyOf: (rule) => rule.id, timeOf: () => 0, labels: {} },
  phaxCodes: {
    keyOf: (code) => code.identifier,
    timeOf: (code) => code.createdAt,
    labels: {
      metadata: (code) => (code.metadata === null ? [] : [code.metadata]),
      default: (code) => (code.isDefault ? [labels.default.value] : []),
    },
  },
  deliveries: {
    keyOf: (delivery) => delivery.id,
    timeOf: (delivery) => delivery.createdAt,
    labels: { state: (delivery) => [delivery.state], fax: (delivery) => [delivery.faxEvent.faxId] },
  },
};
