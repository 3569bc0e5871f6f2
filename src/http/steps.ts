import type { Params } from '../wire/fields.ts';
import type { AdmittedCall, LocatedCall, ReadCall, RuledCall } from './api-call.ts';
import { readRefusedBody } from './body.ts';
import { assignRequestId, attributedCaller, authenticate, limitRate, locateWorld, trackKeyedWorld } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { showEvidence } from './evidence-header.ts';
import { matchPath, matchRoute } from './match-route.ts';
import { guardPages } from './page-guard.ts';
import { readParams } from './params.ts';
import { record } from './request-recorder.ts';
import { delay, render, send } from './response.ts';
import { announceRule, executeByRule, findScenario, matchRule, receiveFaxes } from './rule-effects.ts';
import { Steps } from './run.ts';
import type { Pipeline } from './run.ts';

/** The steps of a request of the API, from its head to its response. */
export const apiPipeline: Pipeline<Dependencies> = {
  steps: Steps.begin<Dependencies>()
    .also(locateWorld)
    .also(guardPages)
    .also(trackKeyedWorld)
    .advance(matchPath)
    .advance(addParams)
    .also(findScenario)
    .advance(matchRoute)
    .also(showEvidence)
    .advance(authenticate)
    .also(limitRate)
    .advance(assignRequestId)
    .also(matchRule)
    .also(execute)
    .also(render)
    .also(record)
    .also(send),
  refusalSteps: Steps.begin<Dependencies>().also(readRefusedBody).also(record).also(send),
  callerOf: attributedCaller,
};

function addParams(call: LocatedCall, deps: Dependencies): ReadCall | Promise<ReadCall> {
  const withThem = (params: Params): ReadCall => Object.assign(call, { params });
  const read = readParams(call, deps);
  return read instanceof Promise ? read.then(withThem) : withThem(read);
}

/** The steps that replace the operation where a rule fired. */
const ruleSteps = Steps.begin<Dependencies, RuledCall>()
  .also(announceRule)
  .also(delay)
  .also(receiveFaxes)
  .also(executeByRule);

/** Runs the operation, or the steps of the rule that fired. */
function execute(call: AdmittedCall, deps: Dependencies): unknown {
  if (isRuled(call)) return ruleSteps.run(call, deps);
  const answer = call.route.answer(call, call.params);
  if (!(answer instanceof Promise)) {
    call.answer = answer;
    return undefined;
  }
  return answer.then((later) => {
    call.answer = later;
  });
}

const isRuled = (call: AdmittedCall): call is RuledCall => call.firedRule !== undefined;
