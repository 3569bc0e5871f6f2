import { retriesOf } from '../../model/domain/account.ts';
import { wholeSecond, currentSecond } from '../../model/domain/clock.ts';
import type { Clock } from '../../model/domain/clock.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { faxTable, isDone, isOpenStatus, changedFax } from '../../model/domain/fax.ts';
import type { Due, Fax, FaxStatus, Recipient } from '../../model/domain/fax.ts';
import { newFax } from '../../model/domain/fax-record.ts';
import { optionTable, plainOptions } from '../../model/domain/send-options.ts';
import type { SendOptions } from '../../model/domain/send-options.ts';
import { publicNumber } from '../../model/domain/phone-number.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { namesWith, rowOf } from '../../model/fields/record-table.ts';
import type { NamesWith } from '../../model/fields/record-table.ts';
import { omitUndefined, pick } from '../../model/shared/objects.ts';
import { priceOf, callerTo } from './calls.ts';
import type { OperationContext, Wanted } from './operation-context.ts';
import { firstNumber } from './phone-numbers.ts';
import { paceOf } from '../../model/domain/pace.ts';
import { onServiceOf } from './services.ts';
import { errorOfId, recipientsOf, usualErrors } from './recipient-spec.ts';
import type { RecipientSpec } from './recipient-spec.ts';

/** The wanted fields of a fax in any state. Each missing field follows from the others. */
export interface FaxSpec
  extends
    Wanted<Pick<Fax, 'direction' | 'status' | 'createdAt' | 'completedAt' | 'pages' | 'costCents' | 'file'>>,
    Wanted<Pick<Fax, NamesWith<typeof faxTable, 'isPlain'>>>,
    Wanted<Pick<SendOptions, NamesWith<typeof optionTable, 'isPlain'> | 'script'>> {
  /** An id of the service's error table. */
  readonly error?: number | undefined;
  /** E.164. For a received fax, the first is the number that received it. */
  readonly to?: readonly string[] | undefined;
  /** The caller id of a sent fax; null if it has none. The default is the only number of the account. */
  readonly from?: string | null | undefined;
  readonly recipients?: readonly RecipientSpec[] | undefined;
  /** How long the fax still waits for its batch, in ms. */
  readonly batchDelayMs?: number | undefined;
  /** The fax has no next step. */
  readonly isStuck?: boolean | undefined;
}

/** The recipient of a fax without `to`: a number that is reserved for examples. */
const exampleNumber = '+12025550123';
const usualBatchDelayMs = 60_000;

/** The parts of a fax that a spec does not contain. */
type FaxParts = Pick<Fax, 'sources' | 'document'> & Partial<Pick<Fax, 'resentFrom' | 'direction' | 'options'>>;

/** The parts of a world from which missing fields follow. */
export interface SpecContext extends Pick<OperationContext, 'store' | 'paces'> {
  readonly clock: Pick<Clock, 'now'>;
}

/** The fax that the service would store for a spec. Throws `invalid` for a spec that contradicts itself. */
export function faxFromSpec(
  context: SpecContext,
  id: number,
  spec: FaxSpec,
  parts: FaxParts = { sources: [], document: null },
): Fax {
  const createdAt = wholeSecond(spec.createdAt ?? currentSecond(context));
  for (const [name, time = 0] of Object.entries({ created_at: createdAt, completed_at: spec.completedAt })) {
    if (time > context.clock.now())
      throw new Refusal('invalid', `${name} must not lie after what the clock shows`, { field: name });
  }
  const make = spec.direction === 'received' ? buildReceivedFax : buildSentFax;
  const fax = withService(context, make(context, { id, createdAt, spec, parts }), parts);
  assertFaxInvariants(fax);
  return fax;
}

/** Assigns the fax to the service of its own number. A sent fax that existed before keeps its service and its v3 options. */
function withService(context: SpecContext, fax: Fax, before: FaxParts): Fax {
  if (fax.direction === 'received') return onServiceOf(context, fax.toNumber, fax);
  if (before.direction === 'sent' && before.options !== undefined) {
    const { sinch, service } = before.options;
    const isUsual = sinch === null && service === null;
    return isUsual ? fax : changedFax(fax, { options: { ...fax.options, sinch, service } });
  }
  return onServiceOf(context, fax.callerId, fax);
}

interface FaxDraft {
  readonly id: number;
  readonly createdAt: number;
  readonly spec: FaxSpec;
  readonly parts: FaxParts;
}

/** The fields and options that are copied from the spec. */
export const plainFields = namesWith(faxTable, 'isPlain');
export const plainOptionFields = namesWith(optionTable, 'isPlain');

/** The plain fields of each direction. */
const plainFieldsOf = {
  sent: plainFields.filter((name) => rowOf(faxTable, name).only !== 'received'),
  received: plainFields.filter((name) => rowOf(faxTable, name).only !== 'sent'),
};

function draftFax({ id, createdAt, spec, parts }: FaxDraft): Fax {
  const { direction = 'sent' } = spec;
  const { document, resentFrom = null } = parts;
  return newFax({ id, createdAt, document, resentFrom, ...omitUndefined(pick(spec, plainFieldsOf[direction])) });
}

/** A received fax exists only after its call. A failed call brought no pages and costs nothing, as recorded. */
function buildReceivedFax(context: SpecContext, draft: FaxDraft): Fax {
  const { spec, createdAt } = draft;
  const status = spec.status ?? (spec.error === undefined ? 'success' : 'failure');
  assertReceived(spec, status);
  const pages = status === 'failure' ? 0 : (spec.pages ?? 1);
  const { completedAt, costCents } = spec;
  const toNumber = spec.to?.[0] ?? firstNumber(context);
  const received: Fax = {
    ...draftFax(draft),
    direction: 'received',
    status,
    error: errorFor(status, spec, usualErrors.received),
    completedAt: completedAt ?? createdAt,
    pages,
    documentPages: pages,
    costCents: costCents ?? pages * priceOf(publicNumber),
    fromNumber: spec.from ?? callerTo(toNumber),
    toNumber,
  };
  return withFile(context, spec, received);
}

function assertReceived({ recipients, to = [] }: FaxSpec, status: FaxStatus): void {
  if (status !== 'success' && status !== 'failure') {
    throw new Refusal('invalid', `status must be success or failure of a received fax, got "${status}"`, {
      field: 'status',
    });
  }
  if (recipients !== undefined) throw new Refusal('invalid', 'recipients are for a sent fax', { field: 'recipients' });
  if (to.length > 1) throw new Refusal('invalid', 'to must be one number of a received fax', { field: 'to' });
}

/** Sets the state of the file; by default the file is stored if the account has storage. */
function withFile({ store }: SpecContext, { file }: FaxSpec, fax: Fax): Fax {
  const usual = fax.pages > 0 && store.account.fileStorage ? 'stored' : 'not_stored';
  const state = file ?? usual;
  const isKept = state === 'stored' || isOpenStatus(fax.status);
  return changedFax(fax, { file: state, document: isKept ? fax.document : null });
}

function buildSentFax(context: SpecContext, draft: FaxDraft): Fax {
  const { spec } = draft;
  const specs = recipientSpecs(spec);
  const status = spec.status ?? statusFor(spec, specs);
  assertConsistent(spec, status, specs);
  const failed = specs.find((to) => to.error !== undefined)?.error;
  const error = errorFor(status, spec, failed ?? usualErrors.sent);
  const documentPages = error?.type === 'documentConversionError' ? 0 : (spec.pages ?? 1);
  const end = spec.completedAt ?? usualEnd(context, draft, documentPages);
  const completedAt = isOpenStatus(status) ? currentSecond(context) : end;
  const recipients = recipientsOf(specs, { status, error, completedAt });
  const options = optionsOf(draft, status);
  const fax = { ...draftFax(draft), status, error, recipients, documentPages, options };
  const whole = isOpenStatus(status)
    ? unfinishedFax(context, draft, fax)
    : changedFax(fax, { completedAt, pages: documentPages });
  const { costCents = costOf(whole) } = spec;
  return withFile(context, spec, { ...whole, callerId: lineOf(context, spec), costCents });
}

const recipientSpecs = ({ recipients, to = [exampleNumber] }: FaxSpec): readonly RecipientSpec[] =>
  recipients ?? to.map((number) => ({ number }));

/** The caller id of a sent fax; without `from`, the only number of the account. */
function lineOf({ store }: SpecContext, { from }: FaxSpec): string | null {
  const [line = null, other] = store.phoneNumbers.keys();
  return from === undefined && other === undefined ? line : (from ?? null);
}

/** Adds the next step to an unfinished fax. A fax in progress also has pages, because its documents are converted. */
function unfinishedFax(context: SpecContext, { spec, parts }: FaxDraft, fax: Fax): Fax {
  const due = dueOf(context, spec, fax);
  return fax.status === 'inprogress'
    ? changedFax(fax, { due, pages: fax.documentPages })
    : changedFax(fax, { due, sources: parts.sources });
}

/** The cost of all calls while a fax is unfinished; at the end, only of the calls that reached a recipient. */
function costOf({ status, recipients, pages }: Fax): number {
  const charged = recipients.filter((to) => status === 'inprogress' || to.status === 'success');
  return charged.reduce((sum, to) => sum + priceOf(to.number) * pages, 0);
}

function optionsOf({ id, spec }: FaxDraft, status: FaxStatus): SendOptions {
  const own = { batch: status === 'pendingbatch' ? id : null };
  return { ...plainOptions, ...own, ...omitUndefined(pick(spec, [...plainOptionFields, 'script'])) };
}

function errorFor(status: FaxStatus, { error }: FaxSpec, usual: number): FaxError | null {
  const hasFailed = status === 'failure' || status === 'partialsuccess';
  if (hasFailed) return errorOfId(error ?? usual);
  if (error === undefined) return null;
  const hint = isOpenStatus(status) ? ': a call to +1555555 1, and the id in three digits, ends with it' : '';
  throw new Refusal('invalid', `error is for a fax that failed, not for one that is ${status}${hint}`, {
    field: 'error',
  });
}

function statusFor({ error }: FaxSpec, recipients: readonly RecipientSpec[]): FaxStatus {
  const statuses = recipients.map((to) => to.status ?? undefined);
  const isUnder = statuses.some((status) => status !== undefined && status !== 'success' && status !== 'failure');
  if (isUnder) return 'inprogress';
  if (!statuses.includes('failure')) return error === undefined ? 'success' : 'failure';
  return statuses.some((status) => status !== 'failure') ? 'partialsuccess' : 'failure';
}

function assertConsistent(spec: FaxSpec, status: FaxStatus, recipients: readonly RecipientSpec[]): void {
  if (status === 'partialsuccess' && recipients.length < 2) {
    throw new Refusal(
      'invalid',
      'status cannot be partialsuccess for one recipient: give several in to or recipients',
      {
        field: 'status',
      },
    );
  }
  if (isOpenStatus(status) && spec.completedAt !== undefined) {
    throw new Refusal('invalid', `completed_at is for a fax that is done, not for one that is ${status}`, {
      field: 'completed_at',
    });
  }
  if (!isOpenStatus(status) && spec.isStuck === true) {
    throw new Refusal('invalid', `stuck is for a fax on its way, not for one that is ${status}`, { field: 'stuck' });
  }
}

/** Creation time plus the usual duration at this pace, but no later than now. */
function usualEnd(context: SpecContext, { createdAt, spec }: FaxDraft, pages: number): number {
  const pace = paceOf(context.paces, spec.isTest ?? false);
  const took = pace.convert + pace.ring + pace.answer + pace.page * pages + pace.finish;
  return Math.max(createdAt, Math.min(wholeSecond(createdAt + took), currentSecond(context)));
}

/** The next step of an unfinished fax. */
function dueOf(context: SpecContext, spec: FaxSpec, fax: Fax): Due {
  const { status, recipients, documentPages } = fax;
  const now = context.clock.now();
  const pace = paceOf(context.paces, spec.isTest ?? false);
  const due = (afterMs: number, step: Due['step']): Due => ({ at: now + afterMs, step, page: 0 });
  if (spec.isStuck === true) return due(0, 'stuck');
  if (status === 'queued') return due(pace.convert, 'convert');
  if (status === 'pendingbatch') return due(spec.batchDelayMs ?? usualBatchDelayMs, 'fire');
  const calls = recipients.map((to) => to.status);
  if (recipients.every(isDone)) return due(pace.finish, 'finish');
  if (calls.includes('callactive')) return due(pace.page * documentPages, 'hangup');
  if (calls.includes('ringing')) return due(pace.answer, 'answer');
  return due(calls.includes('willretry') ? retriesOf(fax, context.store.account).delayMs : pace.ring, 'ring');
}

/** Throws `invalid` for a fax whose fields contradict each other. */
export function assertFaxInvariants(fax: Fax): void {
  const contradiction = inTime(fax) ?? inRecipients(fax);
  if (contradiction !== undefined) throw new Refusal('invalid', contradiction);
}

/** The earliest end relative to the creation, in ms, as recorded for received faxes. */
const earliestEndMs = -4000;

function inTime({ direction, createdAt, completedAt }: Fax): string | undefined {
  const msMin = direction === 'received' ? earliestEndMs : 0;
  if (completedAt === null || completedAt - createdAt >= msMin) return undefined;
  const allowance = msMin === 0 ? '' : ` by more than ${-msMin / 1000} s`;
  return `completed_at must not lie before created_at${allowance}, ${textOf(createdAt)}, got ${textOf(completedAt)}`;
}

const textOf = (time: number): string => new Date(time).toISOString();

/** The possible states of the calls by the status of their fax; in `inprogress`, each call has its own state. */
const callsOf: Readonly<Record<Exclude<FaxStatus, 'inprogress'>, readonly Recipient['status'][]>> = {
  queued: ['queued', null],
  pendingbatch: ['pendingbatch', null],
  success: ['success'],
  failure: ['failure'],
  partialsuccess: ['success', 'failure'],
};

function inRecipients({ direction, status, recipients }: Fax): string | undefined {
  if (direction === 'received')
    return recipients.length > 0 ? 'recipients must be empty: they are for a sent fax' : undefined;
  if (status === 'inprogress') return undefined;
  const calls = callsOf[status];
  const wrong = recipients.findIndex((to) => !calls.includes(to.status));
  if (wrong >= 0) {
    const was = JSON.stringify(recipients[wrong]?.status);
    return `recipients[${wrong}][status] must be ${calls.map(String).join(' or ')} while status is ${status}, got ${was}`;
  }
  const isPartial = calls.every((call) => recipients.some((to) => to.status === call));
  return status === 'partialsuccess' && !isPartial
    ? 'recipients must be of success and of failure, some of each, while status is partialsuccess'
    : undefined;
}
