import { wasRefused } from '../../model/shared/refused-request.ts';
import type { RecordedRequest } from '../achievements/run-record.ts';

/** Whether the service refused a request. A broken connection is no refusal. */
export const isRefused = ({ answer: { status }, refused }: RecordedRequest): boolean =>
  status !== null && wasRefused(status, refused);

/** The reason of a refusal; undefined if the answer gives none. */
export const reasonOf = ({ answer: { message }, refused }: RecordedRequest): string | undefined =>
  refused?.reason ?? message ?? undefined;
