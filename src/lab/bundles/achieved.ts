import { recordBody } from '../../control/record-form.ts';
import { readId } from '../../model/domain/ulid.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { deedKinds, deedsIn, achievedTransmissions, wordsFor } from '../achievements/deeds.ts';
import type { Traces } from '../achievements/deeds.ts';
import { beside, beyond } from '../achievements/beside.ts';
import type { SentFax } from '../achievements/run-record.ts';
import { documentsWithSecrets } from './compare.ts';
import type { Session } from './sides.ts';

/** The differences between the achievements of two sessions. They tell people more than different bytes in answers. */
export function achievementDifferences(one: Session, other: Session): string[] {
  const [first, second] = [tracesIn(one), tracesIn(other)];
  const [ones, others] = [achievementsIn(first), achievementsIn(second)];
  return [
    ...otherDocuments(documentsIn(first, one), documentsIn(second, other)),
    ...beyond(ones, others, String).map((achievement) => `only the first: ${achievement}`),
    ...beyond(others, ones, String).map((achievement) => `only the second: ${achievement}`),
  ];
}

const achievementsIn = (traces: Traces): string[] => [
  ...achievedTransmissions(traces).map(({ to, result, error }) => {
    const end = result === 'open' ? 'is on its way' : `ends with ${result}`;
    return `the fax to ${to} ${end}${error === null ? '' : ` (${error})`}`;
  }),
  ...deedsIn(traces).map(({ kind, about }) => `the ${deedKinds[kind]} of the ${about} is ${kind}`),
];

/** The digest of a document, and a name for its fax: `fax to +12025550123`. */
interface KnownDocument {
  readonly about: string;
  readonly document: string;
}

/** The documents at the end of a bundle. Documents that show a secret are left out, because a replay draws them differently. */
function documentsIn({ faxes, received }: Traces, bundle: Session): KnownDocument[] {
  const withSecrets = documentsWithSecrets(bundle);
  return [...faxes, ...received].flatMap((fax) => {
    const { document } = fax;
    if (typeof document !== 'string' || withSecrets.has(document)) return [];
    return wordsFor(fax).map((about) => ({ about, document }));
  });
}

/** A sentence for each fax in both sessions whose document changed. */
function otherDocuments(first: readonly KnownDocument[], second: readonly KnownDocument[]): string[] {
  const byFax = beside({ first, second }, ({ about }) => about);
  return byFax.flatMap(({ key: about, first: ones, second: others }) => {
    const documentOf = ({ document }: KnownDocument): string => document;
    const changed = Math.min(beyond(ones, others, documentOf).length, beyond(others, ones, documentOf).length);
    return Array.from({ length: changed }, () => `the ${about} has another document`);
  });
}

/** The faxes that changed in a session, even old ones, with the reads of their files and their webhooks. */
function tracesIn({ steps, records, world: { seed } }: Session): Traces {
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
