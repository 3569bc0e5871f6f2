import { numbersOf } from '../domain/fax.ts';
import type { Shape } from './collection.ts';
import type { CollectionName, Keys, Records } from './contents.ts';
import { labels } from './labels.ts';

/** There is one account in a world; it is kept as a collection of one, so that its changes are changes like others. */
export const accountKey = 'account';

/** How the records of each collection are read. */
export const shapes: { readonly [N in CollectionName]: Shape<Records[N], Keys[N]> } = {
  account: { keyOf: () => accountKey, timeOf: () => 0, labelsOf: () => [] },
  faxes: {
    keyOf: (fax) => fax.id,
    timeOf: (fax) => fax.createdAt,
    labelsOf: (fax) => [
      labels.status(fax.status),
      labels.direction(fax.direction),
      ...(fax.document === null ? [] : [labels.blob(fax.document)]),
      ...fax.sources.flatMap((source) => ('blob' in source ? [labels.blob(source.blob)] : [])),
      ...numbersOf(fax).map(labels.number),
      ...Object.entries(fax.tags).map(([name, value]) => labels.tag(name, value)),
    ],
  },
  phoneNumbers: {
    keyOf: (owned) => owned.number,
    timeOf: (owned) => owned.provisionedAt,
    labelsOf: (owned) => [labels.country(owned.countryCode), labels.areaCode(owned.areaCode)],
  },
  releasedNumbers: { keyOf: (released) => released.number, timeOf: () => 0, labelsOf: () => [] },
  atas: {
    keyOf: (ata) => ata.id,
    timeOf: () => 0,
    labelsOf: (ata) => (ata.number === null ? [] : [labels.number(ata.number)]),
  },
  portOrders: {
    keyOf: (order) => order.id,
    timeOf: (order) => order.createdAt,
    labelsOf: (order) => [
      labels.status(order.status),
      ...order.numbers.flatMap(({ id, number }) => [labels.portNumber(id), labels.number(number)]),
    ],
  },
  blockingRules: { keyOf: (rule) => rule.id, timeOf: () => 0, labelsOf: () => [] },
  phaxCodes: {
    keyOf: (code) => code.identifier,
    timeOf: (code) => code.createdAt,
    labelsOf: (code) => [
      ...(code.metadata === null ? [] : [labels.metadata(code.metadata)]),
      ...(code.isDefault ? [labels.default] : []),
    ],
  },
  deliveries: {
    keyOf: (delivery) => delivery.id,
    timeOf: (delivery) => delivery.createdAt,
    labelsOf: (delivery) => [labels.state(delivery.state), labels.fax(delivery.news.faxId)],
  },
};
