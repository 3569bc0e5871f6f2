import * as v from 'valibot';
import type { Page } from '../../domain/page.ts';
import { integer, optional } from '../fields.ts';
import { jsonList, reply } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { envelope, record, wholeNumber } from '../shape.ts';
import type { JsonShape, Shown } from '../shape.ts';

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

const pagingShape = record('Paging', {
  max_per_page: wholeNumber,
  page: wholeNumber,
  total_pages: wholeNumber,
  total_results: wholeNumber,
});

export const listShape = (item: v.GenericSchema): JsonShape => envelope({ paging: pagingShape, data: v.array(item) });

/** An answer that lists one page; in v1 the paging stands before the data, and in no header. Source: the v1 reference. */
export function listReply<T>(message: string, page: Page<T>, write: (item: T) => string): Reply {
  const paging: Shown<typeof pagingShape> = {
    max_per_page: page.perPage,
    page: page.page,
    total_pages: Math.ceil(page.total / page.perPage),
    total_results: page.total,
  };
  return reply(message, { paging: JSON.stringify(paging), data: jsonList(page.items.map(write)) });
}
