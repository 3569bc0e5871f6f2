import * as v from 'valibot';
import type { Page } from '../../domain/page.ts';
import { integer, optional } from '../fields.ts';
import { jsonList, recordWriter, reply } from '../reply.ts';
import type { Writer } from '../reply.ts';
import { envelope, wholeNumber } from '../shape.ts';

const defaultPerPage = 50;
const mostPerPage = 1000;

/** The fields that ask for a page in v1. */
export const pageFields = {
  page: optional(integer({ min: 1 })),
  maxperpage: optional(integer({ min: 1 })),
};

export function readPage(fields: { page?: number | undefined; maxperpage?: number | undefined }) {
  return { page: fields.page ?? 1, perPage: Math.min(fields.maxperpage ?? defaultPerPage, mostPerPage) };
}

const writePaging = recordWriter<Page<unknown>>()('Paging', {
  max_per_page: [wholeNumber, ({ perPage }) => perPage],
  page: [wholeNumber, ({ page }) => page],
  total_pages: [wholeNumber, ({ total, perPage }) => Math.ceil(total / perPage)],
  total_results: [wholeNumber, ({ total }) => total],
});

/** An answer that lists one page; in v1 the paging stands before the data, and in no header. Source: the v1 reference. */
export const listAnswer = <T>(message: string, write: Writer<T>) => ({
  shape: envelope({ paging: writePaging.shape, data: v.array(write.shape) }),
  reply: (page: Page<T>) => reply(message, { paging: writePaging(page), data: jsonList(page.items.map(write)) }),
});
