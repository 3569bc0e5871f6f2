import * as v from 'valibot';
import { hostedDocuments } from '../../model/domain/phax-code.ts';
import { boolean, form, integer, optional, single } from '../fields.ts';
import { dataAnswer, namelessDownload, namedRecord } from '../reply.ts';
import type { AnswerForm } from '../reply.ts';
import { metadata } from '../v2/account.ts';
import { fileField } from './fax-forms.ts';

/** `redirect` requests the picture itself. */
export const createPhaxCodeSchema = form({ metadata: optional(metadata), redirect: optional(boolean) });

const hostedNames = hostedDocuments.map((known) => known.name);

const hostedDocument = single(
  `that of a hosted document (${hostedNames.join(', ')})`,
  (name) => hostedDocuments.find((known) => known.name === name),
  { type: 'string', enum: hostedNames },
);

export const hostedDocumentSchema = v.pipe(
  form({ name: hostedDocument, metadata: optional(metadata) }),
  v.transform(({ name: hosted, metadata: metadataText }) => ({ hosted, metadata: metadataText })),
);

const urlAnswer = dataAnswer(namedRecord('NewPhaxCode', { url: v.string() }), (url: string) => ({ url }));

/** The URL of a new code's picture, or the picture itself. */
export const createPhaxCodeAnswer: AnswerForm<string | Uint8Array> = (message) => {
  const { shape, reply } = urlAnswer(message);
  return {
    shape: { ...shape, types: ['image/png'] },
    reply: (code) => (typeof code === 'string' ? reply(code) : namelessDownload('image/png', code)),
  };
};

const points = single(
  'a number of points from 0 up',
  (value) => (/^\+?(?:\d{1,5}(?:\.\d{0,6})?|\.\d{1,6})$/.test(value) ? Number(value) : undefined),
  { type: 'number', minimum: 0, maximum: 99_999 },
);

/** The schema of a code's position. The default page is the first one (assumed). */
export const attachPhaxCodeSchema = v.pipe(
  form({
    x: points,
    y: points,
    filename: fileField,
    metadata: optional(metadata),
    page_number: optional(integer({ min: 1 })),
  }),
  v.transform(({ filename: file, page_number: page = 1, ...fields }) => ({ ...fields, file, page })),
);
