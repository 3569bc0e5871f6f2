import { isDeepStrictEqual } from 'node:util';
import { recordBody } from '../control/record-form.ts';
import type { Fax } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import { faxFromSpec } from '../operations/fax-spec.ts';
import type { FaxSpec } from '../operations/fax-spec.ts';
import type { Blobs } from '../store/blobs.ts';
import { omitUndefined } from '../shared/objects.ts';
import type { FixtureFileContext } from './records.ts';

export interface WrittenFax {
  readonly entry: Readonly<Record<string, unknown>>;
  /** Whether its document is named, and not there. */
  readonly isIncomplete: boolean;
}

/** A fax as an entry of a fixture, which gives the same fax again. Fields that do not follow from others are in `record`. */
export async function faxEntryOf(
  context: FixtureFileContext,
  fax: Fax,
  blobs: Pick<Blobs, 'get'>,
): Promise<WrittenFax> {
  const bytes = fax.document === null ? undefined : await blobs.get(fax.document);
  const { direction, createdAt } = fax;
  const isIncomplete = fax.document !== null && bytes === undefined;
  const kept: Fax = { ...fax, sources: [], document: isIncomplete ? null : fax.document };
  const whole = specOf(kept);
  // Of a fax that contradicts itself, all fields are in `record`.
  const spec = madeFrom(context, kept, whole) === undefined ? { direction, createdAt } : whole;
  const entry = {
    id: kept.id,
    ...shownSpec(spec),
    ...(bytes && { document: { base64: Buffer.from(bytes).toString('base64') } }),
  };
  const record = differences(kept, madeFrom(context, kept, spec));
  return { entry: Object.keys(record).length === 0 ? entry : { ...entry, record }, isIncomplete };
}

/** The fields that people read and change. */
function specOf(fax: Fax): FaxSpec {
  const { direction, status, createdAt, tags, file } = fax;
  const to = fax.toNumber === null ? fax.recipients.map(({ number }) => number) : [fax.toNumber];
  const isFailed = status === 'failure' || status === 'partialsuccess';
  return omitUndefined<FaxSpec>({
    direction,
    status,
    createdAt,
    error: isFailed ? fax.error?.id : undefined,
    completedAt: orUndefined(fax.completedAt),
    from: orUndefined(fax.callerId) ?? orUndefined(fax.fromNumber),
    to: unless(to.length === 0, to),
    pages: unless(fax.documentPages === 0, fax.documentPages),
    isTest: unless(!fax.isTest, true),
    file: unless(file === 'stored', file),
    callerName: orUndefined(fax.callerName),
    callbackUrl: orUndefined(fax.callbackUrl),
    headerText: orUndefined(fax.headerText),
    tags: unless(Object.keys(tags).length === 0, tags),
  });
}

const orUndefined = <T>(value: T | null): T | undefined => value ?? undefined;
const unless = <T>(isUsual: boolean, value: T): T | undefined => (isUsual ? undefined : value);

/** In the words of the schema. */
function shownSpec({ file, ...spec }: FaxSpec): Record<string, unknown> {
  return { ...recordBody(spec), ...(file !== undefined && { file_state: file }) };
}

/** Undefined for a fax that no entry gives without `record`. */
function madeFrom(context: FixtureFileContext, fax: Fax, spec: FaxSpec): Fax | undefined {
  try {
    return faxFromSpec(context, fax.id, spec, { sources: [], document: fax.document });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The next step depends on the pace of the world, so it is always there. */
function differences(fax: Fax, generated: Fax | undefined): Record<string, unknown> {
  const usual = generated === undefined ? {} : recordBody(generated);
  const own = Object.entries(recordBody(fax)).filter(([name]) => name !== 'id' && name !== 'sources');
  return Object.fromEntries(
    own.filter(([name, value]) => (name === 'due' && value !== null) || !isDeepStrictEqual(value, usual[name])),
  );
}
