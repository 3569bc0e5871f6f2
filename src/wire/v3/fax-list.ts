import * as v from 'valibot';
import { Refusal } from '../../model/domain/refusal.ts';
import { transmissionStatuses } from '../../model/domain/transmission.ts';
import { field, oneOf, optional, single, valuesAs } from '../fields.ts';
import { pagedForm } from './paging.ts';

const usualPerPage = 100;

/** The start of a number. An unencoded `+` in a query is read as a blank, and clients do not encode it. */
const numberStart = single(
  'the beginning of a number in E.164 form, such as +1202',
  (trimmed, text = trimmed) => {
    const start = text.replace(/^ /, '+');
    return /^\+?\d{0,15}$/.test(start) ? `+${start.replace('+', '')}` : undefined;
  },
  {
    type: 'string',
    pattern: String.raw`^\+?\d{0,15}$`,
    examples: ['+1202'],
  },
);

interface Span {
  readonly from: number;
  /** The last ms. */
  readonly to: number;
}

const day = 'YYYY-MM-DD';

/**
 * The time range of a createTime value: a year, a month or a day in UTC, or all times since an instant. Source: the API
 * reference and the texts of the Node SDK.
 */
function readSpan(text: string): Span | undefined {
  const [, year = '', month, date] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(text) ?? [];
  if (year === '') {
    const from = readInstant(text);
    return from === undefined ? undefined : { from, to: Infinity };
  }
  const [at, most] = [Number(month ?? 1), Number(date ?? 1)];
  const from = Date.UTC(Number(year), at - 1, most);
  const isInCalendar = new Date(from).toISOString().startsWith([year, month, date].filter(Boolean).join('-'));
  if (!isInCalendar) return undefined;
  const end = date !== undefined ? [at - 1, most + 1] : month !== undefined ? [at, 1] : [12, 1];
  return { from, to: Date.UTC(Number(year), end[0], end[1]) - 1 };
}

/** A time with its zone. The `+` of an offset may arrive as a blank. */
function readInstant(text: string): number | undefined {
  const iso = text.replace(/ (?=\d\d:?\d\d$)/, '+');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/i.test(iso)) return undefined;
  const time = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** A hint for programs that write another API's operators into the value. */
const operatorHint = (text: string): string =>
  /^\s*(?:[<>=]|\w{2,3}:)/.test(text) ? ' (an operator belongs to the name: createTime>=2026-11-20)' : '';

const span = field({
  expected: `a time in UTC such as 2026-11-20T09:30:00Z, or ${day}, YYYY-MM or YYYY`,
  read: readSpan,
  schema: {
    type: 'string',
    pattern: String.raw`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|1\d|2[0-8])(T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?Z)?)?)?$`,
    examples: ['2026-11-20T09:30:00Z', '2026-11'],
  },
  hint: operatorHint,
});

const countryCode = single(
  'a country code of two letters, such as US',
  (text) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : undefined),
  { type: 'string', pattern: '^[A-Za-z]{2}$', examples: ['US'] },
);

/** The parameters of a list of faxes. `createTime>=2024-01-01` in a query is the parameter `createTime>`. */
export const listFaxesSchema = v.pipe(
  pagedForm(
    {
      createTime: optional(span),
      'createTime>': optional(span),
      'createTime<': optional(span),
      direction: optional(oneOf(['OUTBOUND', 'INBOUND'])),
      status: optional(oneOf(transmissionStatuses)),
      to: optional(numberStart),
      from: optional(numberStart),
      labels: optional(valuesAs('labels[NAME]=VALUE')),
      fromCountry: optional(countryCode),
      toCountry: optional(countryCode),
      serviceId: optional(single('an id', (text) => text)),
      format: optional(oneOf(['csv'])),
    },
    usualPerPage,
  ),
  v.transform((fields) => {
    const { createTime: whole, 'createTime>': after, 'createTime<': before, direction, labels, ...others } = fields;
    const from = Math.max(whole?.from ?? -Infinity, after?.from ?? -Infinity);
    const to = Math.min(whole?.to ?? Infinity, endOf(before));
    if (from > to) throw new Refusal('invalid', 'createTime> must not be later than createTime<');
    return {
      ...others,
      created: { ...(from > -Infinity && { from }), ...(to < Infinity && { to }) },
      direction: direction && directionOf[direction],
      tags: labels,
    };
  }),
);

/** The last instant of a range. If its end is a day, the whole day is included. */
const endOf = (before: Span | undefined): number =>
  before === undefined ? Infinity : before.to === Infinity ? before.from : before.to;

/** Reads the upper end of a time range as lists do; undefined for any other text. */
export function readRangeEnd(text: string): number | undefined {
  const span = readSpan(text);
  return span && endOf(span);
}

const directionOf = { OUTBOUND: 'sent', INBOUND: 'received' } as const;
