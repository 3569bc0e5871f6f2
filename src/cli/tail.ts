import type { WorldEvent } from '../control/client/connect.ts';
import { consoleUrl } from '../model/shared/urls.ts';
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
