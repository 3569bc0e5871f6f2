import type { Bundle } from '../bundles/bundle.ts';
import { RecordedPosts } from '../bundles/recorded-posts.ts';
import type { WorldInternals } from '../bundles/repetition.ts';
import type { ReplayHost } from '../bundles/replay.ts';

const gigabyte = 2 ** 30;

/**
 * Works with a simulator that posts nothing: webhooks get the answers that they have in the bundle. Its worlds leave the
 * beginning of their own work to the replay, if the bundle says when that was.
 */
export async function withReplayHost<T>(bundle: Bundle, work: (host: ReplayHost) => Promise<T>): Promise<T> {
  const { startFrom } = await import('../index.ts');
  const options = { port: 0, fixture: 'empty', journal: gigabyte, strictAuth: bundle.strict_auth } as const;
  const posts = new RecordedPosts(bundle);
  const worlds = new Map<string, WorldInternals>();
  const simulator = await startFrom(options, {
    post: posts.post,
    onWorld: (world) => {
      if (bundle.version > 1) world.clock.namedPlans.hold();
      worlds.set(world.id, world);
    },
  });
  const inside = (id: string): WorldInternals => {
    const world = worlds.get(id);
    if (world === undefined) throw new Error(`the host of a replay has no world ${id}`);
    return world;
  };
  try {
    return await work({ world: (order) => simulator.world(order), inside, posts });
  } finally {
    await simulator.close();
  }
}
