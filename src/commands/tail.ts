import type { WorldEvent } from '../client/connect.ts';
import { eventUrl } from './console-links.ts';
import type { Invocation } from './invocation.ts';
import { withSimulator } from './simulator-at.ts';

/** Prints the events of a world, and the changes of other worlds, one line each, until the simulator ends. */
export function tail({ options }: Invocation): Promise<number> {
  return withSimulator(options, async (world) => {
    for await (const event of world.events({ worlds: 'all' })) {
      const line = options.json ? JSON.stringify(event) : lineOf(event, world.baseUrl);
      if (line !== undefined) process.stdout.write(`${line}\n`);
    }
    return 0;
  });
}

/** Undefined for the beginning of the stream, which says nothing to people. */
function lineOf(event: WorldEvent, baseUrl: string): string | undefined {
  if ('summary' in event) {
    const link = eventUrl(baseUrl, event);
    const text = `${event.at}  ${event.kind.padEnd(10)}  ${event.summary}`;
    return link === undefined ? text : `${text}  ${link}`;
  }
  return event.kind === 'open' ? undefined : '… events are missing here: they came faster than they were read';
}
