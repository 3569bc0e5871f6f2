import type { ApiCall } from './api-call.ts';
import { attributedCaller, authenticate, trackKeyedWorld } from './authenticate.ts';
import { delay } from './delay.ts';
import type { Dependencies } from './dependencies.ts';
import { showEvidence } from './evidence-header.ts';
import { limitRate } from './limit-rate.ts';
import { locateWorld } from './locate-world.ts';
import { matchPath, matchRoute } from './match-route.ts';
import { readParams } from './read-params.ts';
import { render } from './render.ts';
import { assignRequestId } from './request-identity.ts';
import { record } from './request-recorder.ts';
import { announceRule, executeByRule, receiveFaxes } from './rule-effects.ts';
import { findScenario, matchRule } from './rule-matching.ts';
import { run } from './run.ts';
import type { Course, Step } from './run.ts';
import { send } from './send.ts';

/** What happens to a request of the API, from its head to its response. */
export const apiCourse: Course<Dependencies> = {
  steps: [
    locateWorld,
    trackKeyedWorld,
    matchPath,
    readParams,
    findScenario,
    matchRoute,
    showEvidence,
    authenticate,
    limitRate,
    assignRequestId,
    matchRule,
    execute,
    render,
    record,
    send,
  ],
  refusalSteps: [record, send],
  callerOf: attributedCaller,
};

/** What `execute` is where a rule fired. */
const ruleSteps: readonly Step<Dependencies>[] = [announceRule, delay, receiveFaxes, executeByRule];

/** Does what was asked for: the row by itself, or as the rule has it that fired. */
function execute(call: ApiCall, deps: Dependencies): Promise<void> | undefined {
  if (call.fired !== undefined) return run(ruleSteps, call, deps);
  const answer = call.matchedRow.answer(call, call.params ?? {});
  if (!(answer instanceof Promise)) {
    call.answer = answer;
    return undefined;
  }
  return answer.then((later) => {
    call.answer = later;
  });
}
