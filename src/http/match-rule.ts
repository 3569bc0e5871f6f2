import { requestSubject } from '../control/request-subject.ts';
import { findNamed } from '../control/scenarios.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { scriptingOf } from '../scenarios/courses.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { cleanPath, withoutCredentials, withoutKnown } from '../worlds/journal/redaction.ts';
import type { KnownSecrets } from '../worlds/journal/redaction.ts';
import type { ApiCall, Dependencies, AdmittedCall } from './api-call.ts';

/**
 * Loads the scenario that the request's header names. This happens before authentication, because the wait may replace
 * the world. A fault in the scenario is thrown later, after a fault in the credentials.
 */
export function findScenario(call: ApiCall, deps: Dependencies): Promise<void> | undefined {
  const name = call.headers[scenarioHeader];
  if (name === undefined) return undefined;
  return namedScenario(String(name), deps).then(
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
 * Finds the rule that fires: in the scenario of the request's header, or in the active scenarios of its world. For
 * effects on records, the header's scenario has precedence. Throws the Refusal `invalid` for an invalid scenario.
 */
export function matchRule(call: AdmittedCall, { secrets }: Dependencies): void {
  const { world, route, face, headers, params, method } = call;
  const { scenarios, seed } = world;
  if (call.namedScenario === undefined && scenarios.isIdle) return;
  const named = call.namedScenario?.();
  const known = secrets.of(world);
  const label = (): string => `${method} ${readableUrl(call.req.originalUrl, known)}`;
  const { operation } = route;
  const record = route.record?.(params, world) ?? null;
  const subject = requestSubject({ world, operation, version: face.version, headers, params, record, label });
  const { isOfConsole = false } = subject;
  if (named !== undefined || isOfConsole) call.scripting = scriptingOf({ scenarios, seed, named, isOfConsole });
  call.firedRule = scenarios.ask(subject, named);
}

/** A URL for people to read, without the credentials that every request has. */
function readableUrl(url: string, known: KnownSecrets): string {
  const withoutPair = url.replace(/(?<=[?&])api_(?:key|secret)=[^&]*&?/g, '').replace(/[?&]$/, '');
  return cleanPath(withoutCredentials(withoutPair), (text) => withoutKnown(text, known));
}

/** The header with the name of a scenario for this request. */
const scenarioHeader = 'x-faxsim-scenario';
