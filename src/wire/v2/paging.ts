import * as v from 'valibot';
import type { Page, PageRequest } from '../../domain/page.ts';
import { camelForm } from '../camel-form.ts';
import { integer, optional } from '../fields.ts';
import { jsonList, recordWriter, reply } from '../reply.ts';
import type { Reply, Writer } from '../reply.ts';
import { envelope, wholeNumber } from '../shape.ts';
import type { Shape } from '../shape.ts';

const defaultPerPage = 25;
const mostPerPage = 1000;
/** Beyond this the service no longer counts. Source: the v2 page on paging. */
const maxCounted = 10_000;

const pageFields = { page: optional(integer({ min: 1 })), per_page: optional(integer({ min: 1 })) };

/** A form that also asks for a page. Source: recorded. That more than 1000 a page gives 1000 is assumed. */
export const pagedForm = <const E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    camelForm({ ...pageFields, ...entries }),
    v.transform(({ page = 1, perPage = defaultPerPage, ...fields }) => {
      const request: PageRequest = { page, perPage: Math.min(perPage, mostPerPage), maxCounted };
      return { ...fields, ...request };
    }),
  );

const cappedTotal = `>${maxCounted}` as const;

const writePaging = recordWriter<Page<unknown>>()('Paging', {
  total: [v.union([wholeNumber, v.literal(cappedTotal)]), ({ total }) => (total > maxCounted ? cappedTotal : total)],
  per_page: [wholeNumber, ({ perPage }) => perPage],
  page: [wholeNumber, ({ page }) => page],
});

/** An answer that lists one page, with the paging attribute and the headers that repeat it. Source: recorded. */
export const listAnswer = <T>(message: string, write: Writer<T>) => ({
  shape: {
    ...envelope({ data: v.array(write.shape), paging: writePaging.shape }),
    headers: ['X-Total', 'X-Per-Page', 'X-Page'],
  } satisfies Shape,
  reply: (page: Page<T>): Reply => {
    const { total } = writePaging.body(page);
    return {
      ...reply(message, { data: jsonList(page.items.map(write)), paging: writePaging(page) }),
      headers: { 'X-Total': String(total), 'X-Per-Page': String(page.perPage), 'X-Page': String(page.page) },
    };
  },
});
