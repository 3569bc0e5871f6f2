import {
  callbackContentTypes,
  defaultSinchOptions,
  faxResolutions,
  imageConversions,
} from '../../model/domain/sinch-options.ts';
import { mailPermissions } from '../../model/domain/sinch-service.ts';
import { later } from './later-fields.ts';
import { count, fields, flag, key, listOf, nullOr, numberAtLeast, oneOf, text, texts, time } from './value-schemas.ts';
import type { ValueSchemas } from './value-schemas.ts';

/** The options of a fax that v3 sent. */
export const sinchOptions = fields({
  service: key,
  callbackContentType: oneOf(callbackContentTypes),
  headerPageNumbers: flag,
  headerTimeZone: text,
  imageConversion: oneOf(imageConversions),
  resolution: nullOr(oneOf(faxResolutions)),
  coverPage: nullOr(key),
  coverPageData: texts,
  inProgressNotifications: flag,
  savesDocument: flag,
  ...later(defaultSinchOptions, { position: count }),
});

export const serviceSchema = ({ phoneNumber, callbackUrl }: ValueSchemas) =>
  fields({
    id: key,
    name: text,
    incomingWebhookUrl: nullOr(callbackUrl),
    webhookContentType: oneOf(callbackContentTypes),
    isDefault: flag,
    defaultFrom: nullOr(phoneNumber),
    retries: count,
    retryDelayMs: numberAtLeast(0),
    imageConversion: oneOf(imageConversions),
    resolution: nullOr(oneOf(faxResolutions)),
    coverPage: nullOr(key),
    savesOutbound: flag,
    savesInbound: flag,
    scansBarcodes: flag,
    inProgressNotifications: flag,
    createdAt: time,
    updatedAt: time,
  });

export const coverPageSchema = () =>
  fields({ id: key, serviceId: key, name: text, content: text, createdAt: time, updatedAt: time });

export const faxMailSchema = ({ phoneNumber }: ValueSchemas) =>
  fields({
    id: key,
    serviceId: key,
    email: text,
    numbers: listOf(fields({ number: phoneNumber, permissions: oneOf(mailPermissions) })),
    createdAt: time,
    updatedAt: time,
  });
