import { errorsOf, faxTable, numbersOf } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { PageRequest, Page } from '../../model/domain/page.ts';
import { readId } from '../../model/domain/ulid.ts';
import { namesWith } from '../../model/fields/record-table.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { searchedWords } from '../../model/shared/searched-words.ts';
import { labels } from '../../store/memory/labels.ts';
import type { Label } from '../../store/memory/labels.ts';
import { takePage } from '../../store/memory/query-result.ts';
import type { Order, QueryResult } from '../../store/memory/query-result.ts';
import type { Store } from '../../store/memory/store.ts';
import { createdRange } from './created-range.ts';
import type { MsRange } from './created-range.ts';
import type { Wanted, OperationContext } from './operation-context.ts';

/** Conditions that an index answers. All of them hold together. */
export interface FaxConditions extends Wanted<Pick<Fax, 'direction' | 'status'>> {
  /** A number that the fax was sent to, from, or received on; E.164. */
  readonly number?: string | undefined;
  /** Tags that the fax must have, all of them. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** The fax that they send again. */
  readonly resentFrom?: number | undefined;
}

/** A page of the faxes that were created in a range of time; by default in the week that ends now. */
export function listFaxes(
  context: OperationContext,
  query: FaxConditions & PageRequest & MsRange,
  order: Order,
): Page<Fax> {
  const { from, to } = createdRange(context, query);
  const found = context.store.faxes.find({ from, to, labels: faxLabels(query) });
  return takePage(found, query, order);
}

/** The faxes that were created in a range of time, both ends included. */
export function listCreated(
  store: Pick<Store, 'faxes'>,
  { from, to, ...conditions }: FaxConditions & Readonly<Record<'from' | 'to', number>>,
): QueryResult<Fax> {
  return store.faxes.find({ from, to, labels: faxLabels(conditions) });
}

/** The labels of the faxes that a query asks for. */
const faxLabels = ({ number, tags = {}, resentFrom, ...kind }: FaxConditions): Label[] => [
  ...kindLabels(kind),
  ...(resentFrom === undefined ? [] : [labels.fax(resentFrom)]),
  ...(number === undefined ? [] : [labels.number(number)]),
  ...Object.entries(tags).map(([name, value]) => labels.tag(name, value)),
];

function kindLabels({ direction, status }: FaxConditions): Label[] {
  if (direction !== undefined && status !== undefined) return [labels.directionStatus(direction, status)];
  if (direction !== undefined) return [labels.direction(direction)];
  return status === undefined ? [] : [labels.status(status)];
}

/** Conditions on faxes, which hold together. All conditions hold together. */
interface FaxSearch extends FaxConditions, MsRange {
  readonly isTest?: boolean | undefined;
  /** The id of the error that the fax, or a recipient of it, failed with. */
  readonly error?: number | undefined;
  /** The id of the fax that opened their batch. */
  readonly batch?: number | undefined;
  /**
   * An id of v3, or words that the fax must all have: a part of an id, a number, a status, a tag such as `case: 7`, a caller name, a
   * header, a URL, a barcode, `error 17` or `batch 12`; case does not count.
   */
  readonly text?: string | undefined;
  /** How many to leave out, and how many to return at most. */
  readonly offset: number;
  readonly limit: number;
}

interface FoundFaxes {
  /** Newest first. */
  readonly faxes: readonly Fax[];
  /** Number of results on all pages. */
  readonly total: number;
  /** Whether all faxes were searched. A search by text or error reads only the newest. */
  readonly isComplete: boolean;
}

/** How many faxes a search reads that no index answers. */
const readMax = 50_000;

/** The faxes that match, newest first, without touching those before and after the page where an index answers. */
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

function conditionsOf(seed: number, { isTest, error, batch, text = '' }: FaxSearch): Condition[] {
  const words = searchedWords(text);
  const named = readId(seed, 'fax', text)?.id;
  return [
    ...(isTest === undefined ? [] : [(fax: Fax) => fax.isTest === isTest]),
    ...(error === undefined ? [] : [(fax: Fax) => errorsOf(fax).some(({ id }) => id === error)]),
    ...(batch === undefined ? [] : [(fax: Fax) => fax.options.batch === batch]),
    ...(words.length === 0 ? [] : [(fax: Fax) => fax.id === named || words.every((word) => hasWord(fax, word))]),
  ];
}

const searchedFields = namesWith(faxTable, 'isSearched');

function hasWord(fax: Fax, needle: string): boolean {
  if (String(fax.id).startsWith(needle) || numbersOf(fax).some((number) => number.includes(needle))) return true;
  const errors = errorsOf(fax).flatMap(({ id, message }) => [message, `error ${id}: ${message}`]);
  const batch = fax.options.batch === null ? [] : [`batch ${fax.options.batch}`];
  const texts = [...fax.barcodes.map(({ value }) => value), ...errors, ...batch];
  const isIn = (text: string | null): boolean => text?.toLowerCase().includes(needle) === true;
  if (searchedFields.some((name) => isIn(fax[name])) || texts.some(isIn)) return true;
  const at = needle.search(/[:=]/);
  const tag = at < 0 ? needle : `${needle.slice(0, at).trimEnd()}:${needle.slice(at + 1).trimStart()}`;
  return Object.entries(fax.tags).some(
    ([name, value]) => value.toLowerCase().includes(needle) || `${name}:${value}`.toLowerCase().includes(tag),
  );
}
