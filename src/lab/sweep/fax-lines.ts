import { replaceNumbers } from '../../model/shared/numbers-in-text.ts';
import { asText } from '../../model/shared/conversion.ts';
import { isList } from '../../model/shared/objects.ts';
import type { RecordedRequest, RunRecord, SentFax } from '../achievements/run-record.ts';

/** Replaces each id and number of the given faxes in a line of output, and all other ids and digits, so that lines of two runs compare. */
export const lineForm = (faxes: readonly SentFax[]): ((line: string) => string) => {
  const ids = new Set(faxes.flatMap(idsOf));
  const numbers = faxes.flatMap(numbersOf);
  const word = (id: string): string => (ids.has(id.toUpperCase()) ? faxMark : 'N');
  return (line) => replaceNumbers(line.replaceAll(laterId, word), numbers, faxMark).replaceAll(/\d+/g, word);
};

/** Whether the form of a line has an id or a number of its faxes. */
export const namesFax = (form: string): boolean => form.includes(faxMark);

/** Whether a line of output also comes without the fault, perhaps with other ids, numbers and counts. */
export const usualLines = (runs: readonly Pick<RunRecord, 'output' | 'faxes'>[]): ((line: string) => boolean) => {
  const formOf = lineForm([]);
  const usual = new Set(runs.flatMap(({ output }) => output.split('\n').map((line) => formOf(line.trim()))));
  return (line) => usual.has(formOf(line));
};

/** The fax that a line of output is about: one of a finding, only another one, or none. */
export type LineKind = (line: string) => 'own fax' | 'other fax' | 'no fax';

/** Tells lines about the faxes that requests made or asked for from lines about the other faxes of a run; undefined without such faxes. */
export function lineKindFor(
  requests: readonly RecordedRequest[],
  { faxes, received }: RunRecord,
): LineKind | undefined {
  const concerned = new Set(requests.flatMap(({ fax_id: id, new_fax_ids: made }) => [id, ...made]));
  const all = [...faxes, ...received];
  const own = all.filter(({ id }) => concerned.has(id));
  if (own.length === 0) return undefined;
  const [ownForm, otherForm] = [lineForm(own), lineForm(all.filter(({ id }) => !concerned.has(id)))];
  return (line) => {
    if (namesFax(ownForm(line))) return 'own fax';
    return namesFax(otherForm(line)) ? 'other fax' : 'no fax';
  };
}

const faxMark = '\0';

/** An id of v3. */
const laterId = /\b[0-7][0-9a-hjkmnp-tv-z]{25}\b/gi;

const idsOf = ({ id, v3_ids: later }: SentFax): string[] => [
  String(id),
  ...(isList(later) ? later.map((one) => asText(one).toUpperCase()) : []),
];

const numbersOf = ({ direction, from_number: from, recipients }: SentFax): string[] =>
  (direction === 'received' ? [from] : recipients.map(({ number }) => number)).flatMap((number) => number ?? []);
