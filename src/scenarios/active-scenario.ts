import { Occurrences } from '../domain/occurrences.ts';
import { noUndo } from '../domain/undo.ts';
import type { Undo } from '../domain/undo.ts';
import type { Count } from './counters.ts';
import { Quota } from './quota.ts';
import type { Rule, Scenario } from './scenario.ts';
import { ExpectationMonitor } from './expectation-monitor.ts';

/**
 * The ways to switch a scenario on, by precedence: the header of a request, the creation of the world, the control API,
 * the start of the simulator.
 */
export const switchedBy = ['header', 'world', 'control', 'start'] as const;
export type SwitchedBy = (typeof switchedBy)[number];
/** Those that switch one on for all of a world. */
export const switchedOnBy = ['world', 'control', 'start'] as const satisfies readonly SwitchedBy[];

/** A scenario that is active for all requests of a world. */
export interface SwitchedOn {
  readonly scenario: Scenario;
  readonly by: (typeof switchedOnBy)[number];
}

/** An active scenario with its counts. */
export interface ActiveScenario {
  readonly scenario: Scenario;
  readonly by: SwitchedBy;
  readonly since: number;
  state: string | undefined;
  /** Matches and firings, by rule and by the key of its `per`. */
  readonly counts: Map<string, Count>;
  readonly quotas: Map<string, Quota>;
  /** The repetitions of a request, and of the firings of a rule for it. */
  readonly same: Occurrences;
  readonly undo: Undo;
  /** Of the rules that expect something of the client. */
  readonly monitors: ReadonlyMap<string, ExpectationMonitor>;
}

export function activate<By extends SwitchedBy>(
  scenario: Scenario,
  { by, since, undo }: { readonly by: By; readonly since: number; readonly undo: Undo },
): ActiveScenario & { readonly by: By } {
  const monitors = scenario.rules.flatMap(({ id, expect, chance }) =>
    expect === undefined || chance === 0
      ? []
      : [[id, new ExpectationMonitor(scenario.name, { rule: id, expect, undo })] as const],
  );
  return {
    scenario,
    by,
    since,
    state: undefined,
    counts: new Map(),
    quotas: new Map(),
    same: new Occurrences(undo),
    undo,
    monitors: new Map(monitors),
  };
}

/** A copy of the counts, for a trial of rules. It has no monitors. */
export function copyOf(active: ActiveScenario): ActiveScenario {
  return {
    ...active,
    counts: new Map([...active.counts].map(([key, count]) => [key, { ...count }] as const)),
    quotas: new Map([...active.quotas].map(([key, quota]) => [key, quota.copy()] as const)),
    same: active.same.copy(),
    undo: noUndo,
    monitors: new Map(),
  };
}

/** Moves a scenario to the `then` of a rule after the last of its `times`. Returns the reversal. */
export function advanceState(active: ActiveScenario, { then, times }: Rule, fired: number): () => void {
  const { state: before } = active;
  if (then === undefined || (times !== Infinity && fired < times)) return () => undefined;
  const set = (state: string | undefined): void => {
    const { state: former } = active;
    active.undo.note(() => (active.state = former));
    active.state = state;
  };
  set(then);
  return () => {
    if (active.state === then) set(before);
  };
}

/** Seconds until a rule's quota is renewed; 0 when there is some left, undefined when the rule has none. */
export function useQuota(
  { quotas, undo }: ActiveScenario,
  { do: { rateLimit } }: Rule,
  key: string,
  now: number,
): number | undefined {
  if (rateLimit === undefined) return undefined;
  const quota = quotas.get(key) ?? new Quota(rateLimit, undo);
  quotas.set(key, quota);
  return quota.use(now);
}

/** Whether the report lists a rule that has not fired. Not one with `min: 0`, and not one that is switched off. */
export const mustFire = ({ expect, chance }: Rule): boolean => expect?.fired?.min !== 0 && chance > 0;

/** How often each rule has fired, whatever it counts by. */
export function firedByRule({ counts }: ActiveScenario): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [key, { fired }] of counts) {
    const rule = key.slice(0, key.indexOf(' '));
    sums.set(rule, (sums.get(rule) ?? 0) + fired);
  }
  return sums;
}
