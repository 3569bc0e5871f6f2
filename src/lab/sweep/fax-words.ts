import { isList } from '../../model/shared/objects.ts';
import type { RunRecord, SentFax } from '../achievements/run-record.ts';

/** Whether a version names faxes and statuses as the successor does. */
const namesLater: Readonly<Record<string, boolean>> = { v1: false, v2: false, 'v2.1': false, v3: true };

const isLater = ({ calls }: Pick<RunRecord, 'calls'>): boolean =>
  calls.length > 0 && calls.every(({ version }) => version === null || namesLater[version] === true);

/** The id of a fax as the program knows it. */
export const idText = ({ id, v3_ids: later }: SentFax, run: Pick<RunRecord, 'calls'>): string =>
  isLater(run) && isList(later) && later.length > 0 ? later.join(', ') : String(id);

const laterWords: Readonly<Record<string, string>> = {
  queued: 'IN_PROGRESS',
  inprogress: 'IN_PROGRESS',
  pendingbatch: 'QUEUED',
  success: 'COMPLETED',
  failure: 'FAILURE',
};

/** The word of v3 for a status; undefined for a partial success, which v3 does not have. */
export const laterStatus = (status: SentFax['status']): string | undefined => laterWords[status];

/** A status as the program knows it: `inprogress`, or `IN_PROGRESS` in v3. */
export const statusText = (status: SentFax['status'], run: Pick<RunRecord, 'calls'>): string =>
  (isLater(run) ? laterStatus(status) : undefined) ?? status;
