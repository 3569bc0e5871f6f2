import type { WorldEvent } from '../control/client/connect.ts';
import { consoleUrl } from '../model/shared/urls.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import { printable } from '../model/shared/words.ts';
import type { Invocation } from './invocation.ts';
import { withSimulator } from './simulator-at.ts';

/** Prints the events of a world, and the changes of other worlds, one line each, until the simulator ends. */
export function tail({ options }: Invocation): Promise<number> {
  return withSimulator(options, async (world) => {
    for await (const event of world.events({ worlds: 'all' })) {
      const line = options.json ? JSON.stringify(event) : lineOf(event, world.baseUrl);
      if (line !== undefined) process.stdout.write(`${printable(line)}\n`);
    }
    return 0;
  });
}

/** The line of an event; undefined for the beginning of the stream, which says nothing to people. */
function lineOf(event: WorldEvent, baseUrl: string): string | undefined {
  if ('summary' in event) {
    const { at, kind, subject, summary } = event;
    const screen = Object.hasOwn(screens, kind) ? screens[kind] : undefined;
    const link = screen === undefined ? '' : `  ${consoleUrl(baseUrl, `${screen}/${String(subject)}`)}`;
    return `${at}  ${kind.padEnd(10)}  ${summary}${link}`;
  }
  return event.kind === 'open' ? undefined : '… events are missing here: they came faster than they were read';
}

/** The screens of the console that show the records of events. */
const screens: Readonly<Record<string, string>> = { fax: 'faxes', webhook: 'webhooks', request: 'requests' };

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
