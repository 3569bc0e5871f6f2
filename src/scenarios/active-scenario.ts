import { Cell, Table, keepChange, Occurrences } from '../store/memory/memory.ts';
import type { Memory } from '../store/memory/memory.ts';
import { countTable, useQuota } from './counters.ts';
import type { Counts, QuotaState } from './counters.ts';
import type { Rule, Scenario } from './scenario.ts';
import { ExpectationMonitor } from './expectation-monitor.ts';
import { warningsByRule } from './warnings.ts';

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
  readonly state: Cell<string | undefined>;
  /** Matches and firings, by rule and by the key of its `per`. */
  readonly counts: Counts;
  readonly quotas: Table<string, QuotaState>;
  /** The repetitions of a request, and of the firings of a rule for it. */
  readonly same: Occurrences;
  /** Of the rules that expect something of the client. */
  readonly monitors: ReadonlyMap<string, ExpectationMonitor>;
}

/** The state of a scenario engine, which the engine of a later world can continue. */
export class ScenarioState {
  readonly memory: Memory;
  /** The scenarios that are on; the first goes before the others. */
  readonly active: Cell<readonly (ActiveScenario & SwitchedOn)[]>;
  /** The scenarios that single requests name, which are on for no others. */
  readonly byHeader: Table<string, ActiveScenario>;

  constructor(memory: Memory) {
    this.memory = memory;
    this.active = new Cell<readonly (ActiveScenario & SwitchedOn)[]>(memory, [], keepChange);
    this.byHeader = new Table(memory, keepChange);
  }
}

export function activate<By extends SwitchedBy>(
  scenario: Scenario,
  { by, since, memory }: { readonly by: By; readonly since: number; readonly memory: Memory },
): ActiveScenario & { readonly by: By } {
  const monitors = scenario.rules.flatMap(({ id, expect, chance }) =>
    expect === undefined || chance === 0
      ? []
      : [[id, new ExpectationMonitor(scenario.name, { rule: id, expect, memory })] as const],
  );
  return {
    scenario,
    by,
    since,
    state: new Cell<string | undefined>(memory, undefined),
    counts: countTable(memory),
    quotas: new Table(memory),
    same: new Occurrences(memory),
    monitors: new Map(monitors),
  };
}

/** Moves a scenario to the `then` of a rule after the last of its `times`. */
export function advanceState({ state }: ActiveScenario, { then, times }: Rule, fired: number): void {
  if (then !== undefined && (times === Infinity || fired >= times)) state.value = then;
}

/** Seconds until a rule's quota is renewed; 0 when there is some left, undefined when the rule has none. */
export function useQuotaOf(
  { quotas }: ActiveScenario,
  { do: { rateLimit } }: Rule,
  key: string,
  now: number,
): number | undefined {
  if (rateLimit === undefined) return undefined;
  const { state, wait } = useQuota(rateLimit, quotas.get(key), now);
  quotas.set(key, state);
  return wait;
}

/** Whether the report lists a rule that has not fired. Not one with `min: 0`, and not one that is switched off. */
export const mustFire = ({ expect, chance }: Rule): boolean => expect?.fired?.min !== 0 && chance > 0;

/** How often each rule has fired, whatever it counts by. */
export function firedByRule({ counts }: ActiveScenario): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [key, { fired }] of counts.entries()) {
    const rule = key.slice(0, key.indexOf(' '));
    sums.set(rule, (sums.get(rule) ?? 0) + fired);
  }
  return sums;
}

export interface RuleReport {
  readonly scenario: string;
  readonly rule: string;
  readonly fired: number;
  /** `header`: the scenario is active only for requests that name it. */
  readonly by: SwitchedBy;
  /** Why it may never fire. */
  readonly warnings: readonly string[];
}

/** The number of firings of each rule, also of rules that never fired. */
export function reportRules(active: ActiveScenario): RuleReport[] {
  const { scenario, by } = active;
  const [fired, warnings] = [firedByRule(active), warningsByRule(scenario.rules)];
  return scenario.rules.map(({ id }) => ({
    scenario: scenario.name,
    rule: id,
    by,
    fired: fired.get(id) ?? 0,
    warnings: warnings.get(id) ?? [],
  }));
}
