import type { FetchedContent } from '../../service/operations/conversions.ts';
import { keptBodyBytes } from '../journal/entry.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { isCommitted } from './step-change.ts';
import type { KeptPage, StepChange } from './step-change.ts';
import type { HistoryStep } from './step.ts';

/** The estimated bytes of a step without request and body, of a former record, and of any other change. */
const stepBytes = 400;
const recordBytes = 500;
const changeBytes = 100;
/** A larger fetched file is not kept. */
const pageBytesMax = 4 * 2 ** 20;

/** The memory of a change, in bytes. */
export function bytesOf(change: StepChange): number {
  if ('page' in change) return changeBytes + change.url.length + contentBytes(change.page);
  return isCommitted(change) ? recordBytes : changeBytes;
}

const contentBytes = (page: KeptPage): number => ('bytes' in page ? page.bytes.length : 0);

/** The content of a URL, without a file that is too large. */
export function keptPage(page: FetchedContent['page']): KeptPage {
  if (contentBytes(page) <= pageBytesMax || !('bytes' in page)) return page;
  return { kind: 'large', filename: page.filename, type: page.type };
}

/** The memory of a request without its texts, in bytes. */
const requestBytes = 700;
/** The memory of a small body after parsing, in bytes for each of its bytes. */
const perBodyByte = 4;

/** The memory of a request that the journal shows, in bytes. */
export function entryBytes({ observed: { answer, bodyBytes, url }, body, made }: JournalEntry): number {
  const parsedBytes = made?.bytes ?? (bodyBytes + url.length) * perBodyByte;
  return requestBytes + (answer.text?.length ?? 0) + Math.min(body?.length ?? 0, keptBodyBytes) + parsedBytes;
}

/** The memory of a step without its request, in bytes. */
export function replayBytes(step: HistoryStep): number {
  if (step.kind === 'control') return 2 * stepBytes;
  const { body = '', made, observed } = step;
  // A short body is kept as a text, and its parameters refer to the bytes as well.
  const parsedBytes = made !== undefined && typeof body === 'string' ? observed.bodyBytes : 0;
  return stepBytes + parsedBytes + Math.max(0, body.length - keptBodyBytes);
}
