import * as v from 'valibot';
import {
  callbackContentTypes,
  defaultSinchOptions,
  faxResolutions,
  firstServiceId,
  imageConversions,
} from '../../model/domain/sinch-options.ts';
import {
  calledNumber,
  callingNumber,
  isTransmissionDone,
  recipientOf,
  transmissionStatus,
  transmissionStatuses,
} from '../../model/domain/transmission.ts';
import type { Transmission } from '../../model/domain/transmission.ts';
import { usualPagePrice } from '../../model/domain/account.ts';
import type { Project } from '../../model/domain/project.ts';
import type { SinchOptions } from '../../model/domain/sinch-options.ts';
import type { SinchService } from '../../model/domain/sinch-service.ts';
import { isOpenStatus, serviceKeyOf } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { serviceId, transmissionId } from '../../model/domain/ulid.ts';
import { pricePerPageCents } from '../../model/numbering/countries.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { numberInE164, valueWriter, wholeNumber, writeOnce } from '../reply.ts';
import type { Writer } from '../reply.ts';
import { textsSchema, describedBy } from '../json-schema.ts';
import { errorTypeNames, sinchError } from './fax-errors.ts';
import { coverPageIdIn, maskedUrl, moneyOf, moneyShape, utcTime, utcTimeText } from './values.ts';

/** A transmission as a project shows it. */
export interface ShownTransmission extends Transmission {
  readonly project: Project;
}

const directionNames = { sent: 'OUTBOUND', received: 'INBOUND' } as const;

const barcode = v.pipe(
  v.strictObject({ type: v.picklist(['CODE_128', 'DATA_MATRIX']), page: wholeNumber, value: v.string() }),
  v.title('BarCode'),
);

/** US cents; undefined until the price is known. An unfinished fax has the cost of its success. */
function centsOf(one: Transmission): number | undefined {
  if (!isTransmissionDone(one)) return undefined;
  const { fax } = one;
  const recipient = recipientOf(one);
  const isWhole = fax.recipients.length === 1 && !isOpenStatus(fax.status);
  if (recipient === undefined || isWhole) return fax.costCents;
  return recipient.status === 'success' ? pricePerPageCents(countryOf(recipient.number) ?? '') * fax.pages : 0;
}

const cheapestCents = Math.round(usualPagePrice * 100);

/**
 * The price of a fax from its US cents in other versions. Only a fax at their cheapest page price, to the US, follows
 * the project's page price. A received fax is free, as in the example of the API reference.
 */
function dollarsOf(one: ShownTransmission, cents: number): number {
  if (one.fax.direction === 'received') return 0;
  const isCheapest = pricePerPageCents(countryOf(calledNumber(one) ?? '') ?? '') === cheapestCents;
  return (cents / 100) * (isCheapest ? one.project.pagePrice / usualPagePrice : 1);
}

function errorOf(one: Transmission): FaxError | null {
  const recipient = recipientOf(one);
  return recipient === undefined ? one.fax.error : recipient.error;
}

const completedAt = (one: Transmission): number | null =>
  isTransmissionDone(one) ? (recipientOf(one)?.completedAt ?? one.fax.completedAt) : null;

/** Whether the document exists: from the conversion on; for a resent fax, from the start. */
const hasFile = ({ fax }: Transmission): boolean => fax.file === 'stored';

const shownError = (one: ShownTransmission) => {
  const error = errorOf(one);
  return error === null ? undefined : sinchError(error, urlsOf(one));
};

/** The URLs without credentials, like other URLs of v3 (assumed). */
const urlsOf = ({ fax: { options } }: Pick<Transmission, 'fax'>): readonly string[] =>
  options.contentUrls.map(maskedUrl);

const sinchOf = ({ fax: { options } }: Pick<Transmission, 'fax'>): SinchOptions => options.sinch ?? defaultSinchOptions;

/** The service of a fax: the send's, or that of the number that received it. */
export function shownServiceOf({ fax, project }: Pick<ShownTransmission, 'fax' | 'project'>): SinchService | undefined {
  const id = serviceKeyOf(fax) ?? firstServiceId;
  return project.services.find((one) => one.id === id) ?? project.services[0];
}

const sinceSent = <T>({ fax }: Transmission, value: T): T | undefined => (fax.direction === 'sent' ? value : undefined);

function serviceIdOf(one: ShownTransmission): string | undefined {
  const service = shownServiceOf(one);
  return service && serviceId(one.project.seed, service);
}

/** Barcodes appear only if the service scans for them. Source: the API reference. */
function barcodesOf(one: ShownTransmission) {
  if (one.fax.direction === 'sent' || shownServiceOf(one)?.scansBarcodes !== true) return undefined;
  return one.fax.barcodes.map(({ type, page, value }) => ({
    type: type === 'Code128' ? ('CODE_128' as const) : ('DATA_MATRIX' as const),
    page,
    value,
  }));
}

const texts = v.pipe(v.record(v.string(), v.string()), describedBy<Record<string, string>>(textsSchema));
const country = v.optional(v.pipe(v.string(), describedBy<string>({ pattern: '^[A-Z]{2}$' })));
const optionalText = v.optional(v.string());

/**
 * A fax of v3, with its fields in the order of the schema. A field without a value is left out. Source: the API reference and its
 * examples.
 */
const faxWriter = valueWriter<ShownTransmission>()('Fax', {
  id: [v.string(), (one) => transmissionId(one.project.seed, one)],
  direction: [v.picklist(['OUTBOUND', 'INBOUND']), ({ fax }) => directionNames[fax.direction]],
  from: [v.optional(numberInE164), (one) => callingNumber(one) ?? undefined],
  to: [v.optional(numberInE164), (one) => calledNumber(one) ?? undefined],
  contentUrl: [v.optional(v.array(v.string())), (one) => listOrNothing(urlsOf(one))],
  numberOfPages: [wholeNumber, ({ fax }) => fax.pages],
  status: [v.picklist(transmissionStatuses), transmissionStatus],
  price: [
    v.optional(moneyShape),
    (one) => {
      const cents = centsOf(one);
      return cents === undefined ? undefined : moneyOf(dollarsOf(one, cents));
    },
  ],
  barCodes: [v.optional(v.array(barcode)), barcodesOf],
  createTime: [utcTimeText, ({ fax }) => utcTime(fax.createdAt)],
  completedTime: [
    v.optional(utcTimeText),
    (one) => {
      const at = completedAt(one);
      return at === null ? undefined : utcTime(at);
    },
  ],
  pagesSentSuccessfully: [
    v.optional(wholeNumber),
    (one) =>
      isTransmissionDone(one) ? sinceSent(one, transmissionStatus(one) === 'COMPLETED' ? one.fax.pages : 0) : undefined,
  ],
  headerText: [optionalText, ({ fax }) => fax.headerText ?? undefined],
  headerPageNumbers: [v.optional(v.boolean()), (one) => sinceSent(one, sinchOf(one).headerPageNumbers)],
  headerTimeZone: [optionalText, (one) => sinceSent(one, sinchOf(one).headerTimeZone)],
  retryDelaySeconds: [
    v.optional(wholeNumber),
    (one) => sinceSent(one, Math.round((one.fax.options.retryDelayMs ?? one.project.retryDelayMs) / 1000)),
  ],
  labels: [v.optional(texts), ({ fax: { tags } }) => (Object.keys(tags).length === 0 ? undefined : tags)],
  callbackUrl: [
    optionalText,
    ({ fax: { callbackUrl } }) => (callbackUrl === null ? undefined : maskedUrl(callbackUrl)),
  ],
  callbackUrlContentType: [
    v.optional(v.picklist(callbackContentTypes)),
    ({ fax }) => (fax.callbackUrl === null ? undefined : sinchOf({ fax }).callbackContentType),
  ],
  imageConversionMethod: [
    v.optional(v.picklist(imageConversions)),
    (one) => sinceSent(one, sinchOf(one).imageConversion),
  ],
  errorType: [v.optional(v.picklist(errorTypeNames)), (one) => shownError(one)?.type],
  errorCode: [v.optional(wholeNumber), (one) => shownError(one)?.code],
  errorMessage: [optionalText, (one) => shownError(one)?.message],
  maxRetries: [v.optional(wholeNumber), (one) => sinceSent(one, one.fax.options.retries ?? one.project.retries)],
  retryCount: [v.optional(wholeNumber), (one) => recipientOf(one)?.retryCount],
  hasFile: [v.boolean(), hasFile],
  resolution: [v.optional(v.picklist(faxResolutions)), ({ fax }) => sinchOf({ fax }).resolution ?? undefined],
  coverPageId: [optionalText, (one) => coverPageIdIn(one.project, sinchOf(one).coverPage)],
  coverPageData: [
    v.optional(texts),
    (one) => {
      const { coverPageData } = sinchOf(one);
      return Object.keys(coverPageData).length === 0 ? undefined : coverPageData;
    },
  ],
  inProgressNotifications: [v.optional(v.boolean()), (one) => sinchOf(one).inProgressNotifications || undefined],
  fromCountry: [country, (one) => countryOf(callingNumber(one) ?? '')],
  toCountry: [country, (one) => countryOf(calledNumber(one) ?? '')],
  projectId: [v.string(), ({ project }) => project.id],
  serviceId: [optionalText, serviceIdOf],
});

const listOrNothing = (list: readonly string[]): string[] | undefined => (list.length === 0 ? undefined : [...list]);

/** Writers of faxes to a single number, by project. Projects never change. */
const writersOf = new WeakMap<Project, (fax: Fax) => string>();

function writerOf(project: Project): (fax: Fax) => string {
  const known = writersOf.get(project);
  if (known !== undefined) return known;
  const writer = writeOnce<Fax>((fax) => faxWriter({ fax, index: 0, project }));
  writersOf.set(project, writer);
  return writer;
}

/** A fax as JSON. */
export const writeFax: Writer<ShownTransmission> = Object.assign(
  (one: ShownTransmission): string => (one.fax.recipients.length > 1 ? faxWriter(one) : writerOf(one.project)(one.fax)),
  { shape: faxWriter.shape },
);

export const sinchFaxBody = faxWriter.body;
