import { startSimulator } from '../index.ts';
import type { StartOptions } from '../index.ts';
import type { ControlCall, FollowOptions } from '../control/client/surface.ts';

/**
 * A simulator for code in another realm, such as the sandbox of Jest, in which objects of this realm are not instances
 * of `Object` and `Error`. Answers and events therefore leave as JSON, and files as bytes.
 */
export interface RealmDoor {
  readonly baseUrl: string;
  readonly port: number;
  /** The fields of a running simulator that are data. */
  readonly facts: string;
  readonly ask: (call: Omit<ControlCall, 'input'>, input: string) => Promise<string | Uint8Array | undefined>;
  readonly follow: (world: string, options: FollowOptions) => AsyncIterable<string>;
  readonly verdicts: () => string;
  readonly close: () => Promise<void>;
}

/** Starts a simulator as `startSimulator` does. Its process loads it once, however many realms it has. */
export async function startForRealm({ onFault, onRequest, ...options }: StartOptions): Promise<RealmDoor> {
  const simulator = await startSimulator({ ...ownCopy(options), onFault, onRequest });
  const { baseUrl, port, https, data, credentials, projectId, verdicts, close } = simulator;
  return {
    baseUrl,
    port,
    facts: JSON.stringify({ https, data, credentials, projectId }),
    ask: async ({ group, name, world }, input) => {
      const groups: Readonly<Record<string, unknown>> = { ...simulator.world(world) };
      const calls = groups[group] as Calls; // a call has the name of its route
      const answer = await calls[name]?.(JSON.parse(input));
      return answer instanceof Uint8Array ? answer : JSON.stringify(answer);
    },
    async *follow(world, { after, signal, worlds }) {
      for await (const event of simulator.world(world).events({ after, signal, worlds })) yield JSON.stringify(event);
    },
    verdicts: () => JSON.stringify(verdicts()),
    close,
  };
}

/** The calls of a group by name. */
type Calls = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;

/** The options as objects of this realm. Options that cannot be copied stay as they are, so that their check names the fault. */
function ownCopy<Options>(options: Options): Options {
  try {
    return structuredClone(options);
  } catch {
    return options;
  }
}
