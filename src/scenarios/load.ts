import { LineCounter, isNode, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import * as v from 'valibot';
import { rangeOf } from './expectations.ts';
import { scenarioForm } from './form.ts';
import type { ScenarioFile } from './form.ts';
import type { Effects, Expect, Rule, Scenario } from './scenario.ts';

/** A scenario file that says something wrong: a line for each fault, `file:line: what`. */
export class ScenarioError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ScenarioError';
    this.faults = faults;
  }
}

/** Reads a scenario from YAML or JSON. Throws ScenarioError with everything that is wrong in it. */
export function loadScenario(file: string, source: string): Scenario {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true });
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}`;
  if (document.errors.length > 0) {
    throw new ScenarioError(document.errors.map(({ pos: [start], message }) => `${at(start)}: ${firstLine(message)}`));
  }
  const result = v.safeParse(scenarioForm, valueOf(document, file));
  if (!result.success) {
    const faults = result.issues.map((issue) => {
      const path = (issue.path ?? []).map(({ key }) => key);
      return `${at(offsetOf(document, path))}: ${path.join('.')} ${issue.message}`.replace(/: +/, ': ');
    });
    throw new ScenarioError([...new Set(faults)]);
  }
  const scenario = toScenario(result.output);
  const hidden = hiddenRules(scenario.rules);
  if (hidden.length === 0) return scenario;
  throw new ScenarioError(
    hidden.map(({ index, message }) => `${at(offsetOf(document, ['rules', index]))}: ${message}`),
  );
}

/** Throws ScenarioError when its aliases make it larger than it could be meant. */
function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new ScenarioError([`${file}:1: ${firstLine(error instanceof Error ? error.message : String(error))}`]);
  }
}

const firstLine = (message: string): string => message.split('\n', 1)[0]?.replace(/ at line \d+.*$/, '') ?? '';

/** Where the innermost part of a path begins that the file has. */
function offsetOf(document: Document, path: readonly unknown[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function toScenario({ name, description, rules }: ScenarioFile): Scenario {
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
      course: course.map(({ after, on_read: reads, status, error }) => ({ after, reads, status, error })),
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

/** Rules of one id, and rules that an earlier one always goes before. */
function hiddenRules(rules: readonly Rule[]): { index: number; message: string }[] {
  return rules.flatMap((rule, index) => {
    const earlier = rules.slice(0, index);
    if (earlier.some(({ id }) => id === rule.id)) return [{ index, message: `the id ${rule.id} is used twice` }];
    const hiding = earlier.find((candidate) => hides(candidate, rule));
    return hiding === undefined
      ? []
      : [{ index, message: `the rule ${rule.id} never fires, since ${hiding.id} goes before it` }];
  });
}

function hides(earlier: Rule, later: Rule): boolean {
  const isForAll = earlier.where.size === 0 && earlier.state === undefined && earlier.chance === 1;
  const isAlways = earlier.after === 0 && earlier.every === 1 && earlier.times === Infinity;
  const isInTime = earlier.during.from === 0 && earlier.during.until === Infinity;
  return (
    isForAll && isAlways && isInTime && (earlier.on.includes('*') || later.on.every((on) => earlier.on.includes(on)))
  );
}
