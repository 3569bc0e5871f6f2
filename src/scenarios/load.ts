import * as v from 'valibot';
import { resolveExtends } from './inheritance.ts';
import type { ResolvedFile, LoadOptions } from './inheritance.ts';
import { rangeOf } from './expectation-faults.ts';
import { scenarioFileSchema } from './schema.ts';
import type { ScenarioFile } from './schema.ts';
import { unknownValue } from './params.ts';
import { faultsInRules } from './rule-faults.ts';
import type { Expect, Rule, Scenario } from './scenario.ts';
import type { Effects } from './effects.ts';
import { ScenarioError } from './errors.ts';
import { pastWaits } from './retry-after.ts';
import { faultText } from './scenario-document.ts';
import type { FileFault } from './scenario-document.ts';

/** Reads a scenario from YAML or JSON. Throws ScenarioError with everything that is wrong in it. */
export const loadScenario = (file: string, source: string, options: LoadOptions = {}): Scenario =>
  readScenario(file, source, options).scenario;

/** A scenario, and the value that it was read from. */
export interface ReadResult {
  readonly scenario: Scenario;
  readonly document: ResolvedFile;
}

/** As loadScenario; with the place of each part, for further remarks. */
export function readScenario(file: string, source: string, options: LoadOptions = {}): ReadResult {
  const document = resolveExtends({ file, text: source }, options);
  const { value, name, faults: early } = document;
  const result = v.safeParse(scenarioFileSchema, value);
  const issues = (result.issues ?? []).map(({ path = [], message, input }): FileFault & { isReported: boolean } => ({
    path: path.map(({ key }) => key),
    message,
    // Without an earlier fault nothing was reported: a text of the file or of a parameter may hold the same character.
    isReported: early.length > 0 && isReported(input),
  }));
  const faults = [...issues.filter(({ isReported }) => !isReported), ...faultsInRules(value, issues)];
  if (!result.success || early.length > 0 || faults.length > 0) {
    throw new ScenarioError([...new Set([...early, ...linesOf(document, faults)])]);
  }
  const scenario = {
    ...toScenario(result.output),
    ...(name !== undefined && { name }),
    source: writtenOut(value),
  };
  const past = pastWaits(scenario.rules, options.now ?? -Infinity).map((index) => ({
    path: ['rules', index, 'expect'],
    message: 'cannot have honours_retry_after here: its Retry-After is past',
  }));
  if (past.length > 0) throw new ScenarioError(linesOf(document, past));
  return { scenario, document };
}

/** Whether a value has a fault of its parameter or of its number already. */
const isReported = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes(unknownValue) : typeof value === 'number' && !Number.isFinite(value);

/** More faults than that are counted. */
const mostShown = 100;

/** In the order of the rules. */
function linesOf(document: ResolvedFile, faults: readonly FileFault[]): string[] {
  const indexOf = ({ path: [first, index] }: FileFault): number => (first === 'rules' ? Number(index) : -1);
  const shown = faults.toSorted((one, other) => indexOf(one) - indexOf(other)).slice(0, mostShown);
  const more = faults.length - shown.length;
  return [...shown.map((fault) => faultText(document, fault)), ...(more > 0 ? [`and ${more} more faults`] : [])];
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
  retry_after: retryAfter,
  ...effects
}: ScenarioFile['rules'][number]['do']): Effects {
  return {
    ...(effects as Effects),
    ...(holdUntil !== undefined && { holdUntil }),
    ...(retryAfter !== undefined && { retryAfter }),
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
