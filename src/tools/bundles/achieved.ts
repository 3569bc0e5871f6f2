import { recordBody } from '../../control/record-form.ts';
import { readId } from '../../model/domain/ulid.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Bundle } from '../../worlds/history/bundle.ts';
import { deedKinds, deedsIn, transmissionsOf } from '../achievements/deeds.ts';
import type { Traces } from '../achievements/deeds.ts';
import { beyond } from '../achievements/beside.ts';
import type { SentFax } from '../achievements/run-record.ts';

/** The differences between what two sessions achieved, in the words of a fax: they say more than the bytes of answers. */
export function achievementDifferences(one: Bundle, other: Bundle): string[] {
  const [first, second] = [achievementsIn(one), achievementsIn(other)];
  return [
    ...beyond(first, second, String).map((achievement) => `only the first: ${achievement}`),
    ...beyond(second, first, String).map((achievement) => `only the second: ${achievement}`),
  ];
}

function achievementsIn(bundle: Bundle): string[] {
  const traces = tracesIn(bundle);
  return [
    ...transmissionsOf(traces).map(({ to, result, error }) => {
      const end = result === 'open' ? 'is on its way' : `ends with ${result}`;
      return `the fax to ${to} ${end}${error === null ? '' : ` (${error})`}`;
    }),
    ...deedsIn(traces).map(({ kind, about }) => `the ${deedKinds[kind]} of the ${about} is ${kind}`),
  ];
}

/** The faxes that changed in a session, old ones too, with the reads of files and the webhooks. */
function tracesIn({ steps, records, world: { seed } }: Bundle): Traces {
  const stored = Object.values(records['faxes'] ?? {}).filter(isPlainObject);
  const faxes = stored.map((fax) => recordBody(fax) as SentFax);
  return {
    faxes: faxes.filter(({ direction }) => direction === 'sent'),
    received: faxes.filter(({ direction }) => direction === 'received'),
    removed: faxes.filter(({ file }) => file === 'deleted'),
    ends: new Map(),
    calls: steps.flatMap((step) => {
      if (step.kind !== 'request' || step.operation !== 'getFaxFile') return [];
      const { pathname, searchParams } = new URL(step.url, 'http://localhost');
      const id = searchParams.get('id') ?? /\/faxes\/(\w+)/.exec(pathname)?.[1] ?? '';
      const fax = readId(seed, 'fax', id)?.id ?? Number(id);
      return [{ ...step, operation: step.operation, fax_id: fax, params: Object.fromEntries(searchParams) }];
    }),
    deliveries: steps.flatMap((step) => (step.kind === 'webhook' ? [{ ...step, attempts: [step] }] : [])),
  };
}
