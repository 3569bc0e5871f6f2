import * as v from 'valibot';
import { Refusal } from '../../model/domain/refusal.ts';
import { boolean, contentUrl, form, integer, listOf, oneOf, optional, phoneNumber, upload, single } from '../fields.ts';
import { cancelTimeout, readSend, sendFields } from '../v2/send-fax.ts';
import { hostedDocuments } from '../../model/domain/phax-code.ts';
import { dataAnswer, namelessDownload, record } from '../reply.ts';
import type { AnswerForm } from '../reply.ts';
import { metadata } from '../v2/account.ts';

const stringTypes = ['text', 'html', 'url'] as const;

/**
 * v1 has files under another name, and text, HTML or a URL in the request itself, which come first. `batch` asks for a
 * batch with a delay. Zero means not set: a client always sends it.
 */
export const sendFaxForm = v.pipe(
  form({
    ...sendFields,
    cancel_timeout: optional(v.union([integer({ min: 0, max: 0 }), cancelTimeout], 'must be an integer from 3 to 60')),
    filename: optional(listOf(upload)),
    string_data: optional(v.string('must be text')),
    string_data_type: optional(oneOf(stringTypes)),
    batch: optional(boolean),
  }),
  v.transform(
    ({ filename: files = [], string_data: data, string_data_type: type = 'text', batch = false, ...fields }) => {
      if (files.length === 0 && data === undefined) throw new Refusal('invalid', 'filename or string_data is required');
      const sendOptions = readSend(fields);
      if (batch && sendOptions.batchDelay === undefined)
        throw new Refusal('invalid', 'batch_delay is required with batch');
      const contents = [
        ...(data === undefined ? [] : [stringContent(type, data)]),
        ...files.map(({ filename, type: declared, bytes }) => ({
          kind: 'file' as const,
          filename,
          type: declared,
          bytes,
        })),
      ];
      return {
        ...sendOptions,
        batchDelay: batch ? sendOptions.batchDelay : undefined,
        cancelTimeout: sendOptions.cancelTimeout === 0 ? undefined : sendOptions.cancelTimeout,
        contents,
      };
    },
  ),
);

function stringContent(type: (typeof stringTypes)[number], data: string) {
  if (type !== 'url') return { kind: type, text: data };
  const result = v.safeParse(contentUrl, data);
  if (!result.success) throw new Refusal('invalid', `string_data ${result.issues[0].message}`);
  return { kind: type, url: result.output };
}

/** Exactly one file, in the form of several. */
const fileField = v.pipe(
  listOf(upload),
  v.maxLength(1, 'must be one file'),
  v.transform(([file]) => {
    if (file === undefined) throw new Refusal('invalid', 'filename is required');
    return file;
  }),
);

export const receiveFaxForm = v.pipe(
  form({ filename: fileField, from_number: optional(phoneNumber), to_number: optional(phoneNumber) }),
  v.transform(({ filename: file, from_number: from, to_number: to }) => ({ file, from, to })),
);

/** `redirect` asks for the picture itself. */
export const createPhaxCodeForm = form({ metadata: optional(metadata), redirect: optional(boolean) });

const points = single(
  'a number of points from 0 up',
  (value) => (/^\+?(?:\d{1,5}(?:\.\d{0,6})?|\.\d{1,6})$/.test(value) ? Number(value) : undefined),
  { type: 'number', minimum: 0 },
);

/** Without a page, the first one (assumed). */
export const attachPhaxCodeForm = v.pipe(
  form({
    x: points,
    y: points,
    filename: fileField,
    metadata: optional(metadata),
    page_number: optional(integer({ min: 1 })),
  }),
  v.transform(({ filename: file, page_number: page = 1, ...fields }) => ({ ...fields, file, page })),
);

const hostedNames = hostedDocuments.map((known) => known.name);

const hostedDocument = single(
  `that of a hosted document (${hostedNames.join(', ')})`,
  (name) => hostedDocuments.find((known) => known.name === name),
  { type: 'string', enum: hostedNames },
);

export const hostedDocumentForm = v.pipe(
  form({ name: hostedDocument, metadata: optional(metadata) }),
  v.transform(({ name: hosted, metadata: metadataText }) => ({ hosted, metadata: metadataText })),
);

const urlAnswer = dataAnswer(record('NewPhaxCode', { url: v.string() }), (url: string) => ({ url }));

/** Where the picture of a code that was just made is to be had, or the picture itself. */
export const createPhaxCodeAnswer: AnswerForm<string | Uint8Array> = (message) => {
  const { shape, reply } = urlAnswer(message);
  return {
    shape: { ...shape, types: ['image/png'] },
    reply: (code) => (typeof code === 'string' ? reply(code) : namelessDownload('image/png', code)),
  };
};
