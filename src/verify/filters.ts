import type { OperationId } from '../domain/operation.ts';
import type { ApiVersion } from '../evidence/evidence.ts';
import type { RecordFields } from './records.ts';
import { isPlainObject } from '../shared/objects.ts';

type QueryParams = Readonly<Record<string, string>>;

/** A list with filters whose effect is visible in each record. */
export interface ListFilter {
  readonly operation: OperationId;
  readonly versions: readonly ApiVersion[];
  /** Made from the first record of the whole list; undefined where that record cannot be filtered by. */
  readonly params: (first: RecordFields) => QueryParams | undefined;
  readonly fits: (record: RecordFields, first: RecordFields) => boolean;
}

const later: readonly ApiVersion[] = ['v2', 'v2.1'];
const all: readonly ApiVersion[] = ['v1', ...later];

/** Far back enough for all that an account has. */
const since = { v1: { start: '1262304000' }, later: { created_after: '2010-01-01T00:00:00Z' } } as const;

/** The parameters that make a list as long as it can be, where it is that of a week otherwise. */
export function everSince(version: ApiVersion, operation: OperationId): QueryParams {
  if (operation !== 'listFaxes' && operation !== 'listPortOrders') return {};
  return version === 'v1' ? since.v1 : since.later;
}

export const filters: readonly ListFilter[] = [
  by('listFaxes', 'direction', later),
  by('listFaxes', 'status', all),
  {
    operation: 'listFaxes',
    versions: later,
    params: (first) => {
      const [number] = numbersOf(first);
      return number === undefined ? undefined : { phone_number: number };
    },
    fits: (fax, first) => numbersOf(fax).includes(numbersOf(first)[0] ?? ''),
  },
  {
    operation: 'listFaxes',
    versions: all,
    params: ({ tags }) => {
      const [tag] = Object.entries(groupOf(tags));
      return tag && { [`tag[${tag[0]}]`]: String(tag[1]) };
    },
    fits: (fax, { tags }) => {
      const [[name, value] = ['', '']] = Object.entries(groupOf(tags));
      return groupOf(fax['tags'])[name] === value;
    },
  },
  {
    operation: 'listPhoneNumbers',
    versions: later,
    params: ({ phone_number: number }) => (String(number).startsWith('+1') ? { country_code: '1' } : undefined),
    fits: ({ phone_number: number }) => String(number).startsWith('+1'),
  },
  {
    operation: 'listPhoneNumbers',
    versions: ['v1'],
    params: ({ number }) => (typeof number === 'string' ? { number } : undefined),
    fits: ({ number }, first) => number === first['number'],
  },
  {
    operation: 'listAreaCodes',
    versions: later,
    params: () => ({ toll_free: 'true' }),
    fits: (code) => code['toll_free'] === true,
  },
];

const groupOf = (value: unknown): RecordFields => (isPlainObject(value) ? value : {});

/** A filter by a field of the same name. */
function by(operation: OperationId, field: string, versions: readonly ApiVersion[]): ListFilter {
  return {
    operation,
    versions,
    params: (first) => (typeof first[field] === 'string' ? { [field]: first[field] } : undefined),
    fits: (record, first) => record[field] === first[field],
  };
}

function numbersOf({ recipients, from_number: from, to_number: to }: RecordFields): string[] {
  const called = Array.isArray(recipients) ? recipients.filter(isPlainObject).map((one) => one['phone_number']) : [];
  return [...called, from, to].filter((number) => typeof number === 'string');
}
