import type { Fax } from '../../model/domain/fax.ts';
import type { Page, PageRequest } from '../../model/domain/page.ts';
import { calledNumber, callingNumber, transmissionsOf, transmissionStatus } from '../../model/domain/transmission.ts';
import type { Transmission, TransmissionStatus } from '../../model/domain/transmission.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { readId, timeInId } from '../../model/domain/ulid.ts';
import { labels } from '../../store/memory/labels.ts';
import { notFound } from './missing-records.ts';
import { createdRange } from './created-range.ts';
import type { MsRange } from './created-range.ts';
import type { OperationContext } from './operation-context.ts';

/** The conditions of a list of transmissions. A transmission must meet all of them. */
export interface TransmissionQuery {
  /** The time range of creation; default: the last week. */
  readonly created: MsRange;
  readonly direction?: Fax['direction'] | undefined;
  readonly status?: TransmissionStatus | undefined;
  /** The start of the called number: `+1202`. */
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  /** ISO 3166 alpha-2. */
  readonly toCountry?: string | undefined;
  readonly fromCountry?: string | undefined;
  /** Tags of the fax; it must have all of them. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly matches?: ((fax: Fax) => boolean) | undefined;
}

/**
 * A page of transmissions, newest first. It reads every fax of the range, because no index has single recipients. It
 * keeps only the transmissions of the page.
 */
export function listTransmissions(
  context: Pick<OperationContext, 'store' | 'clock'>,
  query: TransmissionQuery,
  page: PageRequest,
): Page<Transmission> {
  const { direction, tags = {} } = query;
  const found = context.store.faxes.find({
    ...createdRange(context, query.created),
    labels: [
      ...(direction === undefined ? [] : [labels.direction(direction)]),
      ...Object.entries(tags).map(([name, value]) => labels.tag(name, value)),
    ],
  });
  const conditions = conditionsOf(query);
  const start = (page.page - 1) * page.perPage;
  const items: Transmission[] = [];
  let total = 0;
  for (const one of eachTransmission(found.newest(0, Infinity))) {
    if (!conditions.every((holds) => holds(one))) continue;
    if (total >= start && items.length < page.perPage) items.push(one);
    total++;
  }
  return { items, total, page: page.page, perPage: page.perPage };
}

/** The transmissions of faxes that are listed newest first. The faxes of one v3 request come in the order of its numbers. */
function* eachTransmission(faxes: readonly Fax[]): Iterable<Transmission> {
  let together: Fax[] = [];
  for (const fax of faxes) {
    if (!isBefore(fax, together.at(-1))) {
      yield* inOrder(together);
      together = [];
    }
    together.push(fax);
  }
  yield* inOrder(together);
}

function* inOrder(newestFirst: readonly Fax[]): Iterable<Transmission> {
  for (const fax of newestFirst.toReversed()) yield* transmissionsOf(fax);
}

/** Whether two faxes come from the same request, the first one for the number just before that of the other. */
const isBefore = (fax: Fax, other: Fax | undefined): boolean =>
  fax.createdAt === other?.createdAt &&
  fax.options.sinch !== null &&
  fax.options.sinch.position + 1 === other.options.sinch?.position;

type Condition = (one: Transmission) => boolean;

function conditionsOf({ status, to, from, toCountry, fromCountry, matches }: TransmissionQuery): readonly Condition[] {
  return [
    ...conditionIf(status, (wanted) => (one) => transmissionStatus(one) === wanted),
    ...conditionIf(to, (start) => (one) => calledNumber(one)?.startsWith(start) === true),
    ...conditionIf(from, (start) => (one) => callingNumber(one)?.startsWith(start) === true),
    ...conditionIf(toCountry, (country) => (one) => countryOf(calledNumber(one) ?? '') === country),
    ...conditionIf(fromCountry, (country) => (one) => countryOf(callingNumber(one) ?? '') === country),
    ...conditionIf(
      matches,
      (holds) =>
        ({ fax }) =>
          holds(fax),
    ),
  ];
}

const conditionIf = <T>(value: T | undefined, condition: (value: T) => Condition): readonly Condition[] =>
  value === undefined ? [] : [condition(value)];

/** The transmission with an id of v3. Throws `not_found`. */
export function findTransmission(
  { store, seed }: Pick<OperationContext, 'store' | 'seed'>,
  text: string,
): Transmission {
  const source = readId(seed, 'fax', text);
  const fax = source && store.faxes.get(source.id);
  const one = fax && transmissionsOf(fax)[source.index];
  if (one === undefined || timeInId(one.fax.createdAt) !== source?.createdAt) throw notFound();
  return one;
}
