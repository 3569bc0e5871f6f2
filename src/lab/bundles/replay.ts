import type { WorldOrder } from '../../control/client/named-types.ts';
import type { OwnWorld } from '../../control/client/world-handle.ts';
import type { Bundle } from '../../worlds/history/bundle.ts';
import { otherPairsIn, placeholders } from '../../worlds/history/bundled-secrets.ts';
import { compare } from './compare.ts';
import type { CommonPart } from './compare.ts';
import type { RecordedPosts } from './recorded-answers.ts';
import { isWholeRequest, moveTo, Repetition } from './repetition.ts';
import type { WorldInternals } from './repetition.ts';
import { asText } from '../../model/shared/conversion.ts';

/** A simulator that makes worlds, and answers their webhooks with the responses of a bundle. */
export interface ReplayHost {
  world(order: WorldOrder): Promise<OwnWorld>;
  /** The internals of one of its worlds. Throws for an unknown id. */
  inside(id: string): WorldInternals;
  readonly posts: RecordedPosts;
}

/** The repeated steps, and the skipped ones. */
export interface Replay {
  readonly bundle: Bundle;
  /** Skipped parts of the bundle, in words: `request 3, POST /v2.1/faxes: the bundle has not all of its body`. */
  readonly skipped: readonly string[];
}

/** Repeats a bundle in a new world, in virtual time, and bundles that world. */
export function replayBundle(bundle: Bundle, host: ReplayHost): Promise<Replay> {
  return repeatBundle(bundle, host, {
    work: async (world, skipped) => ({ bundle: await world.history.bundle(), skipped }),
  });
}

/** Compares a bundle with its replay. Requests whose bodies the bundle lacks are left out. */
export function compareReplay(bundle: Bundle, again: Bundle): CommonPart[] {
  const steps = bundle.steps.filter((step) => step.kind !== 'request' || isWholeRequest(step, bundle));
  return compare({ ...bundle, steps }, again);
}

interface Repeating<T> {
  /** The number of moments to repeat. Default: all. */
  readonly moments?: number;
  /** Called with the new world before the first request is repeated. */
  readonly begin?: (world: OwnWorld) => Promise<void>;
  /** The work on the world after the replay. `skipped` names the parts that were not repeated. */
  readonly work: (world: OwnWorld, skipped: readonly string[]) => Promise<T>;
}

/** Repeats a bundle in a new world, and works with that world. */
export async function repeatBundle<T>(
  bundle: Bundle,
  host: ReplayHost,
  { moments, begin, work }: Repeating<T>,
): Promise<T> {
  const others = await otherWorlds(bundle, host);
  const world = await openWorld(bundle, host);
  try {
    await begin?.(world);
    const repetition = new Repetition(bundle, { world, inside: host.inside(world.id), posts: host.posts });
    await repetition.run(moments);
    return await work(world, repetition.skipped);
  } finally {
    await Promise.all([world, ...others].map((one) => one.close()));
  }
}

/** Makes a world for each key pair that the session used without being of its own world. */
async function otherWorlds({ steps }: Bundle, host: ReplayHost): Promise<OwnWorld[]> {
  const worlds: OwnWorld[] = [];
  for (const { key, secret } of otherPairsIn(JSON.stringify(steps))) {
    const test = { key: `${key}-test`, secret: `${secret}-test` };
    worlds.push(await host.world({ live: { key, secret }, test, clock: 'manual' }));
  }
  return worlds;
}

/** Opens a world in the state at the start of the bundle, with a frozen clock. */
async function openWorld({ world: { seed, pace }, start }: Bundle, host: ReplayHost): Promise<OwnWorld> {
  const { fixture, world: exported } = start;
  const order: WorldOrder =
    exported === null
      ? { seed, ...(fixture !== null && fixtureOrder(fixture)) }
      : { import: { ...exported, format: asText(exported['format']), scenarios: [] } };
  // These keys replace the keys of the session everywhere in the bundle, such as in URLs.
  const world = await host.world({ ...order, ...placeholders, pace, clock: 'manual' });
  for (const { name, source } of start.scenarios.toReversed()) {
    await world.scenarios.switch(source === undefined ? { on: name } : { source, name });
  }
  await moveTo(world, start.time);
  return world;
}

function fixtureOrder(fixture: NonNullable<Bundle['start']['fixture']>): WorldOrder {
  const { name, size, data_time: time, settings } = fixture;
  return { fixture: name, ...(size > 0 && { fixture_size: size }), start_time: time, settings };
}
