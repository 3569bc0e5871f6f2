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
 * Finds the scenario in the header of the request, before authentication, since the world may be another after the
 * wait. A fault in the scenario is reported after one in the credentials.
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
 * Finds the rule that fires, in the scenario of the request's header or in the active ones of its world. The effects of
 * the former on records have precedence. Throws the Refusal `invalid` for a wrong scenario.
 */
export function matchRule(call: ApiCall, { secrets }: Dependencies): void {
  const { scenarios, seed } = call.world;
  const named = call.namedScenario?.();
  if (named !== undefined) call.scripting = scriptingOf({ scenarios, seed, named });
  call.firedRule = scenarios.ask(subjectOf(call, secrets.of(call.world)), named);
}

/** The request as rules are held against it. */
function subjectOf(call: ApiCall, known: KnownSecrets): RuleSubject {
  const { world, headers, params, method, originalUrl } = call;
  return requestSubject({
    world,
    operation: call.matchedRoute.operation,
    version: call.matchedVersion,
    headers,
    params: params ?? {},
    label: () => `${method} ${readableUrl(originalUrl, known)}`,
  });
}

/** A URL as people may read it: credentials, which every request has, are left out. */
function readableUrl(url: string, known: KnownSecrets): string {
  const withoutSecrets = withoutCredentials(
    url.replace(/(?<=[?&])api_(?:key|secret)=[^&]*&?/g, '').replace(/[?&]$/, ''),
  );
  return cleanPath(withoutSecrets, (text) => withoutKnown(text, known));
}
