import type { OwnWorld, WorldHandle, WorldOrder } from '../client/world-handle.ts';
import { fillPath, namesInPath } from '../shared/path-params.ts';
import type { Bundle, BundledControl, BundledRequest } from './bundle.ts';
import { isWhole, sendAgain } from './sent-request.ts';

/** A simulator that makes worlds. */
export interface Host {
  world(order: WorldOrder): Promise<OwnWorld>;
}

/** What was done again, and what could not be. */
export interface Replay {
  readonly bundle: Bundle;
  /** In words. */
  readonly skipped: readonly string[];
}

/** A machine may be slow; a connection that a rule breaks may never end. */
const longestWaitMs = 60_000;

/**
 * Does in a fresh world what a bundle says, in virtual time, and bundles that world. The simulator must answer webhooks by
 * `recordedPosts`.
 */
export function replay(bundle: Bundle, host: Host): Promise<Replay> {
  return repeated(bundle, host, {
    work: async (world, skipped) => ({ bundle: await world.history.bundle(), skipped }),
  });
}

interface Repeating<T> {
  /** The id of the last request that is sent. Default: that of the last in the bundle. */
  readonly last?: number;
  /** What is done with the world then. `skipped` says which requests were not sent. */
  readonly work: (world: OwnWorld, skipped: readonly string[]) => Promise<T>;
}

/** Does in a fresh world what a bundle says, and works with that world. */
export async function repeated<T>(bundle: Bundle, host: Host, { last, work }: Repeating<T>): Promise<T> {
  const world = await openWorld(bundle, host);
  try {
    const { skipped } = await repeat(bundle, world, last);
    return await work(world, skipped);
  } finally {
    await world.close();
  }
}

/** A world as it was when the bundle began, on a clock that stands still. */
async function openWorld({ world: { seed, pace }, start }: Bundle, host: Host): Promise<OwnWorld> {
  const { fixture, world: exported } = start;
  const made: WorldOrder =
    exported === null
      ? { seed, ...(fixture !== null && fixtureOrder(fixture)) }
      : { import: { ...exported, format: String(exported['format']), scenarios: [] } };
  const world = await host.world({ ...made, pace, clock: 'manual' });
  for (const { name, source } of start.scenarios.toReversed()) {
    await world.scenarios.switch(source === undefined ? { on: name } : { source });
  }
  await moveTo(world, start.time);
  return world;
}

const fixtureOrder = ({
  name,
  size,
  data_time: time,
  settings,
}: NonNullable<Bundle['start']['fixture']>): WorldOrder => ({
  fixture: name,
  ...(size > 0 && { fixture_size: size }),
  start_time: time,
  settings,
});

/** A request that is under way while the clock moves on. */
interface Open {
  readonly endsAt: string;
  readonly done: Promise<void>;
}

/** Sends the requests, and makes the control calls, each at its time. */
async function repeat(
  bundle: Bundle,
  world: OwnWorld,
  last = Infinity,
): Promise<{ readonly skipped: readonly string[] }> {
  const skipped: string[] = [];
  let open: Open[] = [];
  const driveTo = async (time: string): Promise<void> => {
    const ended = open.filter(({ endsAt }) => endsAt <= time);
    open = open.filter(({ endsAt }) => endsAt > time);
    for (const { endsAt, done } of ended.toSorted((one, other) => (one.endsAt < other.endsAt ? -1 : 1))) {
      await moveTo(world, endsAt);
      await done;
    }
    await moveTo(world, time);
  };
  for (const step of bundle.steps) {
    if (step.kind === 'request' && step.id > last) break;
    if (step.kind === 'webhook') continue;
    await driveTo(step.at);
    if (step.kind === 'control') {
      await callAgain(world, step);
      continue;
    }
    if (!isWhole(step, bundle)) {
      skipped.push(`request ${step.id}, ${step.method} ${step.url}: the bundle has not all of its body`);
      continue;
    }
    const done = settled(sendAgain(step, bundle, world), step, world);
    if (step.ended_at === step.at) await done;
    else open.push({ endsAt: step.ended_at, done });
  }
  await driveTo(last === Infinity ? bundle.end.time : '');
  return { skipped };
}

/** Whatever comes of it: the journal of the world knows. */
async function settled(sent: Promise<unknown>, { answer, id }: BundledRequest, world: WorldHandle): Promise<void> {
  const over = sent.then(
    () => undefined,
    () => undefined,
  );
  if (answer.broken !== 'hang') return withTimeout(over);
  await world.requests.wait({ after: id - 1, timeout: `${longestWaitMs}ms` });
}

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, longestWaitMs)));
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

/** Moves the clock, and does what is due. A time that has passed leaves it as it is. */
async function moveTo(world: WorldHandle, time: string): Promise<void> {
  const { now } = await world.clock.show();
  await world.clock.move(time > now ? { set: time } : { advance: '0s' });
}

/** Whatever comes of it: a call that was refused is refused again. The steps say themselves when the clock moves. */
async function callAgain({ baseUrl }: WorldHandle, { call, input }: BundledControl): Promise<void> {
  if (call === 'POST /clock') return;
  const [method = '', path = ''] = call.split(' ');
  const inPath = new Set(namesInPath(path));
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name));
  const filled = fillPath(path, (name) => encodeURIComponent(String(input[name])));
  await fetch(`${baseUrl}/_faxsim${filled}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(rest)),
  }).then((answer) => answer.arrayBuffer());
}
