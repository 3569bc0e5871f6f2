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

/** The transmissions that a list asks for. All conditions hold together. */
export interface TransmissionQuery {
  /** The time of creation; the week that ends now by default. */
  readonly created: MsRange;
  readonly direction?: Fax['direction'] | undefined;
  readonly status?: TransmissionStatus | undefined;
  /** The beginnings of the numbers, `+1202`. */
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  /** ISO 3166 alpha-2. */
  readonly toCountry?: string | undefined;
  readonly fromCountry?: string | undefined;
  /** Tags that the fax must have, all of them. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly matches?: ((fax: Fax) => boolean) | undefined;
}

/**
 * A page of transmissions, newest first. It looks at each fax of the range, since no index has the recipients one by one, and
 * makes no record of those before and after the page.
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

/** The transmissions of faxes that come newest first; those of one request of v3 come in the order of its numbers. */
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

/** Whether a fax was sent by the same request as another one, to the number before that of the other. */
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
