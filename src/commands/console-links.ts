import { consoleUrl } from '../console-url.ts';
import { isPlainObject } from '../shared/objects.ts';

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

const screens = { fax: 'faxes', webhook: 'webhooks', request: 'requests' } as const;

interface ConsoleEvent {
  readonly kind: string;
  readonly subject?: string | number | null;
}

/** The address in the console of the record that an event is about; undefined where the console has no place for it. */
export function eventUrl(baseUrl: string, { kind, subject }: ConsoleEvent): string | undefined {
  const screen = Object.entries(screens).find(([known]) => known === kind)?.[1];
  return screen === undefined || subject === undefined
    ? undefined
    : consoleUrl(baseUrl, `${screen}/${String(subject)}`);
}
