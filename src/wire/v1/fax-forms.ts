import * as v from 'valibot';
import { faxStatuses } from '../../model/domain/fax.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import {
  form,
  optional,
  integer,
  unixTime,
  oneOf,
  oneOfGroup,
  soughtNumber,
  tags,
  upload,
  phoneNumber,
  listOf,
  contentUrl,
  boolean,
} from '../fields.ts';
import { describedBy } from '../json-schema.ts';
import { sendFields, cancelTimeout, readSend, fileContent } from '../v2/faxes.ts';

const defaultPerPage = 50;
const perPageMax = 1000;

export const listFaxesSchema = v.pipe(
  form({
    page: optional(integer({ min: 1 })),
    maxperpage: optional(integer({ min: 1 })),
    start: optional(unixTime),
    end: optional(unixTime),
    status: optional(oneOf(faxStatuses)),
    number: optional(soughtNumber),
    tag: optional(tags),
  }),
  v.transform(({ page = 1, maxperpage = defaultPerPage, start, end, status, number, tag }) => {
    if (start !== undefined && end !== undefined && start > end) {
      throw new Refusal('invalid', 'start must not be later than end', { field: 'start' });
    }
    return { page, perPage: Math.min(maxperpage, perPageMax), from: start, to: end, status, number, tags: tag };
  }),
);

const stringTypes = ['text', 'html', 'url'] as const;

/**
 * v1 has another name for files. It also has text, HTML or a URL in the request itself; in the fax, these come before
 * files. `batch` requests a batch with a delay. Zero means not set, because a client always sends it.
 */
export const sendFaxSchema = v.pipe(
  form({
    ...sendFields,
    cancel_timeout: optional(v.union([integer({ min: 0, max: 0 }), cancelTimeout], 'must be an integer from 3 to 60')),
    filename: optional(oneOfGroup('content', listOf(upload))),
    string_data: optional(
      oneOfGroup('content', v.pipe(v.unknown(), v.string('must be text'), describedBy({ minLength: 1 }))),
    ),
    string_data_type: optional(oneOf(stringTypes)),
    batch: optional(boolean),
  }),
  v.transform(
    ({ filename: files = [], string_data: data, string_data_type: type = 'text', batch = false, ...fields }) => {
      if (files.length === 0 && data === undefined)
        throw new Refusal('invalid', 'filename or string_data is required', { field: 'filename' });
      const sendOptions = readSend(fields);
      if (batch && sendOptions.batchDelay === undefined)
        throw new Refusal('invalid', 'batch_delay is required with batch', { field: 'batch_delay' });
      const contents = [...(data === undefined ? [] : [stringContent(type, data)]), ...files.map(fileContent)];
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
  if (!result.success)
    throw new Refusal('invalid', `string_data ${result.issues[0].message}`, { field: 'string_data' });
  return { kind: type, url: result.output };
}

/** Exactly one file, in a form that allows several. */
export const fileField = v.pipe(
  listOf(upload),
  v.maxLength(1, 'must be one file'),
  v.transform(([file]) => {
    if (file === undefined) throw new Refusal('invalid', 'filename is required', { field: 'filename' });
    return file;
  }),
);

export const receiveFaxSchema = v.pipe(
  form({ filename: fileField, from_number: optional(phoneNumber), to_number: optional(phoneNumber) }),
  v.transform(({ filename: file, from_number: from, to_number: to }) => ({ file, from, to })),
);
