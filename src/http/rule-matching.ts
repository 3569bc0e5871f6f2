import { requestSubject } from '../control/request-subject.ts';
import { findNamed } from '../control/scenarios.ts';
import { Refusal } from '../domain/refusal.ts';
import { cleanPath, withoutKnown } from '../journal/known-secrets.ts';
import type { KnownSecrets } from '../journal/known-secrets.ts';
import { withoutCredentials } from '../journal/urls.ts';
import { scriptingOf } from '../scenarios/courses.ts';
import type { RuleSubject } from '../scenarios/rule-subject.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { ApiCall } from './api-call.ts';
import type { Dependencies } from './dependencies.ts';

/** Names the scenario of a request. */
export const scenarioHeader = 'x-faxsim-scenario';

/**
 * Looks for the scenario that the request names in its header, before it is asked who calls, since the world may be another
 * after the wait. What is wrong with the scenario is said when it is needed, after what is wrong with the caller.
 */
export function findScenario(call: ApiCall, deps: Dependencies): Promise<void> {
  return namedScenario(String(call.headers[scenarioHeader]), deps).then(
    (scenario) => {
      call.namedScenario = () => scenario;
    },
    (reason: unknown) => {
      call.namedScenario = () => {
        throw reason;
      };
    },
  );
}

async function namedScenario(name: string, { findScenario: find }: Dependencies): Promise<Scenario> {
  const scenario = await findNamed(name, find);
  if (!scenario.rules.every(({ on }) => on.includes('webhook'))) return scenario;
  throw new Refusal('invalid', `${scenario.name} is about webhooks, which no request can name: switch it on instead`);
}

/**
 * Finds the rule that fires, in the scenario that the request names or in those that are on in its world. What the named one
 * has for the records of the call goes before what the others have. Throws the Refusal `invalid` for a wrong scenario.
 */
export function matchRule(call: ApiCall, { secrets }: Dependencies): void {
  const { scenarios, seed } = call.world;
  const named = call.namedScenario?.();
  if (named !== undefined) call.scripting = scriptingOf({ scenarios, seed, named });
  call.fired = scenarios.ask(subjectOf(call, secrets.of(call.world)), named);
}

/** The request as rules are held against it. */
function subjectOf(call: ApiCall, known: KnownSecrets): RuleSubject {
  const { world, headers, params, method, originalUrl } = call;
  return requestSubject({
    world,
    operation: call.matchedRow.operation,
    version: call.matchedVersion,
    headers,
    params: params ?? {},
    shown: () => `${method} ${readable(originalUrl, known)}`,
  });
}

/** A URL as people may read it: credentials, which every request has, are left out. */
function readable(url: string, known: KnownSecrets): string {
  const shown = withoutCredentials(url.replace(/(?<=[?&])api_(?:key|secret)=[^&]*&?/g, '').replace(/[?&]$/, ''));
  return cleanPath(shown, (text) => withoutKnown(text, known));
}
