import * as v from 'valibot';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import {
  callbackContentTypes,
  faxResolutions,
  firstServiceId,
  imageConversions,
} from '../../model/domain/sinch-options.ts';
import type { SinchService } from '../../model/domain/sinch-service.ts';
import { serviceId } from '../../model/domain/ulid.ts';
import { countryOf } from '../../model/numbering/e164.ts';
import { boolean, callbackUrl, form, integer, oneOf, optional, phoneNumber, shortText, text } from '../fields.ts';
import { numberInE164, valueWriter, wholeNumber } from '../reply.ts';
import type { Project } from '../../model/domain/project.ts';
import { pagedForm } from './paging.ts';
import { coverPageIdIn, maskedUrl, utcTime, utcTimeText } from './values.ts';

/** A record of v3 that belongs to a project. */
export type InProject<T> = T & { readonly project: Project };

/**
 * A service, with its fields in the order of recorded answers, which had no cover page. Without a number, the project's
 * first service shows an empty `defaultFrom`, and other services show none. An unset resolution is FINE.
 */
export const writeService = valueWriter<InProject<SinchService>>()('Service', {
  id: [v.string(), (service) => serviceId(service.project.seed, service)],
  webhookContentType: [v.picklist(callbackContentTypes), ({ webhookContentType }) => webhookContentType],
  defaultFrom: [
    v.optional(v.union([numberInE164, v.literal('')])),
    ({ id, defaultFrom }) => defaultFrom ?? (id === firstServiceId ? '' : undefined),
  ],
  numberOfRetries: [wholeNumber, ({ retries }) => retries],
  retryDelaySeconds: [wholeNumber, ({ retryDelayMs }) => Math.round(retryDelayMs / 1000)],
  imageConversionMethod: [v.picklist(imageConversions), ({ imageConversion }) => imageConversion],
  coverPageId: [v.optional(v.string()), ({ coverPage, project }) => coverPageIdIn(project, coverPage)],
  projectId: [v.string(), ({ project }) => project.id],
  scanIncomingBarcodes: [v.boolean(), ({ scansBarcodes }) => scansBarcodes],
  resolution: [v.picklist(faxResolutions), ({ resolution }) => resolution ?? 'FINE'],
  inProgressNotifications: [v.boolean(), ({ inProgressNotifications }) => inProgressNotifications],
  createdAt: [utcTimeText, ({ createdAt }) => utcTime(createdAt)],
  updatedAt: [utcTimeText, ({ updatedAt }) => utcTime(updatedAt)],
  defaultForProject: [v.boolean(), ({ isDefault }) => isDefault],
  saveOutboundFaxDocuments: [v.boolean(), ({ savesOutbound }) => savesOutbound],
  saveInboundFaxDocuments: [v.boolean(), ({ savesInbound }) => savesInbound],
  name: [v.string(), ({ name }) => name],
  incomingWebhookUrl: [
    v.optional(v.string()),
    ({ incomingWebhookUrl: url }) => (url === null ? undefined : maskedUrl(url)),
  ],
});

const serviceFields = {
  name: optional(shortText(60)),
  incomingWebhookUrl: optional(callbackUrl),
  webhookContentType: optional(oneOf(callbackContentTypes)),
  defaultForProject: optional(boolean),
  defaultFrom: optional(phoneNumber),
  numberOfRetries: optional(integer({ min: 0, max: 5 })),
  retryDelaySeconds: optional(integer({ min: 30, max: 300 })),
  imageConversionMethod: optional(oneOf(imageConversions)),
  coverPageId: optional(text),
  saveOutboundFaxDocuments: optional(boolean),
  saveInboundFaxDocuments: optional(boolean),
  scanIncomingBarcodes: optional(boolean),
  inProgressNotifications: optional(boolean),
  resolution: optional(oneOf(faxResolutions)),
};

type ServiceFields = v.InferOutput<v.ObjectSchema<typeof serviceFields, undefined>>;

const readService = (fields: ServiceFields) => ({
  coverPageId: fields.coverPageId,
  changes: {
    name: fields.name,
    incomingWebhookUrl: fields.incomingWebhookUrl,
    webhookContentType: fields.webhookContentType,
    isDefault: fields.defaultForProject,
    defaultFrom: fields.defaultFrom,
    retries: fields.numberOfRetries,
    retryDelayMs: fields.retryDelaySeconds === undefined ? undefined : fields.retryDelaySeconds * 1000,
    imageConversion: fields.imageConversionMethod,
    savesOutbound: fields.saveOutboundFaxDocuments,
    savesInbound: fields.saveInboundFaxDocuments,
    scansBarcodes: fields.scanIncomingBarcodes,
    inProgressNotifications: fields.inProgressNotifications,
    resolution: fields.resolution,
  },
});

export const createServiceSchema = v.pipe(form(serviceFields), v.transform(readService));

export const updateServiceSchema = v.pipe(
  form({ id: text, ...serviceFields }),
  v.transform(({ id, ...fields }) => ({ id, ...readService(fields) })),
);

export const serviceSchema = form({ id: text });

/** Recorded: a page of services has 100, where the API reference says 20. */
export const listServicesSchema = pagedForm({}, 100);
/** Source: the API reference. */
export const listOfServiceSchema = pagedForm({ id: text }, 20);

/** A number of a service. Source: the API reference. */
export const writeServiceNumber = valueWriter<InProject<PhoneNumber> & { readonly service: SinchService }>()(
  'ServicePhoneNumber',
  {
    phoneNumber: [numberInE164, ({ number }) => number],
    permissions: [v.literal('both'), () => 'both' as const],
    country: [v.optional(v.string()), ({ number }) => countryOf(number)],
    suspended: [v.boolean(), ({ suspended }) => suspended],
    note: [v.optional(v.string()), ({ note }) => note ?? undefined],
    projectId: [v.string(), ({ project }) => project.id],
    serviceId: [v.string(), ({ project, service }) => serviceId(project.seed, service)],
  },
);

export const suspendSchema = form({ id: text, phoneNumber, suspended: optional(boolean), note: optional(text) });
