import { ControlError } from './client/control-error.ts';
import { withFiles } from './client/given-file.ts';
import { jsonOf } from './client/given.ts';
import type { ControlCall, Transport } from './client/surface.ts';
import { controlContext } from './control/control-route.ts';
import type { ControlRoute, ControlContext } from './control/control-route.ts';
import { runCall } from './control/run-call.ts';
import { controlRoutes } from './control/control-routes.ts';
import { followLog } from './direct-events.ts';
import { Refusal } from './domain/refusal.ts';
import { asRefusal, refusals } from './http/errors.ts';
import { isTooDeep, tooDeep } from './shared/nesting.ts';
import type { Simulator } from './simulator.ts';
import type { Params } from './wire/fields.ts';

interface Direct {
  readonly desk: Simulator['desk'];
  readonly baseUrl: string;
  readonly onFault: (fault: unknown) => void;
}

/** Calls a simulator of this process: the rows themselves, with what they would get from HTTP, and the same refusals. */
export function directTransport({ desk: shared, baseUrl, onFault }: Direct): Transport {
  const { worlds } = shared;
  const startedAt = performance.now();
  const deskFor = ({ route, world }: ControlCall): ControlContext => {
    const hosted = route.isGlobal ? worlds.first : worlds.get(world);
    if (hosted === undefined) throw new Refusal('unknown_route', `Not found: there is no world ${world}`);
    return controlContext({ ...shared, hosted, url: baseUrl, uptimeMs: performance.now() - startedAt });
  };
  return {
    baseUrl,
    follow: (world, options) => {
      const hosted = worlds.get(world);
      if (hosted === undefined) throw new ControlError(`Not found: there is no world ${world}`, { status: 404 });
      return followLog(hosted, options);
    },
    ask: async (asked) => {
      if (worlds.default.clock.isStopped)
        throw new ControlError('The simulator is closed', { status: refusals.statuses.unavailable });
      try {
        return await answer(asked, deskFor(asked));
      } catch (thrown) {
        if (thrown instanceof ControlError) throw thrown;
        const { kind, message } = asRefusal(thrown, onFault);
        throw new ControlError(message, { status: refusals.statuses[kind], cause: thrown });
      }
    },
  };
}

/** Until it has its answer, a call uses its world. */
async function answer(asked: ControlCall, desk: ControlContext): Promise<unknown> {
  const end = desk.hosted.beginUse();
  try {
    const row = rowOf(asked);
    const params = await paramsOf(asked.input);
    return await runCall(row, desk, params);
  } finally {
    end();
  }
}

function rowOf({ group, name }: ControlCall): ControlRoute {
  const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = controlRoutes;
  return rows[group]?.[name] as ControlRoute; // the lines are made from the rows
}

/** What would have come by HTTP, in which nothing is that the caller still holds. */
async function paramsOf(input: ControlCall['input']): Promise<Params> {
  const params = JSON.parse(jsonOf(await withFiles(input))) as Params;
  if (isTooDeep(params)) throw new Refusal('malformed', tooDeep('What the call is given'));
  return params;
}
