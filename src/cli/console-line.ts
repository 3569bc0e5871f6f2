import { asText } from '../model/shared/conversion.ts';
import { isList, isPlainObject, isSingle } from '../model/shared/objects.ts';
import { consoleUrl } from '../model/shared/urls.ts';

/** The calls whose answer the console shows too, by group. Groups and screens have the same names. */
const linkedRecords: Readonly<Record<string, readonly string[]>> = {
  faxes: ['list', 'show', 'create', 'change', 'forecast'],
  requests: ['list', 'unmatched', 'show', 'explain', 'wait', 'verify'],
  activity: ['list'],
  webhooks: ['list', 'show', 'wait', 'verify', 'send', 'redeliver'],
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
  const id = name === 'redeliver' ? idIn(answer) : (idIn(input) ?? idIn(answer)); // a redelivery is a new webhook
  const place = id === undefined ? `${group}${filterText(group, name, input)}` : `${group}/${id}`;
  return `console: ${consoleUrl(baseUrl, place)}\n`;
}

/** The filters that the console's lists have too, by group. */
const filters: Readonly<Record<string, readonly string[]>> = {
  faxes: ['direction', 'status', 'number', 'error', 'is_test', 'batch', 'q', 'since', 'until'],
  requests: ['operation', 'version', 'method', 'path', 'status', 'rule', 'key', 'fax', 'lint', 'since', 'until'],
  webhooks: ['state', 'event', 'failing', 'rule', 'fax', 'since', 'until'],
  activity: ['kind', 'tone', 'fax', 'number', 'search', 'since', 'until', 'order'],
};

/** The names of filters that differ in the console. */
const consoleNames: Readonly<Record<string, string>> = { is_test: 'test', search: 'q' };

/** `?status=failure`: the filters of a list, as the console's address has them. */
function filterText(group: string, name: string, input: Called['input']): string {
  const own = filters[group] ?? [];
  const pairs = Object.entries(input).flatMap(([key, value]): (readonly [string, string])[] => {
    if (key === 'tags' && isPlainObject(value)) {
      return Object.entries(value).map(([tag, text]) => [`tags[${tag}]`, asText(text)]);
    }
    const values = isList(value) ? value : [value];
    return own.includes(key) && values.every(isSingle) ? [[consoleNames[key] ?? key, values.join(',')]] : [];
  });
  const all = name === 'unmatched' ? [['unmatched', 'true'] as const, ...pairs] : pairs;
  const query = all.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return query === '' ? '' : `?${query}`;
}

/** The id in an input, or that of the record in an answer. */
function idIn(value: unknown): string | number | undefined {
  if (!isPlainObject(value)) return undefined;
  const { id, request } = value;
  return typeof id === 'number' || typeof id === 'string' ? id : idIn(request);
}
