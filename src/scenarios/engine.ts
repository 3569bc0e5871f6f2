import type { Clock } from '../domain/clock.ts';
import { countKeyOf, keyOf, sameRequest } from './counters.ts';
import type { Count } from './counters.ts';
import { Decision } from './decision.ts';
import { fire, observationFor } from './firing.ts';
import { rulesFor } from './rule-index.ts';
import type { CreatedFax } from './expectations/expectation.ts';
import { isRequest } from './rule-subject.ts';
import type { Fired, Miss, RuleSubject } from './rule-subject.ts';
import { scenarioNameOf } from './references.ts';
import { noUndo } from '../domain/undo.ts';
import { ScenarioState } from './scenario-state.ts';
import { activate, copyOf, firedByRule, mustFire, switchedBy } from './active-scenario.ts';
import type { ActiveScenario, SwitchedBy, SwitchedOn } from './active-scenario.ts';
import type { Rule, Scenario } from './scenario.ts';
import type { Verdict, ExpectationMonitor } from './expectation-monitor.ts';

/** The outcome of a rule in a trial, and its counts before. */
export interface RuleOutcome {
  readonly scenario: string;
  readonly rule: Rule;
  /** Ms since the scenario was switched on. */
  readonly age: number;
  readonly state: string | undefined;
  readonly count: Count;
  readonly outcome: Fired | Miss;
}

/** A scenario is switched on or off, a rule has fired, or the verdict on an expectation has become another. */
interface EngineOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly seed: number;
  readonly state?: ScenarioState;
}

export type ScenarioChange =
  | { readonly action: 'on' | 'off'; readonly scenario: string }
  | { readonly action: 'fired'; readonly label: string }
  | { readonly action: 'verdict'; readonly verdict: Verdict };

export interface RuleReport {
  readonly scenario: string;
  readonly rule: string;
  readonly fired: number;
  /** `header`: the scenario is active only for requests that name it. */
  readonly by: SwitchedBy;
}

/**
 * Says which rule applies to a request. Matching and counting are one step, so that of requests at the same time only
 * one is the first. Chance is a draw for each rule and request, and for the number of the same requests before. Other
 * requests and rules never shift it, in any order.
 */
export class ScenarioEngine {
  /** Whether no scenario is active, so that no rule can fire. Each request reads it, so it is a field; only the engine sets it. */
  isIdle = true;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #seed: number;
  readonly #state: ScenarioState;
  #monitors: readonly { readonly rule: Rule; readonly monitor: ExpectationMonitor }[] = [];

  readonly #watchers = new Set<(change: ScenarioChange) => void>();

  /** `state` is that of an engine that this one continues. */
  constructor({ clock, seed, state = new ScenarioState(noUndo) }: EngineOptions) {
    this.#clock = clock;
    this.#seed = seed;
    this.#state = state;
    this.#listMonitors();
  }

  /** Those that are on, with their counts. Each change makes another list. */
  get active(): readonly SwitchedOn[] {
    return this.#state.active;
  }

  /** Those that are on; the first goes before the others. */
  get running(): readonly SwitchedOn[] {
    return this.#state.active.map(({ scenario, by }) => ({ scenario, by }));
  }

  /** Activates a scenario, with fresh counts if it was active. It precedes the scenarios that were activated the same way. */
  switchOn(scenario: Scenario, by: SwitchedOn['by'] = 'control'): void {
    this.#forget((name) => name === scenario.name);
    const place = this.#state.active.findIndex((other) => switchedBy.indexOf(other.by) >= switchedBy.indexOf(by));
    const active = activate(scenario, { by, since: this.#clock.now(), undo: this.#state.undo });
    this.#state.active = this.#state.active.toSpliced(place < 0 ? this.#state.active.length : place, 0, active);
    this.#listMonitors();
    this.#tell({ action: 'on', scenario: scenario.name });
  }

  /** By its name, with whatever parameters, or by its name with these parameters. False when it was not on. */
  switchOff(named: string): boolean {
    const name = scenarioNameOf(named);
    const wasOn = this.#forget((known) => known === name || known.startsWith(`${name}(`));
    if (wasOn) this.#tell({ action: 'off', scenario: name });
    return wasOn;
  }

  watch(watcher: (change: ScenarioChange) => void): void {
    this.#watchers.add(watcher);
    this.#watchMonitors();
  }

  #tell(change: ScenarioChange): void {
    for (const watcher of this.#watchers) watcher(change);
  }

  #watchMonitors(): void {
    if (this.#watchers.size === 0) return;
    for (const { monitor } of this.#monitors) monitor.watch(this.#tellVerdict);
  }

  readonly #tellVerdict = (verdict: Verdict): void => this.#tell({ action: 'verdict', verdict });

  #forget(isMeant: (name: string) => boolean): boolean {
    const before = this.#all.length;
    this.#state.active = this.#state.active.filter(({ scenario }) => !isMeant(scenario.name));
    for (const name of this.#state.byHeader.keys()) if (isMeant(name)) this.#state.byHeader.delete(name);
    this.#listMonitors();
    return this.#all.length < before;
  }

  /** Decides on something that has happened already, as a request has: the rule that fires, and the expectations know. */
  ask(subject: RuleSubject, named?: Scenario): Fired | undefined {
    const decision = this.decide(subject, named);
    decision.confirm();
    return decision.fired;
  }

  /**
   * The first rule that fires, in the scenario that the request names, and then in those that are on. It is counted at once;
   * the caller confirms the decision when the event has happened, or withdraws it.
   */
  decide(subject: RuleSubject, named?: Scenario): Decision {
    const decision = new Decision(this.#state.undo);
    const all = named === undefined ? this.#state.active : [this.#forNamed(named), ...this.#state.active];
    const about = { subject, decision, now: this.#clock.now(), seed: this.#seed };
    if (isRequest(subject)) {
      for (const { rule, monitor } of this.#monitors) {
        const observation = observationFor(rule, subject, about.now);
        decision.announce(() => monitor.notify((expectation) => expectation.observe?.(observation)));
      }
    }
    for (const active of all) {
      const context = { ...about, same: sameRequest(active, subject, decision) };
      for (const rule of rulesFor(active.scenario, subject)) {
        const fired = fire(active, rule, context);
        if ('label' in fired) {
          decision.fired = fired;
          decision.announce(() => this.#tell({ action: 'fired', label: fired.label }));
          return decision;
        }
      }
    }
    return decision;
  }

  /** The outcome of each rule on its own, in the order of matching. No count changes. */
  try(subject: RuleSubject, named?: Scenario): RuleOutcome[] {
    const now = this.#clock.now();
    const own =
      named && (this.#state.byHeader.get(named.name) ?? activate(named, { by: 'header', since: now, undo: noUndo }));
    return [...(own === undefined ? [] : [own]), ...this.#state.active].flatMap((active) => {
      const { scenario, since, state, counts } = active;
      const copy = copyOf(active);
      const about = { subject, decision: new Decision(noUndo), now, seed: this.#seed };
      const same = sameRequest(copy, subject, about.decision);
      return scenario.rules.map((rule): RuleOutcome => {
        const count = counts.get(keyOf(rule, countKeyOf(rule, subject)));
        return {
          scenario: scenario.name,
          rule,
          age: now - since,
          state,
          count: { ...(count ?? { matches: 0, fired: 0 }) },
          // Counts and quotas are each rule's own, the state is not.
          outcome: fire({ ...copy }, rule, { ...about, same }),
        };
      });
    });
  }

  /** A fax was created, and is stored. */
  noteCreatedFax(fax: Omit<CreatedFax, 'at'>): void {
    const created = { ...fax, at: this.#clock.now() };
    for (const { monitor } of this.#monitors) monitor.notify((expectation) => expectation.created?.(created));
  }

  /** The number of firings of each rule of the active scenarios, also of rules that never fired. */
  report(): RuleReport[] {
    return this.#all.flatMap((active) => {
      const fired = firedByRule(active);
      const { scenario, by } = active;
      return scenario.rules.map(({ id }) => ({ scenario: scenario.name, rule: id, by, fired: fired.get(id) ?? 0 }));
    });
  }

  /** The verdicts of all expectations so far, and the rules that have not fired, as `scenario/rule`. */
  verdicts(): { verdicts: Verdict[]; neverFired: string[] } {
    return {
      verdicts: this.#monitors.flatMap(({ monitor }) => monitor.verdicts()),
      neverFired: this.#all.flatMap((active) => {
        const fired = firedByRule(active);
        return active.scenario.rules
          .filter((rule) => mustFire(rule) && (fired.get(rule.id) ?? 0) === 0)
          .map(({ id }) => `${active.scenario.name}/${id}`);
      }),
    };
  }

  get #all(): ActiveScenario[] {
    return [...this.#state.active, ...this.#state.byHeader.values()];
  }

  #listMonitors(): void {
    this.#monitors = this.#all.flatMap(({ scenario: { rules }, monitors }) =>
      rules.flatMap((rule) => {
        const monitor = monitors.get(rule.id);
        return monitor === undefined ? [] : [{ rule, monitor }];
      }),
    );
    this.#watchMonitors();
    this.isIdle = this.#state.active.length === 0 && this.#monitors.length === 0;
  }

  /** Counts go on from one request that names it to the next. */
  #forNamed(scenario: Scenario): ActiveScenario {
    const known = this.#state.byHeader.get(scenario.name);
    if (known !== undefined) return known;
    const active = activate(scenario, { by: 'header', since: this.#clock.now(), undo: this.#state.undo });
    this.#state.byHeader.set(scenario.name, active);
    // With parameters there is no end of them: the first that was named goes.
    const [oldest] = this.#state.byHeader.size > mostNamed ? this.#state.byHeader.keys() : [];
    if (oldest !== undefined) this.#state.byHeader.delete(oldest);
    this.#listMonitors();
    return active;
  }
}

/** How many scenarios are remembered that requests have named. */
const mostNamed = 1000;
