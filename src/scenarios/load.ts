import * as v from 'valibot';
import { rangeOf } from './expectations.ts';
import { scenarioForm } from './form.ts';
import type { ScenarioFile } from './form.ts';
import { assemble } from './assembly.ts';
import type { Loading } from './assembly.ts';
import type { Effects, Expect, Rule, Scenario } from './scenario.ts';
import { faultsBetween } from './scenario-checks.ts';
import { ScenarioError } from './scenario-error.ts';
import { pastWaits } from './retry-after.ts';
import { told } from './sources.ts';

/** Reads a scenario from YAML or JSON. Throws ScenarioError with everything that is wrong in it. */
export function loadScenario(file: string, source: string, loading: Loading = {}): Scenario {
  const { value, at, name } = assemble({ file, text: source }, loading);
  const result = v.safeParse(scenarioForm, value);
  if (!result.success) {
    const faults = result.issues.map((issue) => {
      const path = (issue.path ?? []).map(({ key }) => key);
      return told(at(path), path, issue.message);
    });
    throw new ScenarioError([...new Set(faults)]);
  }
  const scenario = { ...toScenario(result.output), ...(name !== undefined && { name }), source: writtenOut(value) };
  const { now = -Infinity } = loading;
  const past = pastWaits(scenario.rules, now).map((index) => ['rules', index, 'expect'] as const);
  const faults = [
    ...faultsBetween(scenario.rules).map(({ path, message }) => told(at(path), [], message)),
    ...past.map((path) => told(at(path), path, 'cannot have honours_retry_after here: its Retry-After is past')),
  ];
  if (faults.length > 0) throw new ScenarioError(faults);
  return scenario;
}

/** As JSON, which is YAML; what looks like a parameter in it is none any more. */
const writtenOut = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('${', () => '$${') : part,
  );

function toScenario({ name, description, rules }: ScenarioFile): Omit<Scenario, 'source'> {
  return {
    name,
    description,
    rules: rules.map((rule): Rule => {
      const { on, where, times, during, state, then, do: effects, expect, ...rest } = rule;
      return {
        ...rest,
        on: typeof on === 'string' ? [on] : on,
        where: new Map(Object.entries(where)) as Rule['where'],
        times: times ?? Infinity,
        during: { from: during?.from ?? 0, until: during?.until ?? Infinity },
        state,
        then,
        do: toEffects(effects),
        expect: expect && toExpect(expect),
      };
    }),
  };
}

function toEffects({
  rate_limit: quota,
  respond,
  hold_until: holdUntil,
  course,
  ...effects
}: ScenarioFile['rules'][number]['do']): Effects {
  return {
    ...(effects as Effects),
    ...(holdUntil !== undefined && { holdUntil }),
    ...(course !== undefined && {
      course: course.map(({ after, on_read: reads, status, error, note }) => ({ after, reads, status, error, note })),
    }),
    ...(respond !== undefined && { respond: { ...respond, message: respond.message, body: respond.body } }),
    ...(quota !== undefined && {
      rateLimit: { limit: quota.limit, window: quota.window, punishEarlyRetry: quota.punish_early_retry },
    }),
  };
}

function toExpect(expect: NonNullable<ScenarioFile['rules'][number]['expect']>): Expect {
  const {
    fired,
    retries,
    honours_retry_after: honours,
    no_duplicate_fax: noDuplicate,
    rejects_webhook: rejects,
  } = expect;
  return {
    ...(fired !== undefined && { fired: rangeOf(fired) }),
    ...(retries !== undefined && { retries: rangeOf(retries) }),
    ...(honours !== undefined && { honoursRetryAfter: honours }),
    ...(noDuplicate !== undefined && { noDuplicateFax: noDuplicate }),
    ...(rejects !== undefined && { rejectsWebhook: rejects }),
  };
}
