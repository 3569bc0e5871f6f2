import { errorsOf, faxTable, numbersOf } from '../../model/domain/fax.ts';
import type { Fax, FaxStatus } from '../../model/domain/fax.ts';
import type { PageRequest, Page } from '../../model/domain/page.ts';
import { readId } from '../../model/domain/ulid.ts';
import { namesWith } from '../../model/fields/record-table.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { searchedWords } from '../../model/shared/searched-words.ts';
import { anyOf, labels } from '../../store/memory/labels.ts';
import type { Label, LabelChoice } from '../../store/memory/labels.ts';
import { takePage } from '../../store/memory/query-result.ts';
import type { Order, QueryResult } from '../../store/memory/query-result.ts';
import type { Store } from '../../store/memory/store.ts';
import { createdRange } from './created-range.ts';
import type { MsRange } from './created-range.ts';
import type { Wanted, OperationContext } from './operation-context.ts';

/** Conditions that an index answers. A fax must meet all of them. */
export interface FaxConditions extends Wanted<Pick<Fax, 'direction'>> {
  /** A status, or the statuses of which the fax has one; without any, each status. */
  readonly status?: FaxStatus | readonly FaxStatus[] | undefined;
  /** A number that the fax was sent to, from, or received on; E.164. */
  readonly number?: string | undefined;
  /** Tags of the fax; it must have all of them. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** The id of the fax whose resends are wanted. */
  readonly resentFrom?: number | undefined;
}

/** A page of the faxes created in a time range; by default, in the last week. */
export function listFaxes(
  context: OperationContext,
  query: FaxConditions & PageRequest & MsRange,
  order: Order,
): Page<Fax> {
  const { from, to } = createdRange(context, query);
  const found = context.store.faxes.find({ from, to, labels: faxLabels(query) });
  return takePage(found, query, order);
}

/** The faxes created in a time range, including both ends. */
export function listCreated(
  store: Pick<Store, 'faxes'>,
  { from, to, ...conditions }: FaxConditions & Readonly<Record<'from' | 'to', number>>,
): QueryResult<Fax> {
  return store.faxes.find({ from, to, labels: faxLabels(conditions) });
}

/** The labels that the wanted faxes have in the index. */
const faxLabels = ({ number, tags = {}, resentFrom, ...kind }: FaxConditions): (Label | LabelChoice)[] => [
  ...kindLabels(kind),
  ...(resentFrom === undefined ? [] : [labels.fax(resentFrom)]),
  ...(number === undefined ? [] : [labels.number(number)]),
  ...Object.entries(tags).map(([name, value]) => labels.tag(name, value)),
];

function kindLabels({ direction, status = [] }: FaxConditions): (Label | LabelChoice)[] {
  const [first, ...others] = [status]
    .flat()
    .map((one) => (direction === undefined ? labels.status(one) : labels.directionStatus(direction, one)));
  if (first !== undefined) return [anyOf(first, ...others)];
  return direction === undefined ? [] : [labels.direction(direction)];
}

/** Conditions on faxes. A fax must meet all of them. */
interface FaxSearch extends FaxConditions, MsRange {
  readonly isTest?: boolean | undefined;
  /** Digits that are in one of the numbers of the fax. */
  readonly numberPart?: string | undefined;
  /** The id of an error with which the fax or one of its recipients failed. */
  readonly error?: number | undefined;
  /** The id of the fax that opened the batch. */
  readonly batch?: number | undefined;
  /**
   * A v3 id, or words in any case. A fax must contain each word: as a part of an id, a number, a status (also `failed` and `went wrong`), a tag such as
   * `case: 7`, a caller name, a header, a URL, a barcode, `fax 323034831`, `error 17` or `batch 12`.
   */
  readonly text?: string | undefined;
  /** The number of faxes to skip; `limit` is the number to return at most. */
  readonly offset: number;
  readonly limit: number;
}

interface FoundFaxes {
  /** Newest first. */
  readonly faxes: readonly Fax[];
  /** Number of results on all pages. */
  readonly total: number;
  /** Whether the search covered all faxes. A search by text, error or a part of a number reads only the newest. */
  readonly isComplete: boolean;
}

/** Limit for the faxes that a search without an index reads. */
const readMax = 50_000;

/** The matching faxes, newest first. If an index answers, faxes outside of the page are not read. */
export function searchFaxes({ store, seed }: Pick<OperationContext, 'store' | 'seed'>, search: FaxSearch): FoundFaxes {
  const { offset, limit, from, to } = search;
  const found = store.faxes.find({ ...omitUndefined({ from, to }), labels: faxLabels(search) });
  const { total } = found;
  const conditions = conditionsOf(seed, search);
  if (conditions.length === 0) {
    return { faxes: found.newest(offset, offset + limit), total, isComplete: true };
  }
  const matching = found.newest(0, readMax).filter((fax) => conditions.every((holds) => holds(fax)));
  return {
    faxes: matching.slice(offset, offset + limit),
    total: matching.length,
    isComplete: total <= readMax,
  };
}

type Condition = (fax: Fax) => boolean;

function conditionsOf(seed: number, { isTest, numberPart, error, batch, text = '' }: FaxSearch): Condition[] {
  const words = searchedWords(text);
  const named = readId(seed, 'fax', text)?.id;
  return [
    ...(isTest === undefined ? [] : [(fax: Fax) => fax.isTest === isTest]),
    ...(numberPart === undefined ? [] : [(fax: Fax) => numbersOf(fax).some((number) => number.includes(numberPart))]),
    ...(error === undefined ? [] : [(fax: Fax) => errorsOf(fax).some(({ id }) => id === error)]),
    ...(batch === undefined ? [] : [(fax: Fax) => fax.options.batch === batch]),
    ...(words.length === 0 ? [] : [(fax: Fax) => fax.id === named || words.every((word) => hasWord(fax, word))]),
  ];
}

/** Further words that people use for a status. */
const statusWords: Readonly<Partial<Record<FaxStatus, string>>> = {
  failure: 'failed, went wrong',
  partialsuccess: 'failed, went wrong',
};

const searchedFields = namesWith(faxTable, 'isSearched');

function hasWord(fax: Fax, needle: string): boolean {
  if (String(fax.id).startsWith(needle) || numbersOf(fax).some((number) => number.includes(needle))) return true;
  const errors = errorsOf(fax).flatMap(({ id, message }) => [message, `error ${id}: ${message}`]);
  const batch = fax.options.batch === null ? [] : [`batch ${fax.options.batch}`];
  const texts = [
    `fax ${fax.id}`,
    ...fax.barcodes.map(({ value }) => value),
    ...errors,
    ...batch,
    statusWords[fax.status] ?? '',
  ];
  const isIn = (text: string | null): boolean => text?.toLowerCase().includes(needle) === true;
  if (searchedFields.some((name) => isIn(fax[name])) || texts.some(isIn)) return true;
  const at = needle.search(/[:=]/);
  const tag = at < 0 ? needle : `${needle.slice(0, at).trimEnd()}:${needle.slice(at + 1).trimStart()}`;
  return Object.entries(fax.tags).some(
    ([name, value]) => value.toLowerCase().includes(needle) || `${name}:${value}`.toLowerCase().includes(tag),
  );
}
