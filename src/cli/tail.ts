import type { WorldEvent, WorldHandle } from '../control/client/connect.ts';
import { consoleUrl } from '../model/shared/urls.ts';
import { printableJson } from '../model/shared/words.ts';
import { ActivityFeed } from './activity-feed.ts';
import type { Entry, Line, ShownEvent } from './activity-feed.ts';
import { activityLines } from './activity-lines.ts';
import { remarksWithPlace } from './follow-up.ts';
import type { Invocation } from './invocation.ts';
import { signatureReasons } from './signature-text.ts';
import { leaveSignals, signalExitCodes, stopSignal } from './signals.ts';
import { withSimulator } from './simulator-at.ts';
import { readTailFilter } from './tail-filter.ts';

/**
 * Prints the activity of a world, and the changes of other worlds, one line each, until the simulator ends or a signal comes. The rest
 * of the activity comes first then. Filters leave out the changes of other worlds too.
 */
export function tail(invocation: Invocation): Promise<number> {
  const { options, words } = invocation;
  return withSimulator(invocation, async (world) => {
    const filter = await readTailFilter(world, words);
    const hasAll = words.length === 0;
    const stop = new AbortController();
    const signalled = stopSignal(process).then((signal) => {
      stop.abort();
      return signalExitCodes[signal];
    });
    leaveSignals();
    const write = options.json ? writeJson : lineWriter(world.baseUrl);
    const complete = async (entry: Entry): Promise<Entry> =>
      options.json ? entry : remarksWithPlace(await withNotes(world, entry), invocation);
    const feed = new ActivityFeed(world, { write, complete, filter });
    const take = async (event: WorldEvent): Promise<void> => {
      if (event.kind === 'open') await feed.begin(); // a reader of the line expects all activity after it
      if (isEndOf(event, world.id)) feed.end();
      if (event.kind === 'open' || (hasAll && isBeside(event, world.id))) write(event);
      else if (hasAll && 'summary' in event) feed.expect(event);
    };
    try {
      for await (const event of world.events({ worlds: 'all', signal: stop.signal })) await take(event);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      if (stop.signal.aborted) await feed.catchUp().catch(() => undefined); // the simulator may stop at the same signal
      feed.end();
    }
    return stop.signal.aborted ? signalled : 0;
  });
}

/** An entry with the next step after a refused request, and the reason why a program refused a webhook. */
async function withNotes(world: WorldHandle, entry: Entry): Promise<Entry> {
  const notes = await notesOn(world, entry).catch(() => []); // the record may be gone
  return notes.length === 0 ? entry : { ...entry, remarks: [...entry.remarks, ...notes] };
}

async function notesOn(world: WorldHandle, { kind, tone, subject }: Entry): Promise<readonly string[]> {
  if (tone !== 'bad') return [];
  if (kind === 'request') return [`to repeat it: faxsim requests curl ${String(subject)}`];
  return kind !== 'webhook' ? [] : signatureReasons(world, await world.webhooks.show({ id: Number(subject) }));
}

const isEndOf = (event: WorldEvent, world: string): boolean =>
  event.kind === 'world' && event.action === 'closed' && event.subject === world;

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
