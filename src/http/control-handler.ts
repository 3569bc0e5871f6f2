import type { RequestHandler } from 'express';
import { Steps } from '../model/shared/steps.ts';
import type { Step } from '../model/shared/steps.ts';
import { ApiCall } from './api-call.ts';
import type { Dependencies } from './api-call.ts';
import { anyoneIn, worldOf } from './caller.ts';
import { send } from './response.ts';
import { answer } from './run.ts';

export type ControlHandlerStep = Step<Dependencies, ApiCall>;

/** Makes an Express handler that answers a request to the control API by these steps. */
export function controlHandler(deps: Dependencies, steps: readonly ControlHandlerStep[]): RequestHandler {
  const pipeline = {
    steps: steps.reduce((list, step) => list.also(step), Steps.begin<Dependencies, ApiCall>()),
    refusalSteps: Steps.begin<Dependencies, ApiCall>().also(send),
    callerOf,
  };
  return (req, res) => {
    const call = new ApiCall(req, res);
    call.pathParams = req.params;
    call.isControl = true;
    return answer(call, pipeline, deps);
  };
}

export const callerOf = (call: ApiCall, deps: Dependencies) => anyoneIn(worldOf(call, deps));
