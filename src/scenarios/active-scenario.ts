import type { Effects } from './effects-schema.ts';
import { scopeOf } from './effects.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { Cell, Table, keepChange, Occurrences } from '../store/memory/memory.ts';
import type { Memory } from '../store/memory/memory.ts';
import type { Rule, Scenario } from './scenario.ts';
import { ExpectationMonitor } from './expectation-monitor.ts';
import { followedMax } from './expectations.ts';
import type { WebhookOutcome } from './expectations.ts';
import { warningsByRule } from './warnings.ts';
import { useQuota } from './quotas.ts';
import type { QuotaState } from './quotas.ts';
import type { RuleSubject } from './rule-subject.ts';
import { baseName } from '../model/shared/scenario-text.ts';

/**
 * The ways to switch a scenario on, highest precedence first: the header of a request, the creation of the world, the
 * control API, the start of the simulator.
 */
export const switchedBy = ['header', 'world', 'control', 'start'] as const;
export type SwitchedBy = (typeof switchedBy)[number];
/** The ways to switch a scenario on for all requests of a world. */
export const switchedOnBy = ['world', 'control', 'start'] as const satisfies readonly SwitchedBy[];

/** A scenario that is active for all requests of a world. */
export interface SwitchedOn {
  readonly scenario: Scenario;
  readonly by: (typeof switchedOnBy)[number];
}

/** The most rules of all active scenarios together: each request is matched against all of them. */
const activeRulesMax = 10_000;

/** Throws the Refusal `invalid` if the scenarios have too many rules to be active together. */
export function assertActiveTogether(scenarios: readonly Scenario[]): void {
  const count = scenarios.reduce((sum, { rules }) => sum + rules.length, 0);
  if (count <= activeRulesMax) return;
  const all = `${scenarios.length} scenario${scenarios.length === 1 ? '' : 's'}`;
  throw new Refusal(
    'invalid',
    `The active scenarios must have at most ${activeRulesMax} rules together, got ${count} in ${all}: switch one off first`,
  );
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
  /**
   * How often each request has come, how often each rule has fired for it, and how often each rule has fired at all: the `n` of
   * `scenario/rule#n`.
   */
  readonly same: Occurrences;
  /** Monitors of rules with expectations, by rule. */
  readonly monitors: ReadonlyMap<string, ExpectationMonitor>;
}

/** The state of a scenario engine, which the engine of a later world can continue. */
export class ScenarioState {
  readonly memory: Memory;
  /** The active scenarios. Earlier ones have precedence. */
  readonly active: Cell<readonly (ActiveScenario & SwitchedOn)[]>;
  /** By URL, the genuine webhook that an application refused, if it has accepted none since. */
  readonly refusals: Table<string, WebhookOutcome>;
  /** The scenarios that single requests name, which apply only to these. */
  readonly byHeader: Table<string, ActiveScenario>;
  /**
   * The latest scenarios that the library lacks, by name without parameters. They stay after they are switched off, and after a
   * rewind: they are texts of the user, and no part of the world's past.
   */
  readonly #sent = new Map<string, Scenario>();

  constructor(memory: Memory) {
    this.memory = memory;
    this.active = new Cell<readonly (ActiveScenario & SwitchedOn)[]>(memory, [], keepChange);
    this.byHeader = new Table(memory, keepChange);
    this.refusals = new Table(memory);
  }

  /** Notes how an application answered a genuine webhook. Returns whether that is news. */
  noteGenuine(result: 'accepted' | 'refused', outcome: WebhookOutcome): boolean {
    const { url } = outcome;
    if (this.refusals.has(url) === (result === 'refused')) return false;
    if (result === 'accepted') return this.refusals.delete(url);
    if (this.refusals.size < followedMax) this.refusals.set(url, outcome);
    return true;
  }

  /** Remembers the text of a scenario that was sent, so that it can be shown after the scenario is switched off. */
  remember(scenario: Scenario): void {
    if (scenario.written === undefined) return;
    const name = baseName(scenario.name);
    this.#sent.delete(name); // the latest is last
    this.#sent.set(name, scenario);
    const [oldest] = this.#sent.size > sentMax ? this.#sent.keys() : [];
    if (oldest !== undefined) this.#sent.delete(oldest);
  }

  /** The scenarios that were sent, the latest first. */
  get allSent(): readonly Scenario[] {
    return [...this.#sent.values()].toReversed();
  }

  /** The latest scenario of a name that was sent, and is active or was. */
  sent(named: string): Scenario | undefined {
    return this.#sent.get(baseName(named));
  }
}

/** Each text has up to half a megabyte. */
const sentMax = 50;

export function activate<By extends SwitchedBy>(
  scenario: Scenario,
  { by, since, state }: { readonly by: By; readonly since: number; readonly state: ScenarioState },
): ActiveScenario & { readonly by: By } {
  const { memory, refusals } = state;
  const monitors = new Map<string, ExpectationMonitor>();
  for (const { id: rule, expect, chance, during } of scenario.rules) {
    if (expect === undefined || chance === 0) continue;
    const context = { memory, refusals, closesAt: since + during.until };
    monitors.set(rule, new ExpectationMonitor({ scenario: scenario.name, rule }, expect, context));
  }
  return {
    scenario,
    by,
    since,
    state: new Cell<string | undefined>(memory, undefined),
    counts: countTable(memory),
    quotas: new Table(memory),
    same: new Occurrences(memory),
    monitors,
  };
}

/** Moves a scenario to the `then` of a rule after the last of its `times`. */
export function advanceState({ state }: ActiveScenario, { then, times }: Rule, fired: number): void {
  if (then !== undefined && (times === Infinity || fired >= times)) state.value = then;
}

/**
 * Uses one call of a rule's quota. Returns 0 if one was left, else the seconds until the quota is renewed; undefined
 * without a quota.
 */
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

/**
 * Whether the report lists a rule that has not fired. It leaves out rules with `min: 0`, and rules without a chance to
 * fire.
 */
export const mustFire = ({ expect, chance }: Rule): boolean => expect?.fired?.min !== 0 && chance > 0;

/** How often each rule has fired, summed over all keys of its `per`. */
export function firedByRule({ counts }: ActiveScenario): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [key, { fired }] of counts.entries()) {
    const rule = key.slice(0, key.indexOf(' '));
    sums.set(rule, (sums.get(rule) ?? 0) + fired);
  }
  return sums;
}

/**
 * The number of firings of each rule, including rules that never fired, and reasons why the rule may never fire. `by`
 * is `header` for a scenario that only single requests name. `endsAt` is the end of the rule's window; null without one. `hidden`
 * has the rule that goes before one that never fires.
 */
export const reportRules = (all: readonly ActiveScenario[], hidden: ReadonlyMap<string, string>) =>
  all.flatMap((active) => reportScenario(active, hidden));

function reportScenario(active: ActiveScenario, hidden: ReadonlyMap<string, string>) {
  const { scenario, by, since } = active;
  const [fired, warnings] = [firedByRule(active), warningsOf(scenario)];
  return scenario.rules.map((rule) => {
    const { id, on, during, do: effects } = rule;
    const hits = fired.get(id) ?? 0;
    return {
      scenario: scenario.name,
      rule: id,
      on: [...on],
      isUsedUp: isUsedUp(rule, hits),
      holdsResponses: on.some((word) => scopeOf(word) === 'answer') && takesTime(effects),
      by,
      endsAt: during.until === Infinity ? null : since + during.until,
      fired: hits,
      hiddenBy: hidden.get(`${scenario.name}/${id}`) ?? null,
      warnings: warnings.get(id) ?? [],
    };
  });
}

/** Whether a rule has fired its number of times. One that counts for each fax or number is never used up. */
export const isUsedUp = ({ per, times }: Rule, fired: number): boolean =>
  !['fax', 'number'].includes(per) && fired >= times;

/** Whether the effects delay the response on the world's clock. */
const takesTime = ({ delay = 0, wire }: Effects): boolean =>
  delay !== 0 || (typeof wire === 'object' && 'dribble' in wire);

const knownWarnings = new WeakMap<Scenario, ReturnType<typeof warningsByRule>>();

/** The warnings about a scenario. They are computed once, because every report contains the warnings of all scenarios. */
function warningsOf(scenario: Scenario): ReturnType<typeof warningsByRule> {
  const known = knownWarnings.get(scenario) ?? warningsByRule(scenario.rules);
  knownWarnings.set(scenario, known);
  return known;
}

/** The numbers of matches and firings of a rule for one key. */
export interface Count {
  readonly matches: number;
  readonly fired: number;
}

type Counts = Table<string, Count>;

const noCount: Count = { matches: 0, fired: 0 };

/** The counts of a scenario. Undoing a change subtracts only what that change has counted. */
function countTable(memory: Memory): Counts {
  return new Table(memory, (current = noCount, { before = noCount, record = noCount }) => ({
    matches: current.matches - record.matches + before.matches,
    fired: current.fired - record.fired + before.fired,
  }));
}

/** Counts one more match or firing. */
export function countMore(counts: Counts, key: string, what: keyof Count): Count {
  const before = counts.get(key) ?? noCount;
  const count = { ...before, [what]: before[what] + 1 };
  counts.set(key, count);
  return count;
}

/** The key by which a rule counts a subject; undefined if the subject lacks it. */
export function countKeyOf({ per }: Rule, { fax, number }: RuleSubject): string | undefined {
  if (per === 'fax') return fax;
  if (per === 'number') return number;
  return ''; // a world has one account
}

/** The name under which a rule keeps its counts. */
export const keyOf = ({ id }: Rule, counted: string | undefined): string => `${id} ${counted ?? ''}`;

/** Whether the order in which requests come decides for which of them a rule fires. */
export function isByOrder({ after, every, times, state, do: { rateLimit } }: Rule): boolean {
  return after > 0 || every > 1 || times < Infinity || state !== undefined || rateLimit !== undefined;
}

/** The number of matches and firings for a subject so far. */
export const countOf = ({ counts }: ActiveScenario, rule: Rule, subject: RuleSubject): Count =>
  counts.get(keyOf(rule, countKeyOf(rule, subject))) ?? noCount;

export function isTurn({ after, every, times }: Rule, { matches, fired }: Count): boolean {
  return matches > after && (matches - after) % every === 0 && fired < times;
}

/** Returns a function for the request's identity and the number of its occurrences in a scenario. Counts only when it is called. */
export function sameRequest({ same }: { readonly same: Occurrences }, subject: RuleSubject) {
  let known: string | undefined;
  return (): string => (known ??= `${subject.identity()} ${same.next(subject.identity())}`);
}
