import * as v from 'valibot';
import type { Page } from '../../domain/page.ts';
import { integer, optional } from '../fields.ts';
import { jsonList, reply } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { envelope, record, wholeNumber } from '../shape.ts';
import type { JsonShape, Shown } from '../shape.ts';

const defaultPerPage = 25;
const mostPerPage = 1000;
/** Beyond this the service no longer counts. Source: the v2 page on paging. */
const mostCounted = 10_000;

/** The fields that ask for a page. Source: recorded. That more than 1000 a page gives 1000 is assumed. */
export const pageFields = {
  page: optional(integer({ min: 1 })),
  per_page: optional(integer({ min: 1 })),
};

export function readPage(fields: { page?: number | undefined; per_page?: number | undefined }) {
  return { page: fields.page ?? 1, perPage: Math.min(fields.per_page ?? defaultPerPage, mostPerPage), mostCounted };
}

const pagingShape = record('Paging', {
  total: v.union([wholeNumber, v.literal(`>${mostCounted}`)]),
  per_page: wholeNumber,
  page: wholeNumber,
});

export const listShape = (item: v.GenericSchema): JsonShape => ({
  ...envelope({ data: v.array(item), paging: pagingShape }),
  headers: ['X-Total', 'X-Per-Page', 'X-Page'],
});

/** An answer that lists one page, with the paging attribute and the headers that repeat it. Source: recorded. */
export function listReply<T>(message: string, page: Page<T>, write: (item: T) => string): Reply {
  const total = page.total > mostCounted ? (`>${mostCounted}` as const) : page.total;
  const paging: Shown<typeof pagingShape> = { total, per_page: page.perPage, page: page.page };
  return {
    ...reply(message, { data: jsonList(page.items.map(write)), paging: JSON.stringify(paging) }),
    headers: { 'X-Total': String(total), 'X-Per-Page': String(page.perPage), 'X-Page': String(page.page) },
  };
}
