import * as v from 'valibot';
import {
  callbackContentTypes,
  faxResolutions,
  imageConversions,
  sinchOptionsOf,
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
import type { Project } from '../../model/domain/project.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { transmissionId } from '../../model/domain/ulid.ts';
import { pricePerPageCents } from '../../model/numbering/countries.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { numberInE164, valueWriter, wholeNumber } from '../reply.ts';
import type { Writer } from '../reply.ts';
import { textsSchema, describedBy } from '../json-schema.ts';
import { errorTypeNames, sinchError } from './fax-errors.ts';
import { maskedUrl, moneyOf, moneyShape, utcTime, utcTimeText } from './values.ts';

/** A transmission as a project shows it. */
export interface ShownTransmission extends Transmission {
  readonly project: Project;
}

const directionNames = { sent: 'OUTBOUND', received: 'INBOUND' } as const;

/** US cents; undefined until the price is known. */
function centsOf(one: Transmission): number | undefined {
  if (!isTransmissionDone(one)) return undefined;
  const { fax } = one;
  const recipient = recipientOf(one);
  if (recipient === undefined || fax.recipients.length === 1) return fax.costCents;
  return recipient.status === 'success' ? pricePerPageCents(countryOf(recipient.number) ?? '') * fax.pages : 0;
}

function errorOf(one: Transmission): FaxError | null {
  const recipient = recipientOf(one);
  return recipient === undefined ? one.fax.error : recipient.error;
}

const completedAt = (one: Transmission): number | null =>
  isTransmissionDone(one) ? (recipientOf(one)?.completedAt ?? one.fax.completedAt) : null;

/** The document is there from its conversion on. */
const hasFile = ({ fax }: Transmission): boolean => fax.file === 'stored' && fax.pages > 0;

const shownError = (one: ShownTransmission) => {
  const error = errorOf(one);
  return error === null ? undefined : sinchError(error, urlsOf(one));
};

/** The URLs that the document came from, in the order of its pages. */
const urlsOf = ({ fax: { sources } }: Transmission): readonly string[] =>
  sources.flatMap((source) => (source.kind === 'url' ? [source.url] : []));

const sinceSent = <T>({ fax }: Transmission, value: T): T | undefined => (fax.direction === 'sent' ? value : undefined);

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
      return cents === undefined ? undefined : moneyOf(cents);
    },
  ],
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
  headerPageNumbers: [v.optional(v.boolean()), (one) => sinceSent(one, sinchOptionsOf(one.fax).headerPageNumbers)],
  headerTimeZone: [optionalText, (one) => sinceSent(one, sinchOptionsOf(one.fax).headerTimeZone)],
  retryDelaySeconds: [v.optional(wholeNumber), (one) => sinceSent(one, Math.round(one.project.retryDelayMs / 1000))],
  labels: [v.optional(texts), ({ fax: { tags } }) => (Object.keys(tags).length === 0 ? undefined : tags)],
  callbackUrl: [
    optionalText,
    ({ fax: { callbackUrl } }) => (callbackUrl === null ? undefined : maskedUrl(callbackUrl)),
  ],
  callbackUrlContentType: [
    v.optional(v.picklist(callbackContentTypes)),
    ({ fax }) => (fax.callbackUrl === null ? undefined : sinchOptionsOf(fax).callbackContentType),
  ],
  imageConversionMethod: [
    v.optional(v.picklist(imageConversions)),
    (one) => sinceSent(one, sinchOptionsOf(one.fax).imageConversion),
  ],
  errorType: [v.optional(v.picklist(errorTypeNames)), (one) => shownError(one)?.type],
  errorCode: [v.optional(wholeNumber), (one) => shownError(one)?.code],
  errorMessage: [optionalText, (one) => shownError(one)?.message],
  maxRetries: [v.optional(wholeNumber), (one) => sinceSent(one, one.project.retries)],
  retryCount: [v.optional(wholeNumber), (one) => recipientOf(one)?.retryCount],
  hasFile: [v.boolean(), hasFile],
  resolution: [v.optional(v.picklist(faxResolutions)), ({ fax }) => sinchOptionsOf(fax).resolution ?? undefined],
  fromCountry: [country, (one) => countryOf(callingNumber(one) ?? '')],
  toCountry: [country, (one) => countryOf(calledNumber(one) ?? '')],
  projectId: [v.string(), ({ project }) => project.id],
  serviceId: [v.string(), ({ project }) => project.serviceId],
});

const listOrNothing = (list: readonly string[]): string[] | undefined => (list.length === 0 ? undefined : [...list]);

interface KnownText {
  readonly project: Project;
  readonly text: string;
}

/** The texts of faxes to one number, each made once: neither a fax nor a project ever changes. */
const knownTexts = new WeakMap<object, KnownText>();

/** A fax as JSON. */
export const writeFax: Writer<ShownTransmission> = Object.assign(
  (one: ShownTransmission): string => {
    const { fax, project } = one;
    if (fax.recipients.length > 1) return faxWriter(one);
    const known = knownTexts.get(fax);
    if (known?.project === project) return known.text;
    const text = faxWriter(one);
    knownTexts.set(fax, { project, text });
    return text;
  },
  { shape: faxWriter.shape },
);

export const faxBody = faxWriter.body;
