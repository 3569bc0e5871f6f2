import * as v from 'valibot';
import type { Page, PageRequest } from '../../model/domain/page.ts';
import { form, integer, optional } from '../fields.ts';
import { jsonList, wholeNumber } from '../reply.ts';
import type { AnswerForm, Writer } from '../reply.ts';

const perPageMax = 1000;

/**
 * A form that also asks for a page, with its number of records by default. The service took page 0 (third-party notes); that it is
 * the first page is assumed.
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

const pagingFields = { page: wholeNumber, totalPages: wholeNumber, pageSize: wholeNumber, totalItems: wholeNumber };

/** An answer that lists one page under a key, with the paging beside it. Source: the API reference. */
export const listAnswer =
  <T>(key: string, write: Writer<T>): AnswerForm<Page<T>> =>
  () => ({
    shape: { kind: 'json', body: v.strictObject({ ...pagingFields, [key]: v.array(write.shape) }), headers: [] },
    reply: ({ items, total, page, perPage }) => {
      const paging = JSON.stringify({
        page,
        totalPages: Math.ceil(total / perPage),
        pageSize: perPage,
        totalItems: total,
      });
      return { json: [paging.slice(0, -1), `,"${key}":`, ...jsonList(items, write), '}'] };
    },
  });

/** An answer that is one record, without anything around it. Source: the API reference. */
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
