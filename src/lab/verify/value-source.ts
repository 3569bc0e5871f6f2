import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { OperationId } from '../../model/domain/operation.ts';

/** The source of the value by which an operation finds a record. */
interface ValueSource {
  /** The parameter, possibly in the path. */
  readonly parameter: string;
  readonly from: OperationId;
  /** The values of listed records for which the operation can be called. */
  readonly values: (listed: readonly Mapping[]) => readonly string[];
  /** A value that no record has. */
  readonly unknown: string;
}

/** The values that are texts or numbers, as texts. */
const texts = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);

const ids = (listed: readonly Mapping[]): readonly string[] => texts(listed.map(({ id }) => id));

const portNumbers = (orders: readonly Mapping[]): readonly string[] =>
  orders.flatMap(({ port_numbers: numbers }) => (Array.isArray(numbers) ? ids(numbers.filter(isPlainObject)) : []));

/** An id from a list. The unknown id is the highest of 32 bits, far from real ids. */
const byId = (from: OperationId, values = ids): ValueSource => ({
  parameter: 'id',
  from,
  values,
  unknown: '2147483647',
});

/** The source for each operation that reads a single record. */
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
