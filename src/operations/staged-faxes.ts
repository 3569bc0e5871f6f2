import type { Fax } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import { nextFaxId } from './fax-ids.ts';
import { faxOf, isOnItsWay } from './fax-orders.ts';
import type { FaxOrder } from './fax-orders.ts';
import type { RecipientOrder } from './recipient-orders.ts';
import { getFax } from './faxes.ts';
import type { Service } from './service.ts';
import { omitUndefined } from '../shared/objects.ts';

/** A file of a form, not kept yet. */
export interface GivenFile {
  readonly filename: string;
  readonly type: string | undefined;
  readonly bytes: Uint8Array;
}

export interface StagedFax extends FaxOrder {
  /** A new one by default. */
  readonly id?: number | undefined;
  /** Its document; without one it has a page that says what it is. */
  readonly upload?: GivenFile | undefined;
}

/**
 * Puts a fax into the world that is as it is asked for, whether or not it could have come to be so. One on its way goes on
 * from there, and has been paid; nobody is told of it. Throws `invalid` for what contradicts itself, or an id that is taken.
 */
export async function stageFax(service: Service, { id, upload, ...order }: StagedFax): Promise<Fax> {
  const { store } = service;
  return service.blobs.use(async () => {
    const made = upload === undefined ? undefined : await convert(service, upload);
    const paged = { ...order, pages: order.pages ?? made?.pages };
    return store.commit(() => {
      if (id !== undefined && store.faxes.get(id) !== undefined)
        throw new Refusal('invalid', `There is a fax ${id} already`);
      const fax = faxOf(service, id ?? nextFaxId(service), paged, { sources: [], document: made?.blob ?? null });
      put(service, undefined, fax);
      return fax;
    });
  });
}

/** What is decided anew, with all that follows from it, when one of these is changed. */
const decisive = [
  ...(['direction', 'status', 'error', 'to', 'recipients', 'pages'] as const),
  ...(['createdAt', 'completedAt', 'isStuck', 'isTest', 'batchDelayMs'] as const),
];

/** Changes a fax, with what follows from the change; nobody is told. Throws `not_found`, and `invalid`. */
export async function restageFax(service: Service, id: number, changes: FaxOrder): Promise<Fax> {
  getFax(service, { id });
  return service.store.commit(() => {
    const fax = getFax(service, { id });
    const changed = decisive.some((name) => changes[name] !== undefined)
      ? faxOf(service, id, { ...orderOf(fax, changes), ...omitUndefined(changes) }, fax)
      : touched(fax, changes);
    put(service, fax, changed);
    return changed;
  });
}

/** Takes a fax out of the world, whatever it is doing. Throws `not_found`. */
export async function removeFax(service: Service, id: number): Promise<void> {
  getFax(service, { id });
  await service.store.commit(() => {
    service.store.faxes.delete(id);
  });
}

async function convert({ documents, blobs }: Service, { filename, type, bytes }: GivenFile) {
  const made = await documents.convert([{ kind: 'file', filename, type: type ?? null, bytes }]);
  if (!made.ok) throw new Refusal('invalid', `The file ${filename} cannot be converted to a fax: ${made.reason}`);
  return { blob: await blobs.put(made.pdf), pages: made.pages };
}

/** Stores a fax in place of what it was; what is still to be paid, or is paid too much, changes hands. */
function put(service: Service, before: Fax | undefined, after: Fax): void {
  const { store } = service;
  if (before !== undefined && before.createdAt !== after.createdAt) store.faxes.delete(before.id); // its place in time
  store.faxes.put(after);
  const cents = owed(before, after);
  if (cents !== 0) store.account = { ...store.account, balanceCents: store.account.balanceCents - cents };
  if (after.due !== null && after.due !== before?.due) service.plan(after);
}

/** What is done is history, which was paid long ago. */
function owed(before: Fax | undefined, after: Fax): number {
  const wasOpen = before === undefined ? after.due !== null : before.due !== null;
  if (after.isTest || !(wasOpen || after.due !== null)) return 0;
  return after.costCents - (before?.costCents ?? 0);
}

/** A fax as somebody would ask for it, as far as the changes leave it. */
function orderOf(fax: Fax, changes: FaxOrder): FaxOrder {
  const { createdAt, isTest, tags, barcodes, callerName, callbackUrl, headerText, options } = fax;
  const { batch, cancelAt, testFail } = options;
  return {
    ...{ direction: fax.direction, createdAt, isTest, tags, barcodes },
    ...known({ from: fax.callerId ?? fax.fromNumber, callerName, callbackUrl, headerText, batch, cancelAt, testFail }),
    ...(fax.documentPages > 0 && { pages: fax.documentPages }),
    ...(fax.file !== 'not_stored' && !isOnItsWay(fax.status) && { file: fax.file }),
    ...outcomeOf(fax, changes),
  };
}

/** How it went, unless that is to be otherwise; then only where it goes. */
function outcomeOf(fax: Fax, { status, error, to, direction, recipients, createdAt }: FaxOrder): FaxOrder {
  const numbers = fax.toNumber === null ? fax.recipients.map(({ number }) => number) : [fax.toNumber];
  const isOther = [status, error, to, direction, recipients].some((change) => change !== undefined);
  if (isOther) return { to: numbers };
  const end = createdAt === undefined ? fax.completedAt : null;
  const outcome = { status: fax.status, ...known({ error: fax.error?.id ?? null, completedAt: end }) };
  if (fax.direction === 'received') return { ...outcome, to: numbers };
  return { ...outcome, recipients: fax.recipients.map(recipientOrderOf) };
}

const recipientOrderOf = ({ error, status, number, ...to }: Fax['recipients'][number]): RecipientOrder => ({
  ...{ number, status },
  ...known({ ...to, error: error?.id ?? null }),
});

/** Only what is not null. */
function known<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], null> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as ReturnType<
    typeof known<T>
  >;
}

/** A fax with changes from which nothing else follows. */
function touched(fax: Fax, { from, batch, cancelAt, testFail, ...changes }: FaxOrder): Fax {
  const { costCents, file, tags, callerName, callbackUrl, headerText, barcodes } = changes;
  const options: Fax['options'] = { ...fax.options, ...omitUndefined({ batch, cancelAt, testFail }) };
  const party = fax.direction === 'sent' ? { callerId: from } : { fromNumber: from };
  const plain = omitUndefined({ costCents, file, tags, callerName, callbackUrl, headerText, barcodes, ...party });
  const document = file === undefined || file === 'stored' ? fax.document : null;
  // Another object is another plan, in which the time to cancel it is the new one.
  const due = cancelAt === undefined || fax.due === null ? fax.due : { ...fax.due };
  return { ...fax, ...plain, options, document, due };
}
