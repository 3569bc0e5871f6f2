import type { FetchedContent } from '../../service/operations/conversions.ts';
import { isCommitted } from './step-change.ts';
import type { KeptPage, StepChange } from './step-change.ts';
import type { HistoryStep } from './step.ts';

/** The size in bytes of a step beside its texts and body, of a former record, and of any other change. */
const stepBytes = 400;
const recordBytes = 500;
const changeBytes = 100;
/** A larger body, or fetched file, is not kept. */
const bodyBytesMax = 4 * 2 ** 20;

/** The memory of a change, in bytes. */
export function bytesOf(change: StepChange): number {
  if ('page' in change) return changeBytes + change.url.length + contentBytes(change.page);
  return isCommitted(change) ? recordBytes : changeBytes;
}

const contentBytes = (page: KeptPage): number => ('bytes' in page ? page.bytes.length : 0);

/** The content of a URL, without a file that is too large. */
export function keptPage(page: FetchedContent['page']): KeptPage {
  if (contentBytes(page) <= bodyBytesMax || !('bytes' in page)) return page;
  return { kind: 'large', filename: page.filename, type: page.type };
}

/** A step without a body that is too large. */
export function withoutLargeBody(step: HistoryStep): HistoryStep {
  if (step.kind === 'control' || (step.replayData?.body?.length ?? 0) <= bodyBytesMax) return step;
  return { ...step, replayData: step.replayData && { ...step.replayData, body: undefined } };
}

/** The memory of a step, in bytes. */
export function sizeOf(step: HistoryStep): number {
  if (step.kind === 'control') return 2 * stepBytes;
  const { observed, replayData } = step;
  return stepBytes + observed.url.length + (observed.answer.text?.length ?? 0) + (replayData?.body?.length ?? 0);
}
