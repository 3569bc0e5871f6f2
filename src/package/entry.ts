import { closeAfterTests } from './close-after-tests.ts';
import { ControlError } from '../control/client/control-error.ts';
import { withFiles } from '../control/client/http-transport.ts';
import { jsonOf } from '../control/client/surface.ts';
import type { Transport } from '../control/client/surface.ts';
import { worldHandle } from '../control/client/world-handle.ts';
import type { RunningSimulator, StartOptions } from '../index.ts';
import { omitUndefined } from '../model/shared/objects.ts';
import { openerOf } from './open-simulator.ts';
import type { RealmDoor } from './realm-door.ts';

type Start = (options?: StartOptions) => Promise<RunningSimulator>;
type StartBehindDoor = (options: StartOptions) => Promise<RealmDoor>;

/** The exports of the package. Only a start loads the simulator. */
export const entry = (start: Start) => ({ startSimulator: start, openSimulator: openerOf(start), ControlError });

/** The exports for code in another realm than the simulator. Everything that a test gets belongs to the realm of the test. */
export const entryOfRealm = (start: StartBehindDoor) => entry((options) => startBehindDoor(start, options));

async function startBehindDoor(
  start: StartBehindDoor,
  { onFault = (fault) => console.error(fault), onRequest, ...options }: StartOptions = {},
): Promise<RunningSimulator> {
  const starting = start({
    ...options,
    onFault: (fault) => onFault(ofThisRealm(fault)),
    onRequest: onRequest && ((request) => onRequest({ ...request })),
  });
  const close = closeAfterTests(() => starting.then((door) => door.close()));
  const door = await starting.catch(async (error: unknown) => {
    await close().catch(() => undefined); // forgets the simulator, which has not started
    throw ofThisRealm(error);
  });
  const { baseUrl, port } = door;
  return {
    ...worldHandle(transportThrough(door)),
    ...(JSON.parse(door.facts) as Pick<RunningSimulator, 'https' | 'data' | 'credentials' | 'projectId'>),
    baseUrl,
    port,
    close,
    [Symbol.asyncDispose]: close,
    verdicts: () => JSON.parse(door.verdicts()) as ReturnType<RunningSimulator['verdicts']>,
  };
}

function transportThrough(door: RealmDoor): Transport {
  return {
    baseUrl: door.baseUrl,
    endsWithProgram: true,
    ask: async ({ input, ...call }) => {
      const asked = door.ask(call, jsonOf(await withFiles(input)));
      const answer = await asked.catch((error: unknown) => {
        throw ofThisRealm(error);
      });
      return typeof answer === 'string' ? (JSON.parse(answer) as unknown) : answer;
    },
    async *follow(world, options) {
      try {
        for await (const event of door.follow(world, options)) yield JSON.parse(event);
      } catch (error) {
        throw ofThisRealm(error);
      }
    },
  };
}

/** Copies an error of another realm as an error of this realm. Any other value stays as it is. */
function ofThisRealm(thrown: unknown): unknown {
  if (!(Object.prototype.toString.call(thrown) === '[object Error]')) return thrown;
  const { name, message, stack, status, code, cause, ...fields } = thrown as ControlError;
  if (name === 'ControlError')
    return new ControlError(message, { ...(status !== undefined && { status }), code, cause });
  return Object.assign(new Error(message, { cause }), omitUndefined({ name, stack, code }), fields);
}
