import { callbackContentTypes, faxResolutions, imageConversions } from '../../model/domain/sinch-options.ts';
import { mailPermissions } from '../../model/domain/sinch-service.ts';
import { count, fields, flag, key, listOf, nullOr, numberAtLeast, oneOf, text, time } from './value-schemas.ts';
import type { ValueSchemas } from './value-schemas.ts';

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
