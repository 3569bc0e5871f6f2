import { routes } from '../control/client/routes.generated.ts';
import { asText } from '../model/shared/conversion.ts';
import { isList, isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import type { CommandCall } from './control-args.ts';
import { describeCall } from './help.ts';

/** The number of records in an answer without `limit`, by group. */
const usualLimits: Readonly<Record<string, number>> = {
  faxes: 100,
  requests: 100,
  activity: 100,
  webhooks: 1000,
  records: 1000,
  history: 1000,
};

/** The records of a list, or of a page of a list; undefined for other answers. */
export function recordsIn(answer: unknown): readonly unknown[] | undefined {
  if (isList(answer)) return answer;
  const { faxes, requests, entries } = isPlainObject(answer) ? answer : ({} as Mapping);
  const page = faxes ?? requests ?? entries;
  return isList(page) ? page : undefined;
}

/**
 * `100 of 250 are printed: limit= prints more, offset=100 the next ones`, for a list that lacks some records. Empty for whole lists,
 * and for a limit that asks for few.
 */
export function restText(group: string, { name, input }: CommandCall, answer: unknown): string {
  const rows = recordsIn(answer);
  const route = routes[group]?.[name];
  const usual = usualLimits[group] ?? Infinity;
  const limit = Number(input['limit'] ?? usual);
  if (rows === undefined || route?.method !== 'GET' || limit < usual) return '';
  const head = headOf(answer, rows.length, limit);
  const next = nextPage(describeCall(route).takes, input, rows);
  return head === undefined ? '' : `${head}: limit= prints more${next}\n`;
}

/** Tells that records are missing. The answer of some calls does not say how many; undefined if none are missing. */
function headOf(answer: unknown, count: number, limit: number): string | undefined {
  const { total, more } = isPlainObject(answer) ? answer : ({} as Mapping);
  if (count < limit || more === false || total === count) return undefined;
  return typeof total === 'number' ? `${count} of ${total} are printed` : `the limit of ${limit} is reached`;
}

/** The parameter that begins where a page ends. */
function nextPage(takes: readonly string[], input: CommandCall['input'], rows: readonly unknown[]): string {
  const idAt = (at: number): string => {
    const row = rows.at(at);
    return isPlainObject(row) ? asText(row['id']) : '';
  };
  if (takes.includes('offset')) return `, offset=${Number(input['offset'] ?? 0) + rows.length} the next ones`;
  if (takes.includes('after') && input['after'] !== undefined) return `, after=${idAt(-1)} the next ones`;
  return takes.includes('before') ? `, before=${idAt(0)} the ones before` : '';
}
