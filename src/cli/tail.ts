import { setTimeout as pause } from 'node:timers/promises';
import type { WorldEvent, WorldHandle } from '../control/client/connect.ts';
import type { ActivityPage } from '../control/client/named-types.ts';
import { consoleUrl } from '../model/shared/urls.ts';
import { printableJson } from '../model/shared/words.ts';
import { activityLines } from './activity-lines.ts';
import type { Invocation } from './invocation.ts';
import { withSimulator } from './simulator-at.ts';

type Entry = ActivityPage['entries'][number];
type ShownEvent = Extract<WorldEvent, { readonly summary: string }>;

/** How long a line waits, in real ms, for lines that belong before it. A request is noted after the changes that it made. */
const togetherMs = 50;

/** The number of earlier entries that come first, as `tail -f` shows the last lines of a file. */
const earlierMax = 10;

/** Prints the activity of a world, and the changes of other worlds, one line each, until the simulator ends. */
export function tail({ options }: Invocation): Promise<number> {
  return withSimulator(options, async (world) => {
    const write = options.json ? writeJson : lineWriter(world.baseUrl);
    let isEnded = false;
    for await (const event of world.events({ worlds: 'all' })) {
      if (event.kind === 'open') {
        // Read before the line is printed: a reader of the line expects all activity after it.
        const { entries, last_id: after } = await world.activity.list({ limit: earlierMax });
        entries.filter(({ id }) => id > 0).forEach(write); // faxes of the fixture have lower ids
        void follow(world, write, { after, isEnded: () => isEnded }).catch(() => undefined); // the stream ends with it
      }
      if (event.kind === 'open' || isBeside(event, world.id)) write(event);
    }
    isEnded = true;
    return 0;
  });
}

type Line = Entry | WorldEvent;

/** Prints the entries of the activity as they arrive. */
async function follow(
  world: WorldHandle,
  write: (line: Line) => void,
  { after: start, isEnded }: { readonly after: number; readonly isEnded: () => boolean },
): Promise<void> {
  let after = start;
  while (!isEnded()) {
    const { entries } = await world.activity.list({ after, wait: '20s', limit: 1 });
    if (entries.length === 0) continue;
    await pause(togetherMs);
    const page = await world.activity.list({ after, limit: 10_000 });
    after = page.more ? Math.max(...page.entries.map(({ id }) => id)) : page.last_id;
    page.entries.forEach(write);
  }
}

/** Whether an event has no entry in the activity: long work, the end of the world, and events of other worlds. */
function isBeside(event: WorldEvent, world: string): boolean {
  if (!('summary' in event)) return false;
  const { kind, action, subject, status } = event;
  if (kind === 'world') return subject !== world || action === 'closed' || action === 'failed';
  return kind === 'work' && (subject !== world || status !== 'clock'); // the activity has the moves of its own clock
}

const writeJson = (line: Line): void => void process.stdout.write(`${printableJson(JSON.stringify(line))}\n`);

/** Returns a function that prints a line, with the address of its record. */
function lineWriter(baseUrl: string): (line: Line) => void {
  const linesOf = activityLines();
  return (line) => {
    if ('summary' in line) process.stdout.write(linesOf(line, addressOf(line, baseUrl)));
  };
}

/** The address of a record in the console, if it shows that kind. */
function addressOf({ kind, subject }: Entry | ShownEvent, baseUrl: string): string | undefined {
  const screen = Object.hasOwn(screens, kind) ? screens[kind] : undefined;
  return screen === undefined ? undefined : consoleUrl(baseUrl, `${screen}/${String(subject)}`);
}

/** The console's screens, by kind of event. */
const screens: Readonly<Record<string, string>> = { fax: 'faxes', webhook: 'webhooks', request: 'requests' };
