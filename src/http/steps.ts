import type { ApiCall } from './api-call.ts';
import { assignRequestId, attributedCaller, authenticate, limitRate, locateWorld, trackKeyedWorld } from './caller.ts';
import { delay } from './delay.ts';
import type { Dependencies } from './dependencies.ts';
import { evidenceHeader, showEvidence } from './evidence-header.ts';
import { keepUrl, matchPath, matchRoute, recallUrl } from './match-route.ts';
import { readParams } from './params.ts';
import { record } from './request-recorder.ts';
import { render, send } from './response.ts';
import { announceRule, executeByRule, receiveFaxes } from './rule-effects.ts';
import { findScenario, matchRule, scenarioHeader } from './rule-matching.ts';
import { run } from './run.ts';
import type { Pipeline, PipelineStep } from './run.ts';

/** The steps of a request of the API, from its head to its response. */
export const apiPipeline: Pipeline<Dependencies> = {
  steps: [
    locateWorld,
    trackKeyedWorld,
    recallUrl,
    only(isUnread, matchPath),
    only(isUnread, readParams),
    only(isUnread, keepUrl),
    only(namesScenario, findScenario),
    matchRoute,
    only(asksForEvidence, showEvidence),
    authenticate,
    limitRate,
    assignRequestId,
    only(meetsScenarios, matchRule),
    execute,
    render,
    record,
    send,
  ],
  refusalSteps: [record, send],
  callerOf: attributedCaller,
};

/** Leaves a step out where nothing asks for it. */
function only(isNeeded: (call: ApiCall) => boolean, step: PipelineStep<Dependencies>): PipelineStep<Dependencies> {
  return (call, deps) => (isNeeded(call) ? step(call, deps) : undefined);
}

function isUnread({ parsedUrl }: ApiCall): boolean {
  return parsedUrl === undefined;
}

function namesScenario({ headers }: ApiCall): boolean {
  return headers[scenarioHeader] !== undefined;
}

function asksForEvidence({ headers }: ApiCall): boolean {
  return headers[evidenceHeader] !== undefined;
}

function meetsScenarios({ namedScenario, world }: ApiCall): boolean {
  return namedScenario !== undefined || !world.scenarios.isIdle;
}

/** The steps that replace `execute` where a rule fired. */
const ruleSteps: readonly PipelineStep<Dependencies>[] = [announceRule, delay, receiveFaxes, executeByRule];

/** Runs the operation, or the steps of the rule that fired. */
function execute(call: ApiCall, deps: Dependencies): Promise<void> | undefined {
  if (call.firedRule !== undefined) return run(ruleSteps, call, deps);
  const answer = call.matchedRoute.answer(call, call.params ?? {});
  if (!(answer instanceof Promise)) {
    call.answer = answer;
    return undefined;
  }
  return answer.then((later) => {
    call.answer = later;
  });
}
