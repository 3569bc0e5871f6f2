import * as v from 'valibot';
import { Refusal } from '../../model/domain/refusal.ts';
import type { CoverPage, SinchService } from '../../model/domain/sinch-service.ts';
import { coverPageId, serviceId } from '../../model/domain/ulid.ts';
import { form, text } from '../fields.ts';
import { describedBy } from '../json-schema.ts';
import { valueWriter } from '../reply.ts';
import { pagedForm } from './paging.ts';
import type { InProject } from './services.ts';
import { utcTime, utcTimeText } from './values.ts';

const fileShape = v.pipe(
  v.strictObject({ fileContent: v.string(), fileType: v.literal('application/pdf') }),
  v.title('CoverPageFile'),
);

/** A cover page. Samples of the Node SDK have the type `application/pdf` though `PDF` was sent. */
export const writeCoverPage = valueWriter<InProject<CoverPage> & { readonly service: SinchService }>()('CoverPage', {
  id: [v.string(), (page) => coverPageId(page.project.seed, page)],
  name: [v.string(), ({ name }) => name],
  file: [fileShape, ({ content }) => ({ fileContent: content, fileType: 'application/pdf' as const })],
  projectId: [v.string(), ({ project }) => project.id],
  serviceId: [v.string(), ({ project, service }) => serviceId(project.seed, service)],
  createdTime: [utcTimeText, ({ createdAt }) => utcTime(createdAt)],
  updatedTime: [utcTimeText, ({ updatedAt }) => utcTime(updatedAt)],
});

const pdfStart = Buffer.from('%PDF-');

const filePart = v.pipe(
  v.unknown(),
  v.transform((value): string => {
    const { fileContent, fileType = 'PDF' } = (value ?? {}) as { fileContent?: unknown; fileType?: unknown };
    if (typeof fileContent !== 'string' || fileContent === '') {
      throw new Refusal('invalid', 'file must have fileContent, a PDF in base64', { field: 'file.fileContent' });
    }
    if (typeof fileType !== 'string' || !/^(?:application\/)?pdf$/i.test(fileType)) {
      throw new Refusal('invalid', 'fileType must be PDF', { field: 'file.fileType' });
    }
    const bytes = Buffer.from(fileContent, 'base64');
    if (!bytes.subarray(0, 1024).includes(pdfStart)) {
      throw new Refusal('invalid', 'fileContent must be a PDF in base64', { field: 'file.fileContent' });
    }
    return bytes.toString('base64');
  }),
  describedBy<string>({
    type: 'object',
    properties: {
      fileContent: { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/pdf' },
      fileType: { enum: ['PDF'] },
    },
    required: ['fileContent', 'fileType'],
  }),
);

export const addCoverPageSchema = form({ id: text, name: v.pipe(text, describedBy({ minLength: 1 })), file: filePart });
export const coverPageSchema = form({ id: text, coverPageId: text });
/** The API reference has no paging for cover pages, but clients send its parameters. */
export const listCoverPagesSchema = pagedForm({ id: text }, 20);
