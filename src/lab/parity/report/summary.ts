import { deedsIn } from '../../achievements/deeds.ts';
import type { DeedKind } from '../../achievements/deeds.ts';
import type { RecordedRequest } from '../../achievements/run-record.ts';
import { inDollars } from '../account.ts';
import type { FaultComparison } from '../faults.ts';
import { copiedFaxes } from '../copies.ts';
import type { Parity } from '../parity.ts';
import { isTag } from '../send-options.ts';
import { lettersOf } from '../side.ts';
import { achievedRows } from './achieved-rows.ts';
import type { Side } from '../side.ts';
import { asText } from '../../../model/shared/conversion.ts';
import { isRefused, refusalReason } from '../../../model/shared/refused-request.ts';

/** A comparison of two programs, with that of their sweeps if there were any. */
export interface ParityReport extends Parity {
  readonly faults: FaultComparison | undefined;
}

/** The achievements of a run in numbers: words with a value. */
export function achievedIn(side: Side): readonly (readonly [string, string])[] {
  const { run } = side;
  const [letters, deeds] = [lettersOf(side), deedsIn(run)];
  const come = [...run.received, ...run.readBefore].filter(({ direction }) => direction === 'received');
  const own = new Set(come.map(({ id }) => id));
  const earlier = deeds.filter(({ kind, fax }) => kind === 'fetched' && !own.has(fax));
  const counted = deeds.filter(({ kind, fax }) => kind !== 'fetched' || own.has(fax));
  const countOf = (kind: DeedKind): string => String(counted.filter((deed) => deed.kind === kind).length);
  return [
    [achievedRows.faxes, String(letters.length)],
    [achievedRows.arrive, String(letters.filter(({ result }) => result === 'success').length)],
    [achievedRows.documents, String(new Set(letters.map(({ text }) => text)).size)],
    [achievedRows.tags, String(letters.filter(({ options }) => [...options.keys()].some(isTag)).length)],
    [achievedRows.fetched, countOf('fetched')],
    [achievedRows.copies, String(copiedFaxes(run).length + earlier.length)],
    [achievedRows.notified, countOf('accepted')],
    [achievedRows.deleted, countOf('deleted')],
    [achievedRows.paid, inDollars(run.paidCents)],
  ];
}

/**
 * `POST /v2.1/faxes to=+12025550123, file=letter.txt → 200 (request 3)`: the number is that of the journal. A refused request has the
 * reason too: `→ 422: to is missing (request 3)`.
 */
export function callText(call: RecordedRequest): string {
  const { id, method, path, params, answer } = call;
  const named = Object.entries(params ?? {}).filter(([name]) => name !== 'projectId' && name !== 'id');
  const values = named.map(([name, value]) => `${name}=${valueText(value)}`).join(', ');
  const reason = isRefused(call) ? refusalReason(call) : undefined;
  const result = [answer.status ?? answer.broken ?? 'no answer', ...(reason === undefined ? [] : [reason])].join(': ');
  return `${method} ${path}${values === '' ? '' : ` ${values}`} → ${result} (request ${id})`;
}

const valueCharactersMax = 40;

function valueText(value: unknown): string {
  const isFile = typeof value === 'object' && value !== null && 'file' in value && 'sha1' in value;
  const text = isFile ? asText(value.file) : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > valueCharactersMax ? `${text.slice(0, valueCharactersMax)}…` : text;
}

/** Whether a person has to examine the report. */
export const hasFindings = ({ findings, faults }: ParityReport): boolean =>
  findings.length > 0 || (faults?.worse.length ?? 0) > 0;
