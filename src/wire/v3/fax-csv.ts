import type { Page } from '../../model/domain/page.ts';
import type { AnswerForm } from '../reply.ts';
import { sinchFaxBody, writeFax } from './faxes.ts';
import type { ShownTransmission } from './faxes.ts';
import { listAnswer } from './paging.ts';

type FaxBody = ReturnType<typeof sinchFaxBody>;
type Cell = string | number | boolean | undefined;

const textOf = (value: object | undefined): string | undefined => value && JSON.stringify(value);

/** The columns in order. The amount has no column. Source: the end-to-end tests of the Node SDK. */
const columns: readonly (readonly [title: string, cell: (fax: FaxBody) => Cell])[] = [
  ['Id', ({ id }) => id],
  ['Direction', ({ direction }) => direction],
  ['From', ({ from }) => from],
  ['To', ({ to }) => to],
  ['Number Of Pages', ({ numberOfPages }) => numberOfPages],
  ['Status', ({ status }) => status],
  ['Header Time Zone', ({ headerTimeZone }) => headerTimeZone],
  ['Retry Delay Seconds', ({ retryDelaySeconds }) => retryDelaySeconds],
  ['Resolution', ({ resolution }) => resolution],
  ['Callback Url', ({ callbackUrl }) => callbackUrl],
  ['Callback Url Content Type', ({ callbackUrlContentType }) => callbackUrlContentType],
  ['Error Type', ({ errorType }) => errorType],
  ['Error Message', ({ errorMessage }) => errorMessage],
  ['Error Code', ({ errorCode }) => errorCode],
  ['Project', ({ projectId }) => projectId],
  ['Service', ({ serviceId }) => serviceId],
  ['Max Retries', ({ maxRetries }) => maxRetries],
  ['Create Time', ({ createTime }) => createTime],
  ['Header Text', ({ headerText }) => headerText],
  ['Header Page Numbers', ({ headerPageNumbers }) => headerPageNumbers],
  ['Content Url', ({ contentUrl }) => contentUrl?.join(',')],
  ['Labels', ({ labels }) => textOf(labels)],
  ['Image Conversion Method', ({ imageConversionMethod }) => imageConversionMethod],
  ['Has File', ({ hasFile }) => hasFile],
  ['Currency Code', ({ price }) => price?.currencyCode],
  ['From Country', ({ fromCountry }) => fromCountry],
  ['To Country', ({ toCountry }) => toCountry],
];

/** Puts a cell in quotes if it contains a comma, a quote or a line break. Source: RFC 4180. */
function writeCell(cell: Cell = ''): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function writeCsv(faxes: readonly ShownTransmission[]): string {
  const rows = faxes.map((one) => {
    const body = sinchFaxBody(one);
    return columns.map(([, cell]) => writeCell(cell(body)));
  });
  return [columns.map(([title]) => title), ...rows].map((cells) => `${cells.join(',')}\n`).join('');
}

/** A page of faxes, as JSON unless the request wants CSV. */
export interface FaxListing extends Page<ShownTransmission> {
  /** Time of a request for CSV, in ms on the world's clock; undefined for JSON. */
  readonly csvAt?: number | undefined;
}

/** The name of the file is that in the end-to-end tests of the Node SDK. */
export const faxListAnswer: AnswerForm<FaxListing> = (message) => {
  const { shape, reply } = listAnswer('faxes', writeFax)(message);
  return {
    shape: shape.kind === 'json' ? { ...shape, types: ['text/csv'] } : shape,
    reply: (page) => {
      if (page.csvAt === undefined) return reply(page);
      const digits = new Date(page.csvAt).toISOString().replaceAll(/\D/g, '').slice(0, 14);
      return {
        bytes: new TextEncoder().encode(writeCsv(page.items)),
        headers: {
          'Content-Type': 'text/csv',
          'Content-Disposition': `attachment; filename="fax_logs_exp${digits}.csv"`,
        },
      };
    },
  };
};
