import * as v from 'valibot';
import type { Page, PageRequest } from '../../model/domain/page.ts';
import { form, integer, optional } from '../fields.ts';
import { jsonList, wholeNumber } from '../reply.ts';
import type { AnswerForm, Writer } from '../reply.ts';

const perPageMax = 1000;

/**
 * A form that also reads the parameters of a page, with a default page size. The service accepted page 0 (third-party
 * notes). That it means the first page is assumed.
 */
export const pagedForm = <const E extends v.ObjectEntries>(entries: E, usualPerPage: number) =>
  v.pipe(
    form({
      page: optional(integer({ min: 0 })),
      pageSize: optional(integer({ min: 1, max: perPageMax })),
      ...entries,
    }),
    v.transform((fields) => {
      const { page, pageSize = usualPerPage } = fields as { page?: number; pageSize?: number };
      const request: PageRequest = { page: Math.max(page ?? 1, 1), perPage: pageSize };
      return Object.assign(fields, { request });
    }),
  );

const pagingFields = { page: wholeNumber, pageSize: wholeNumber, totalItems: wholeNumber, totalPages: wholeNumber };

/** An answer with one page under a key, followed by the paging, in the order of recorded lists of services. */
export const listAnswer =
  <T>(key: string, write: Writer<T>): AnswerForm<Page<T>> =>
  () => ({
    shape: { kind: 'json', body: v.strictObject({ [key]: v.array(write.shape), ...pagingFields }), headers: [] },
    reply: ({ items, total, page, perPage }) => {
      const totalPages = Math.ceil(total / perPage);
      const paging = JSON.stringify({ page, pageSize: perPage, totalItems: total, totalPages });
      return { json: [`{"${key}":`, ...jsonList(items, write), `,${paging.slice(1)}`] };
    },
  });

/** An answer with one record and nothing around it. Source: the API reference. */
export const bareAnswer =
  <T>(write: Writer<T>): AnswerForm<T> =>
  () => ({ shape: { kind: 'json', body: write.shape, headers: [] }, reply: (record) => ({ json: [write(record)] }) });

/** The answer with a new record, with status 201. */
export const createdAnswer =
  <T>(write: Writer<T>): AnswerForm<T> =>
  (message) => {
    const { shape, reply } = bareAnswer(write)(message);
    return { shape: { ...shape, status: 201 }, reply };
  };

/** An answer without a body. */
export const emptyAnswer: AnswerForm<unknown> = () => ({
  shape: { kind: 'none', status: 204 },
  reply: () => ({ json: [] }),
});
