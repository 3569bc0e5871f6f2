import { fetchedFaxes, isNotified, removalsIn, transmissionsOf } from '../../sweep/achievements.ts';
import type { RecordedRequest, SentFax } from '../../sweep/observation.ts';
import { dollars } from '../account.ts';
import type { Finding } from '../finding.ts';
import type { FaultComparison } from '../faults.ts';
import type { Parity } from '../parity.ts';
import type { Side } from '../side.ts';

/** A comparison of two programs, with that of their sweeps if there were any. */
export interface ParityReport extends Parity {
  readonly faults: FaultComparison | undefined;
}

/** The achievements of a run in numbers: words with a value. */
export function achievedIn({ run }: Side): readonly (readonly [string, string])[] {
  const letters = transmissionsOf(run);
  const notified = [...run.faxes, ...run.received].filter(({ id }) => isNotified(id, run));
  const removed = removalsIn(run).map(({ fax }) => fax);
  return [
    ['faxes', String(letters.length)],
    ['that arrive', String(letters.filter(({ result }) => result === 'success').length)],
    ['received faxes fetched', String(fetchedFaxes(run).length)],
    ['notifications accepted', String(countNumbers(notified))],
    ['files deleted', String(countNumbers(removed))],
    ['paid', dollars(run.paidCents)],
  ];
}

/** Faxes by the numbers they go to, as v3 counts them: one of v2.1 to two numbers has one notification for both. */
const countNumbers = (faxes: readonly SentFax[]): number =>
  faxes.reduce((sum, { direction, recipients }) => sum + (direction === 'sent' ? recipients.length : 1), 0);

/** `POST /v2.1/faxes to=+12025550123, file=letter.txt → 200 (request 3)`: the number is that of the journal. */
export function callText({ id, method, path, params, answer }: RecordedRequest): string {
  const named = Object.entries(params ?? {}).filter(([name]) => name !== 'projectId' && name !== 'id');
  const values = named.map(([name, value]) => `${name}=${valueText(value)}`).join(', ');
  return `${method} ${path}${values === '' ? '' : ` ${values}`} → ${answer.status ?? answer.broken ?? 'no answer'} (request ${id})`;
}

const valueCharactersMax = 40;

function valueText(value: unknown): string {
  const isFile = typeof value === 'object' && value !== null && 'file' in value && 'sha1' in value;
  const text = isFile ? String(value.file) : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > valueCharactersMax ? `${text.slice(0, valueCharactersMax)}…` : text;
}

/** Whether a person has to look at it. */
export const hasFindings = ({ findings, faults }: ParityReport): boolean =>
  findings.length > 0 || (faults?.worse.length ?? 0) > 0;

/** The findings that a report shows at once: of those of one kind, which mostly have one cause, the first few. */
export function shownFindings(findings: readonly Finding[]) {
  return findings.flatMap((finding, at) => {
    const alike = findings.filter(({ kind }) => kind === finding.kind);
    const nth = alike.indexOf(finding);
    if (nth >= shownOfKindMax) return [];
    const more = nth === shownOfKindMax - 1 ? alike.length - shownOfKindMax : 0;
    return [{ finding, number: at + 1, more }];
  });
}

const shownOfKindMax = 3;
