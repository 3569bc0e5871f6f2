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
import { isTooDeep, tooDeepMessage } from './shared/nesting.ts';
import type { Simulator } from './simulator.ts';
import type { Params } from './wire/fields.ts';

interface Direct {
  readonly control: Simulator['control'];
  readonly baseUrl: string;
  readonly onFault: (fault: unknown) => void;
}

/** Calls a simulator of this process: the routes themselves, with the same input as by HTTP, and the same refusals. */
export function directTransport({ control: shared, baseUrl, onFault }: Direct): Transport {
  const { worlds } = shared;
  const startedAt = performance.now();
  const deskFor = ({ route, world }: ControlCall): ControlContext => {
    const hosted = route.isGlobal ? worlds.first : worlds.find(world);
    return controlContext({ ...shared, hosted, url: baseUrl, uptimeMs: performance.now() - startedAt });
  };
  const controlErrorOf = (thrown: unknown): ControlError => {
    if (thrown instanceof ControlError) return thrown;
    const { kind, message } = asRefusal(thrown, onFault);
    return new ControlError(message, { status: refusals.statuses[kind], cause: thrown });
  };
  return {
    baseUrl,
    follow: (world, options) => {
      try {
        return followLog(worlds.find(world), options);
      } catch (thrown) {
        throw controlErrorOf(thrown);
      }
    },
    ask: async (call) => {
      if (worlds.default.clock.isStopped)
        throw new ControlError('The simulator is closed', { status: refusals.statuses.unavailable });
      try {
        return await answer(call, deskFor(call));
      } catch (thrown) {
        throw controlErrorOf(thrown);
      }
    },
  };
}

/** Until it has its answer, a call uses its world. */
async function answer(call: ControlCall, context: ControlContext): Promise<unknown> {
  const end = context.hosted.beginUse();
  try {
    const row = rowOf(call);
    const params = await paramsOf(call.input);
    return await runCall(row, context, params);
  } finally {
    end();
  }
}

function rowOf({ group, name }: ControlCall): ControlRoute {
  const rows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = controlRoutes;
  return rows[group]?.[name] as ControlRoute; // the lines are made from the rows
}

/** The input as HTTP would carry it: a copy that shares no object with the caller. */
async function paramsOf(input: ControlCall['input']): Promise<Params> {
  const params = JSON.parse(jsonOf(await withFiles(input))) as Params;
  if (isTooDeep(params)) throw new Refusal('malformed', tooDeepMessage('What the call is given'));
  return params;
}
