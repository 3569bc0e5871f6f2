import * as v from 'valibot';
import { hostedDocuments } from '../../model/domain/phax-code.ts';
import { boolean, form, integer, optional, single } from '../fields.ts';
import { fileField } from './send-fax.ts';
import { record } from '../shape.ts';
import { metadata } from '../v2/phax-codes.ts';

/** `redirect` asks for the picture itself. */
export const createPhaxCodeForm = v.pipe(
  form({ metadata: optional(metadata), redirect: optional(boolean) }),
  v.transform((fields) => ({ metadata: fields.metadata, redirect: fields.redirect ?? false })),
);

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

export const newPhaxCodeShape = record('NewPhaxCode', { url: v.string() });

/** Where the picture of a code that was just made is to be had. */
export const newPhaxCodeJson = (url: string): string => JSON.stringify({ url });
