import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { OperationId } from '../../model/domain/operation.ts';

/** The source of the value that an operation needs to find a record. */
interface ValueSource {
  /** The parameter, in the path or not. */
  readonly parameter: string;
  readonly from: OperationId;
  /** The listed records that the operation can be called for. */
  readonly values: (listed: readonly Mapping[]) => readonly string[];
  /** A value that no record has. */
  readonly unknown: string;
}

/** Values that can stand in a request. */
const texts = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);

const ids = (listed: readonly Mapping[]): readonly string[] => texts(listed.map(({ id }) => id));

const portNumbers = (orders: readonly Mapping[]): readonly string[] =>
  orders.flatMap(({ port_numbers: numbers }) => (Array.isArray(numbers) ? ids(numbers.filter(isPlainObject)) : []));

/** An id that a list shows. The unknown one is the highest that fits into 32 bits: ids are far from it. */
const byId = (from: OperationId, values = ids): ValueSource => ({
  parameter: 'id',
  from,
  values,
  unknown: '2147483647',
});

/** The source of the record that an operation reads, for each operation that reads one. */
export const recordSources: Readonly<Partial<Record<OperationId, ValueSource>>> = {
  getFax: byId('listFaxes'),
  getFaxFile: byId('listFaxes', (faxes) => ids(faxes.filter(({ status }) => status === 'success'))),
  getPhoneNumber: {
    parameter: 'number',
    from: 'listPhoneNumbers',
    values: (numbers) => texts(numbers.map((one) => one['phone_number'])),
    unknown: '+12025550100',
  },
  getAta: byId('listAtas'),
  getPortOrder: byId('listPortOrders'),
  getPortNumber: byId('listPortOrders', portNumbers),
  listPortNumberNotes: byId('listPortOrders', portNumbers),
  getBlockingRule: byId('listBlockingRules'),
  getPhaxCode: {
    parameter: 'identifier',
    from: 'getDefaultPhaxCode',
    values: (codes) => texts(codes.map(({ identifier }) => identifier)),
    unknown: 'zzzzzzzzzz',
  },
};
