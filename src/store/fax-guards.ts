import { errorTypes } from '../domain/fax-error.ts';
import type { FaxError } from '../domain/fax-error.ts';
import { directions, faxStatuses, faxSteps, fileStates, recipientStatuses, scriptedStatuses } from '../domain/fax.ts';
import type { Barcode, Due, Recipient, ScriptedStep, SendOptions, Source } from '../domain/fax.ts';
import { flag, integer, listOf, nullOr, number, oneOf, said, shaped, text, texts, time } from './guards.ts';
import { count, key, pageCount } from './value-guards.ts';
import type { GuardsOf, ValueGuards } from './value-guards.ts';

const faxError = shaped<FaxError>({ type: oneOf(errorTypes), id: integer, message: text });

const barcode = shaped<Barcode>({
  type: text,
  page: integer,
  value: text,
  identifier: nullOr(text),
  metadata: nullOr(text),
});

const fileSource = shaped<Extract<Source, { kind: 'file' }>>({
  kind: oneOf(['file']),
  filename: text,
  type: nullOr(text),
  blob: text,
});
const textSource = shaped<Extract<Source, { kind: 'text' | 'html' }>>({ kind: oneOf(['text', 'html']), blob: text });
const urlSource = shaped<Extract<Source, { kind: 'url' }>>({ kind: oneOf(['url']), url: text });

const source = said(
  'a source of kind file, text, html or url, with what is of its kind',
  (value): value is Source => fileSource(value) || textSource(value) || urlSource(value),
);

const scriptedStep = shaped<ScriptedStep>({
  afterMs: number,
  reads: nullOr(integer),
  status: oneOf(scriptedStatuses),
  error: nullOr(faxError),
});

const options = shaped<SendOptions>({
  testFail: nullOr(oneOf(errorTypes)),
  batch: nullOr(integer),
  isBatchClosed: flag,
  avoidsCollisions: flag,
  cancelAt: nullOr(time),
  script: listOf(scriptedStep),
});

const due = shaped<Due>({ at: time, step: oneOf(faxSteps), page: integer });

export function faxGuards({ price, phoneNumber }: ValueGuards): GuardsOf<'faxes'> {
  const recipient = shaped<Recipient>({
    number: phoneNumber,
    status: nullOr(oneOf(recipientStatuses)),
    retryCount: count,
    completedAt: nullOr(time),
    bitrate: nullOr(number),
    resolution: nullOr(number),
    error: nullOr(faxError),
  });
  return {
    id: key,
    direction: oneOf(directions),
    isTest: flag,
    status: oneOf(faxStatuses),
    createdAt: time,
    completedAt: nullOr(time),
    pages: pageCount,
    costCents: price,
    documentPages: pageCount,
    file: oneOf(fileStates),
    callerId: nullOr(phoneNumber),
    callerName: nullOr(text),
    fromNumber: nullOr(phoneNumber),
    toNumber: nullOr(phoneNumber),
    recipients: listOf(recipient),
    tags: texts,
    error: nullOr(faxError),
    barcodes: listOf(barcode),
    callbackUrl: nullOr(text),
    headerText: nullOr(text),
    sources: listOf(source),
    document: nullOr(text),
    options,
    due: nullOr(due),
  };
}
