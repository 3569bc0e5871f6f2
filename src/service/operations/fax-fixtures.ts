import { isOpenStatus } from '../../model/domain/fax.ts';
import type { Fax, Recipient } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { faxFromSpec, plainFields, plainOptionFields } from './fax-spec.ts';
import type { FaxSpec } from './fax-spec.ts';
import { getFax } from './faxes.ts';
import type { OperationContext } from './operation-context.ts';
import { convertUpload } from './conversions.ts';
import type { UploadedFile } from './conversions.ts';
import { omitNull, omitUndefined, pick } from '../../model/shared/objects.ts';
import type { RecipientSpec } from './recipient-spec.ts';
import { charge } from './account.ts';
import { nextId } from './ids.ts';

export interface NewFaxSpec extends FaxSpec {
  /** Default: a new id. */
  readonly id?: number | undefined;
  /** Document of the fax. If undefined, the pages describe the fax. */
  readonly upload?: UploadedFile | undefined;
}

/**
 * Stores a fax with the wanted fields, without a webhook. An unfinished fax continues from its state, and is paid for.
 * Throws `invalid` for fields that contradict each other, and for an id that another fax has.
 */
export async function createFax(context: OperationContext, { id, upload, ...spec }: NewFaxSpec): Promise<Fax> {
  const { store } = context;
  return context.blobs.use(async () => {
    const conversion = upload && (await convertUpload(context, upload, 'cannot be converted to a fax'));
    const document = conversion === undefined ? null : await context.blobs.put(conversion.pdf);
    const paged = { ...spec, pages: spec.pages ?? conversion?.pages };
    return store.commit(() => {
      if (id !== undefined && store.faxes.get(id) !== undefined) {
        const complaint = `id must be new, got ${id}: there is such a fax; PATCH /_faxsim/faxes/${id} changes it`;
        throw new Refusal('invalid', complaint, { field: 'id' });
      }
      const fax = faxFromSpec(context, id ?? nextId(context, 'faxes'), paged, { sources: [], document });
      put(context, undefined, fax);
      return fax;
    });
  });
}

/** The fields whose change affects other fields. */
const decisiveFields = [
  'direction',
  'status',
  'error',
  'to',
  'recipients',
  'pages',
  'createdAt',
  'completedAt',
  'isStuck',
  'isTest',
  'batchDelayMs',
] as const;

/** Changes a fax and every field that follows from the change, without a webhook. Throws `not_found`, and `invalid`. */
export async function updateFax(context: OperationContext, id: number, changes: FaxSpec): Promise<Fax> {
  getFax(context, { id });
  return context.store.commit(() => {
    const fax = getFax(context, { id });
    const changed = decisiveFields.some((name) => changes[name] !== undefined)
      ? faxFromSpec(context, id, { ...specOf(fax, changes), ...omitUndefined(changes) }, fax)
      : changeFields(fax, changes);
    put(context, fax, changed);
    return changed;
  });
}

/** Deletes a fax in any state. Throws `not_found`. */
export async function removeFax(context: OperationContext, id: number): Promise<void> {
  getFax(context, { id });
  await context.store.commit(() => context.store.faxes.delete(id));
}

/** Replaces the stored fax, and charges or refunds the difference in cost. */
function put(context: OperationContext, before: Fax | undefined, after: Fax): void {
  const { store } = context;
  if (before !== undefined && before.createdAt !== after.createdAt) store.faxes.delete(before.id); // the fax's position in time changes
  store.faxes.put(after);
  charge(store, costDifference(before, after));
  if (after.due !== null && after.due !== before?.due) context.plan(after);
}

/** The change in cost. A finished fax was already paid. */
function costDifference(before: Fax | undefined, after: Fax): number {
  const wasOpen = before === undefined ? after.due !== null : before.due !== null;
  if (after.isTest || !(wasOpen || after.due !== null)) return 0;
  return after.costCents - (before?.costCents ?? 0);
}

const ownFields = ['direction', 'createdAt', ...plainFields] as const;

/** The spec of a fax, without the fields that the changes replace. */
function specOf(fax: Fax, changes: FaxSpec): FaxSpec {
  return {
    ...omitNull(pick(fax, ownFields)),
    ...omitNull(pick(fax.options, plainOptionFields)),
    from: fax.callerId ?? fax.fromNumber,
    ...(fax.documentPages > 0 && { pages: fax.documentPages }),
    ...(fax.file !== 'not_stored' && !isOpenStatus(fax.status) && { file: fax.file }),
    ...outcomeOf(fax, changes),
  };
}

/** The outcome of a fax; only its numbers if the changes set another outcome. */
function outcomeOf(fax: Fax, { status, error, to, direction, recipients, createdAt }: FaxSpec): FaxSpec {
  const numbers = fax.toNumber === null ? fax.recipients.map(({ number }) => number) : [fax.toNumber];
  const isOther = [status, error, to, direction, recipients].some((change) => change !== undefined);
  if (isOther) return { to: numbers };
  const end = createdAt === undefined ? (fax.completedAt ?? undefined) : undefined;
  const outcome = { status: fax.status, error: fax.error?.id, completedAt: end };
  if (fax.direction === 'received') return { ...outcome, to: numbers };
  return { ...outcome, recipients: fax.recipients.map(recipientSpecOf) };
}

const recipientSpecOf = ({ number, status, error, ...call }: Recipient): RecipientSpec => ({
  number,
  status,
  error: error?.id,
  ...omitNull(call),
});

const changedFields = ['costCents', 'file', ...plainFields] as const;

/** Applies changes on which no other field depends. */
function changeFields(fax: Fax, changes: FaxSpec): Fax {
  const { from, file, cancelAt } = changes;
  const options: Fax['options'] = { ...fax.options, ...omitUndefined(pick(changes, plainOptionFields)) };
  const party = fax.direction === 'sent' ? { callerId: from } : { fromNumber: from };
  const plain = omitUndefined({ ...pick(changes, changedFields), ...party });
  const document = file === undefined || file === 'stored' ? fax.document : null;
  // A new object makes a new plan, with the new time of cancellation.
  const due = cancelAt === undefined || fax.due === null ? fax.due : { ...fax.due };
  return { ...fax, ...plain, options, document, due };
}
