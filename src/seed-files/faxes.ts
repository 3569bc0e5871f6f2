import type { Fax } from '../domain/fax.ts';
import { orderOf } from '../control/fax-fields.ts';
import { readRecord } from '../control/record-form.ts';
import { faxFromSpec } from '../operations/fax-spec.ts';
import { nextFaxId } from '../operations/operation-context.ts';
import { omitUndefined } from '../shared/objects.ts';
import type { FixtureFileContext } from './records.ts';
import type { Fixture } from './schema.ts';

export type FaxEntry = NonNullable<Fixture['faxes']>[number];

/** The document of a fax: the name of the blob, and the number of its pages where that is known. */
export interface FaxDocument {
  readonly blob: string;
  readonly pages: number | undefined;
}

/** The fields of the fax of an entry. Throws the Refusal `invalid` for fields that contradict each other. */
export function faxFields(
  context: FixtureFileContext,
  entry: FaxEntry,
  document: FaxDocument | undefined,
): Readonly<Record<string, unknown>> {
  const { id, kind, record = {} } = entry;
  const tags = kind === undefined ? entry.tags : { type: kind, ...entry.tags };
  const spec = orderOf({ ...entry, tags, pages: entry.pages ?? document?.pages }, context.clock.now());
  const fax: Fax = faxFromSpec(context, id ?? nextFaxId(context), spec, {
    sources: [],
    document: document?.blob ?? null,
  });
  return { ...fax, ...readRecord(omitUndefined(record)) };
}

/** The oldest first, those with an id before those that get a later one. */
export function inOrder(faxes: readonly FaxEntry[], now: number): (readonly [index: number, fax: FaxEntry])[] {
  const createdAt = ({ created_at: at, ago = 0 }: FaxEntry): number => at ?? now - ago;
  const rank = ({ id }: FaxEntry): number => (id === undefined ? 1 : 0);
  return faxes
    .map((fax, index) => [index, fax] as const)
    .sort(([, one], [, other]) => rank(one) - rank(other) || createdAt(one) - createdAt(other));
}
