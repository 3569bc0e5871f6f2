import { isPlainObject } from '../model/shared/objects.ts';
import { consoleUrl } from '../model/shared/urls.ts';

/** The calls whose answer the console shows too, by their groups, which are also the names of the screens. */
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

/** A line with the address in the console of the answer of a call; empty where the console does not show it. */
export function consoleLine(baseUrl: string, { group, name, input, answer }: Called): string {
  if (linkedRecords[group]?.includes(name) !== true) return '';
  const id = idIn(input) ?? idIn(answer);
  return `console: ${consoleUrl(baseUrl, id === undefined ? group : `${group}/${id}`)}\n`;
}

/** The id in an input, or of the record that an answer is or has found. */
function idIn(value: unknown): string | number | undefined {
  if (!isPlainObject(value)) return undefined;
  const { id, request } = value;
  return typeof id === 'number' || typeof id === 'string' ? id : idIn(request);
}
