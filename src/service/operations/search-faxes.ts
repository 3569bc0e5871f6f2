import type { Fax } from '../../model/domain/fax.ts';
import { numbersOf } from '../../model/domain/fax.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { faxLabels } from './faxes.ts';
import type { FaxConditions } from './faxes.ts';
import type { OperationContext } from './operation-context.ts';

/** Which faxes are searched for. All conditions hold together. */
export interface FaxSearch extends FaxConditions {
  readonly isTest?: boolean | undefined;
  /** The id of the error that the fax, or a recipient of it, failed with. */
  readonly error?: number | undefined;
  /** A part of an id, a number, a status, a tag such as `case: 7`, a caller name or an error message; case does not count. */
  readonly text?: string | undefined;
  /** In ms, both ends included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** How many to leave out, and how many to return at most. */
  readonly offset: number;
  readonly limit: number;
}

export interface FoundFaxes {
  /** Newest first. */
  readonly faxes: readonly Fax[];
  /** Of all pages. */
  readonly total: number;
  /** Whether all faxes were searched. A search by text or error reads only the newest. */
  readonly isComplete: boolean;
}

/** How many faxes a search reads that no index answers. */
const mostRead = 50_000;

/** The faxes that match, newest first, without touching those before and after the page where an index answers. */
export function searchFaxes({ store }: Pick<OperationContext, 'store'>, search: FaxSearch): FoundFaxes {
  const { offset, limit, from, to } = search;
  const found = store.faxes.find({ ...omitUndefined({ from, to }), labels: faxLabels(search) });
  const { total } = found;
  const conditions = conditionsOf(search);
  if (conditions.length === 0) {
    return { faxes: found.newest(offset, offset + limit), total, isComplete: true };
  }
  const matching = found.newest(0, mostRead).filter((fax) => conditions.every((holds) => holds(fax)));
  return {
    faxes: matching.slice(offset, offset + limit),
    total: matching.length,
    isComplete: total <= mostRead,
  };
}

type Condition = (fax: Fax) => boolean;

function conditionsOf({ isTest, error, text = '' }: FaxSearch): Condition[] {
  const needle = text.toLowerCase();
  const digits = text.replaceAll(/[\s()-]/g, '');
  return [
    ...(isTest === undefined ? [] : [(fax: Fax) => fax.isTest === isTest]),
    ...(error === undefined ? [] : [(fax: Fax) => errorsOf(fax).some(({ id }) => id === error)]),
    ...(needle === '' ? [] : [(fax: Fax) => containsText(fax, needle, digits)]),
  ];
}

const errorsOf = ({ error, recipients }: Fax) =>
  [error, ...recipients.map((to) => to.error)].filter((known) => known !== null);

/** `digits` are those of a number as people write it, with spaces and brackets. */
function containsText(fax: Fax, needle: string, digits: string): boolean {
  if (digits !== '' && (String(fax.id).startsWith(digits) || numbersOf(fax).some((number) => number.includes(digits))))
    return true;
  const texts = [fax.status, fax.callerName ?? '', ...errorsOf(fax).map(({ message }) => message)];
  if (texts.some((known) => known.toLowerCase().includes(needle))) return true;
  const tag = needle.replace(/\s*[:=]\s*/, ':');
  return Object.entries(fax.tags).some(
    ([name, value]) => value.toLowerCase().includes(needle) || `${name}:${value}`.toLowerCase().includes(tag),
  );
}
