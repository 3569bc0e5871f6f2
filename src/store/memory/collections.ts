import { accountTable } from '../../model/domain/account.ts';
import type { Account } from '../../model/domain/account.ts';
import { ataTable } from '../../model/domain/ata.ts';
import type { Ata } from '../../model/domain/ata.ts';
import { blockingRuleTable } from '../../model/domain/blocking-rule.ts';
import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import { blobsOf, faxTable, numbersOf } from '../../model/domain/fax.ts';
import { faxFields, shareBlankParts } from '../../model/domain/fax-record.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { phaxCodeTable } from '../../model/domain/phax-code.ts';
import type { PhaxCode } from '../../model/domain/phax-code.ts';
import { numberTable, releasedNumberTable } from '../../model/domain/phone-number.ts';
import type { PhoneNumber, ReleasedNumber } from '../../model/domain/phone-number.ts';
import { portOrderTable } from '../../model/domain/port-order.ts';
import type { PortOrder } from '../../model/domain/port-order.ts';
import { coverPageTable, faxMailTable, serviceTable } from '../../model/domain/sinch-service.ts';
import type { CoverPage, FaxMail, SinchService } from '../../model/domain/sinch-service.ts';
import { deliveryTable } from '../../model/domain/webhook.ts';
import type { Delivery } from '../../model/domain/webhook.ts';
import { keysOf } from '../../model/shared/objects.ts';
import type { CollectionShape } from './collection.ts';
import { labels, tagValue } from './labels.ts';
import { schemaOf } from './table-schema.ts';
import type { RecordSchema } from './table-schema.ts';
import type { Key } from './timeline.ts';
import type { ValueSchemas } from './value-schemas.ts';

/** The type of each collection's records. */
export interface Records {
  readonly account: Account;
  readonly faxes: Fax;
  readonly phoneNumbers: PhoneNumber;
  readonly releasedNumbers: ReleasedNumber;
  readonly atas: Ata;
  readonly portOrders: PortOrder;
  readonly blockingRules: BlockingRule;
  readonly phaxCodes: PhaxCode;
  readonly deliveries: Delivery;
  readonly services: SinchService;
  readonly coverPages: CoverPage;
  readonly faxMails: FaxMail;
}

export type CollectionName = keyof Records;

/** The type of the keys of each collection. */
export type Keys = { readonly [N in CollectionName]: Records[N] extends { readonly id: number } ? number : string };

/** A collection: the schema of its records, and the way to read them. */
interface CollectionRow<T, K extends Key> extends CollectionShape<T, K> {
  readonly schema: (values: ValueSchemas) => RecordSchema<T>;
}

/** The key of the account. It is the only record of its collection, so its changes are handled like all others. */
export const accountKey = 'account';

/**
 * All collections of a world. A new one needs a line in `Records` and a row here. The store, data directories, exports,
 * snapshots, rewinds and bundles follow from these.
 */
export const collectionTable: { readonly [N in CollectionName]: CollectionRow<Records[N], Keys[N]> } = {
  account: { schema: schemaOf(accountTable), keyOf: () => accountKey, timeOf: () => 0, labels: {} },
  faxes: {
    schema: schemaOf(faxTable, faxFields),
    keyOf: (fax) => fax.id,
    timeOf: (fax) => fax.createdAt,
    labels: {
      status: (fax) => [fax.status],
      direction: (fax) => [fax.direction],
      directionStatus: ({ direction, status }) => [labels.directionStatus(direction, status).value],
      blob: blobsOf,
      number: numbersOf,
      tag: (fax) => Object.entries(fax.tags).map(([name, value]) => tagValue(name, value)),
      fax: ({ resentFrom }) => (resentFrom === null ? [] : [resentFrom]),
    },
    share: shareBlankParts,
  },
  phoneNumbers: {
    schema: schemaOf(numberTable),
    keyOf: (owned) => owned.number,
    timeOf: (owned) => owned.provisionedAt,
    labels: { country: (owned) => [owned.countryCode], areaCode: (owned) => [owned.areaCode] },
  },
  releasedNumbers: {
    schema: schemaOf(releasedNumberTable),
    keyOf: (released) => released.number,
    timeOf: () => 0,
    labels: {},
  },
  atas: {
    schema: schemaOf(ataTable),
    keyOf: (ata) => ata.id,
    timeOf: () => 0,
    labels: { number: (ata) => (ata.number === null ? [] : [ata.number]) },
  },
  portOrders: {
    schema: schemaOf(portOrderTable),
    keyOf: (order) => order.id,
    timeOf: (order) => order.createdAt,
    labels: {
      status: (order) => [order.status],
      portNumber: (order) => order.numbers.map(({ id }) => id),
      number: (order) => order.numbers.map(({ number }) => number),
    },
  },
  blockingRules: {
    schema: schemaOf(blockingRuleTable),
    keyOf: (rule) => rule.id,
    timeOf: () => 0,
    labels: { blocking: (rule) => [labels.blocking(rule).value] },
  },
  phaxCodes: {
    schema: schemaOf(phaxCodeTable),
    keyOf: (code) => code.identifier,
    timeOf: (code) => code.createdAt,
    labels: {
      metadata: (code) => (code.metadata === null ? [] : [code.metadata]),
      default: (code) => (code.isDefault ? [labels.default.value] : []),
    },
  },
  deliveries: {
    schema: schemaOf(deliveryTable),
    keyOf: (delivery) => delivery.id,
    timeOf: (delivery) => delivery.createdAt,
    labels: { state: (delivery) => [delivery.state], fax: (delivery) => [delivery.faxEvent.faxId] },
  },
  services: { schema: schemaOf(serviceTable), keyOf: ({ id }) => id, timeOf: ({ createdAt }) => createdAt, labels: {} },
  coverPages: {
    schema: schemaOf(coverPageTable),
    keyOf: ({ id }) => id,
    timeOf: ({ createdAt }) => createdAt,
    labels: {},
  },
  faxMails: { schema: schemaOf(faxMailTable), keyOf: ({ id }) => id, timeOf: ({ createdAt }) => createdAt, labels: {} },
};

export const collectionNames = keysOf(collectionTable);
