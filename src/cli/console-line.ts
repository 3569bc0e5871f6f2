import { isPlainObject } from '../model/shared/objects.ts';
import { consoleUrl } from '../model/shared/urls.ts';

/** The calls whose answer the console shows too, by group. Groups and screens have the same names. */
const linkedRecords: Readonly<Record<string, readonly string[]>> = {
  faxes: ['list', 'show', 'create', 'change', 'forecast'],
  requests: ['list', 'unmatched', 'show', 'explain', 'wait', 'verify'],
  webhooks: ['list', 'wait', 'verify', 'send', 'redeliver'],
};

interface Called {
  readonly group: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: unknown;
}

/** A line with the console's address for the answer of a call; empty for answers that the console does not show. */
export function consoleLine(baseUrl: string, { group, name, input, answer }: Called): string {
  if (linkedRecords[group]?.includes(name) !== true) return '';
  const id = idIn(input) ?? idIn(answer);
  return `console: ${consoleUrl(baseUrl, id === undefined ? group : `${group}/${id}`)}\n`;
}

/** The id in an input, or that of the record in an answer. */
function idIn(value: unknown): string | number | undefined {
  if (!isPlainObject(value)) return undefined;
  const { id, request } = value;
  return typeof id === 'number' || typeof id === 'string' ? id : idIn(request);
}
