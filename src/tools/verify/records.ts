import type { OperationId } from '../../model/domain/operation.ts';
import { isPlainObject } from '../../model/shared/objects.ts';

export type RecordFields = Readonly<Record<string, unknown>>;

/** Where the value comes from that an operation needs to find a record. */
interface ValueSource {
  /** The parameter, in the path or not. */
  readonly parameter: string;
  readonly from: OperationId;
  /** The listed records that the operation can be called for. */
  readonly values: (listed: readonly RecordFields[]) => readonly string[];
  /** One that no record has. */
  readonly unknown: string;
}

/** Those that can stand in a request. */
const texts = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);

const ids = (listed: readonly RecordFields[]): readonly string[] => texts(listed.map(({ id }) => id));

const portNumbers = (orders: readonly RecordFields[]): readonly string[] =>
  orders.flatMap(({ port_numbers: numbers }) => (Array.isArray(numbers) ? ids(numbers.filter(isPlainObject)) : []));

/** The highest that fits into 32 bits: ids are far from it. */
const noId = '2147483647';

/** Of every operation that reads one record, how one is found. */
export const origins: Readonly<Partial<Record<OperationId, ValueSource>>> = {
  getFax: { parameter: 'id', from: 'listFaxes', values: ids, unknown: noId },
  getFaxFile: {
    parameter: 'id',
    from: 'listFaxes',
    values: (faxes) => ids(faxes.filter(({ status }) => status === 'success')),
    unknown: noId,
  },
  getPhoneNumber: {
    parameter: 'number',
    from: 'listPhoneNumbers',
    values: (numbers) => texts(numbers.map((one) => one['phone_number'])),
    unknown: '+12025550100',
  },
  getAta: { parameter: 'id', from: 'listAtas', values: ids, unknown: noId },
  getPortOrder: { parameter: 'id', from: 'listPortOrders', values: ids, unknown: noId },
  getPortNumber: { parameter: 'id', from: 'listPortOrders', values: portNumbers, unknown: noId },
  listPortNumberNotes: { parameter: 'id', from: 'listPortOrders', values: portNumbers, unknown: noId },
  getBlockingRule: { parameter: 'id', from: 'listBlockingRules', values: ids, unknown: noId },
  getPhaxCode: {
    parameter: 'identifier',
    from: 'getDefaultPhaxCode',
    values: (codes) => texts(codes.map(({ identifier }) => identifier)),
    unknown: 'zzzzzzzzzz',
  },
};
