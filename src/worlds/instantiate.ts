import { WorldClock } from '../domain/world-clock.ts';
import type { SweptBlobs } from '../store/swept-blobs.ts';
import type { HostedWorldOptions, Tools } from './hosted-world-options.ts';
import type { WorldSnapshot } from './snapshot.ts';
import { createWorld } from './world.ts';
import type { World } from './world.ts';

type Parts = Omit<HostedWorldOptions, 'blobs'> & Tools & { readonly blobs: SweptBlobs };

/** The parts that a world continues after a rewind: the start of the first one, its memory and its requests. */
export type ContinuedWorld = Pick<World, 'start' | 'memory' | 'journal'>;

/** Makes a world of a snapshot. It stands still until `resume`. */
export function instantiate(
  snapshot: WorldSnapshot,
  { systemClock, keeping, seed, pace, ...parts }: Parts,
  continued?: ContinuedWorld,
): World {
  const { clockPace, scenarios, origin } = snapshot;
  const draws = { seed: snapshot.seed ?? seed, pace: snapshot.pace ?? pace };
  const clock = new WorldClock({ systemClock, startsAt: snapshot.time, pace: clockPace, onFault: parts.onFault });
  const start = continued?.start ?? { time: clock.now(), clockPace, scenarios, origin };
  const disk = keeping === undefined ? {} : { disk: keeping, saveTime: () => keeping.follow(clock) };
  const world = createWorld({ ...parts, ...draws, ...disk, ...continued, clock, start, contents: snapshot.store });
  parts.onWorld?.(world);
  for (const { scenario, by } of scenarios.toReversed()) world.scenarios.switchOn(scenario, by);
  return world;
}
