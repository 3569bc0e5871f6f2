import type { Fax } from '../../model/domain/fax.ts';
import { pick } from '../../model/shared/objects.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { sinchTestNumber } from '../../model/domain/sinch-options.ts';
import type { CallbackContentType, FaxResolution, ImageConversion } from '../../model/domain/sinch-options.ts';
import type { SinchService } from '../../model/domain/sinch-service.ts';
import { sendToEach, sentFields } from './send-fax.ts';
import type { Content, SendFax, SentField } from './send-fax.ts';
import { coverPageWithId } from './cover-pages.ts';
import { senderOf } from './sinch-sender.ts';
import { defaultService, serviceWithId } from './services.ts';
import type { OperationContext } from './operation-context.ts';

/** A send of v3, in which an undefined field has the default of its service. */
export interface SinchSend extends Pick<SendFax, SentField> {
  /** E.164, at least one. */
  readonly to: readonly string[];
  /** The unchecked text of the request: a text that is not a number can match no number of the account. */
  readonly from?: string | undefined;
  readonly contents: readonly Content[];
  readonly headerPageNumbers: boolean;
  readonly headerTimeZone: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly callbackContentType: CallbackContentType;
  readonly imageConversion?: ImageConversion | undefined;
  readonly resolution?: FaxResolution | undefined;
  readonly retries?: number | undefined;
  readonly retryDelayMs?: number | undefined;
  /** Ids of v3. */
  readonly serviceId?: string | undefined;
  readonly coverPageId?: string | undefined;
  readonly coverPageData: Readonly<Record<string, string>>;
  readonly inProgressNotifications?: boolean | undefined;
}

/**
 * Accepts a fax for each number, either all or none. Throws `payment_required` if the balance is 0; `invalid` for a
 * sender number outside of the account, and for an unknown service or cover page; `not_allowed` if a rule or the
 * country stops a call. Source of the texts: notes of tests against the live service.
 */
export function sinchSend(context: OperationContext, send: SinchSend): Promise<readonly Fax[]> {
  const isFree = (number: string): boolean => number === sinchTestNumber;
  if (context.store.account.balanceCents <= 0 && !send.to.every(isFree))
    throw new Refusal('payment_required', 'The balance is 0');
  const service = serviceOfSend(context, send);
  const coverPage = coverPageOf(context, service, send);
  return sendToEach(context, {
    to: send.to,
    contents: send.contents,
    ...pick(send, sentFields),
    avoidsCollisions: false,
    tags: send.labels,
    callerId: senderOf(context, service, send.from),
    retries: send.retries ?? service.retries,
    retryDelayMs: send.retryDelayMs ?? service.retryDelayMs,
    isTest: isFree,
    sinch: {
      service: service.id,
      position: 0,
      callbackContentType: send.callbackContentType,
      headerPageNumbers: send.headerPageNumbers,
      headerTimeZone: send.headerTimeZone,
      imageConversion: send.imageConversion ?? service.imageConversion,
      resolution: send.resolution ?? service.resolution,
      coverPage,
      coverPageData: send.coverPageData,
      inProgressNotifications: send.inProgressNotifications ?? service.inProgressNotifications,
      savesDocument: service.savesOutbound,
    },
  });
}

const serviceOfSend = (context: OperationContext, { serviceId }: SinchSend): SinchService =>
  serviceId === undefined ? defaultService(context) : orInvalid('serviceId', serviceWithId(context, serviceId));

const coverPageOf = (context: OperationContext, service: SinchService, { coverPageId }: SinchSend): number | null =>
  coverPageId === undefined
    ? service.coverPage
    : orInvalid('coverPageId', coverPageWithId(context, service, coverPageId)).id;

/** Returns the record that a parameter names. Throws `invalid` if there is none (assumed). */
function orInvalid<T>(field: string, record: T | undefined): T {
  if (record !== undefined) return record;
  throw new Refusal('invalid', `${field} is not an id of this project`, { field });
}
