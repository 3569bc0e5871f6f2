import * as v from 'valibot';
import type { Page, PageRequest } from '../../model/domain/page.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { camelForm, integer, optional, timestamp } from '../fields.ts';
import { jsonList, valueWriter, reply, envelope, wholeNumber } from '../reply.ts';
import type { AnswerForm, Writer } from '../reply.ts';

const defaultPerPage = 25;
const perPageMax = 1000;
/** The highest total that the service counts. Source: the v2 page on paging. */
const countedMax = 10_000;

const pageFields = { page: optional(integer({ min: 1 })), per_page: optional(integer({ min: 1 })) };

/** A form that also reads the parameters of a page. Source: recorded. Assumption: a page size over 1000 counts as 1000. */
export const pagedForm = <const E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    camelForm({ ...pageFields, ...entries }),
    v.transform((fields) => {
      const { page = 1, perPage = defaultPerPage } = fields;
      const request: PageRequest = { page, perPage: Math.min(perPage, perPageMax), countedMax };
      return Object.assign(fields, request);
    }),
  );

export const pageSchema = pagedForm({});

const cappedTotal = `>${countedMax}` as const;

const writePaging = valueWriter<Page<unknown>>()('Paging', {
  total: [v.union([wholeNumber, v.literal(cappedTotal)]), ({ total }) => (total > countedMax ? cappedTotal : total)],
  per_page: [wholeNumber, ({ perPage }) => perPage],
  page: [wholeNumber, ({ page }) => page],
});

/** An answer that lists one page, with the paging attribute and the headers that repeat it. Source: recorded. */
export const listAnswer =
  <T>(write: Writer<T>): AnswerForm<Page<T>> =>
  (message) => ({
    shape: {
      ...envelope({ data: v.array(write.shape), paging: writePaging.shape }),
      headers: ['X-Total', 'X-Per-Page', 'X-Page'],
    },
    reply: (page) => {
      const paging = writePaging.body(page);
      const { total, per_page: perPage, page: number } = paging;
      const headers = { 'X-Total': String(total), 'X-Per-Page': String(perPage), 'X-Page': String(number) };
      return reply(message, { data: jsonList(page.items, write), paging: [JSON.stringify(paging)] }, headers);
    },
  });

/** The parameters for a range of creation times. */
export const timeRangeFields = { created_before: optional(timestamp), created_after: optional(timestamp) };

interface TimeRange {
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

/**
 * The time range of lists in v2 and v2.1, including both ends. The operation sets missing ends, so a missing start
 * counts back from now, not from the end. Recorded: an end years ago without a start finds no record. A reversed range
 * is refused as `invalid`. A range that starts after now finds no record, since clocks may differ.
 */
export function timeRangeOf({ createdAfter: from, createdBefore: to }: TimeRange) {
  if (from !== undefined && to !== undefined && from > to) {
    throw new Refusal('invalid', 'created_after must not be later than created_before', { field: 'created_after' });
  }
  return { from, to };
}
