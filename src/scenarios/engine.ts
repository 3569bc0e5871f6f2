import type { Clock } from '../model/domain/clock.ts';
import {
  countOf,
  sameRequest,
  ScenarioState,
  activate,
  assertActiveTogether,
  firedByRule,
  mustFire,
  reportRules,
  switchedBy,
} from './active-scenario.ts';
import type { ActiveScenario, SwitchedOn } from './active-scenario.ts';
import { fire, observationFor, rulesFor } from './firing.ts';
import type { FiringContext } from './firing.ts';
import type { CreatedFax, WebhookOutcome } from './expectations.ts';
import { isRequest } from './rule-subject.ts';
import type { RuleSubject } from './rule-subject.ts';
import type { Fired } from './fired.ts';
import { hiddenRules } from './hidden.ts';
import { matcherOf, scenarioNameOf } from './params.ts';
import { Memory } from '../store/memory/memory.ts';
import type { Rule, Scenario } from './scenario.ts';
import type { ChangedVerdict, ExpectationMonitor, Verdict } from './expectation-monitor.ts';

/** The clock of the world. Without `scheduleUpkeep`, watchers miss verdicts that change with the time alone. */
type EngineClock = Pick<Clock, 'now'> & Partial<Pick<Clock, 'scheduleUpkeep'>>;

interface EngineOptions {
  readonly clock: EngineClock;
  readonly seed: number;
  readonly state?: ScenarioState;
  /** Called with the label of a rule that has fired, `scenario/rule#n`. */
  readonly onFire?: (rule: string, subject: RuleSubject) => void;
}

/** A scenario is switched on or off, a rule has fired, or the verdict on an expectation has changed. */
export type ScenarioChange =
  | { readonly action: 'on' | 'off'; readonly scenario: string }
  | { readonly action: 'fired'; readonly label: string }
  | { readonly action: 'verdict'; readonly verdict: ChangedVerdict };

/**
 * Decides which rule applies to a request. Matching and counting are one step, so only one of several simultaneous
 * requests is the first. A chance is drawn from the rule, the request, and the number of earlier equal requests. Other
 * requests and rules never affect it, in any order.
 */
export class ScenarioEngine {
  /**
   * True without active scenarios, so that no rule can fire. It is a field because each request reads it; only the
   * engine sets it.
   */
  isIdle = true;
  readonly #clock: EngineClock;
  readonly #seed: number;
  readonly #state: ScenarioState;
  readonly #onFire: EngineOptions['onFire'];
  #monitors: readonly { readonly rule: Rule; readonly monitor: ExpectationMonitor }[] = [];
  #hasRulesOnTop = false;
  /** The earliest planned check of the verdicts, in ms on the world's clock. */
  #nextCheck = Infinity;
  readonly #watchers = new Set<(change: ScenarioChange) => void>();

  /** `state` is that of an engine that this one continues. */
  constructor({ clock, seed, state = new ScenarioState(new Memory()), onFire }: EngineOptions) {
    this.#clock = clock;
    this.#onFire = onFire;
    this.#seed = seed;
    this.#state = state;
    this.#listMonitors();
  }

  get memory(): Memory {
    return this.#state.memory;
  }

  /** Active scenarios with their counts. Each change makes a new list. */
  get active(): readonly SwitchedOn[] {
    return this.#state.active.value;
  }

  /** Active scenarios, without counts. Earlier ones have precedence. */
  get running(): readonly SwitchedOn[] {
    return this.#state.active.value.map(({ scenario, by }) => ({ scenario, by }));
  }

  /** Activates a scenario before those that were activated in the same way. If it was active, its counts start again. */
  switchOn(scenario: Scenario, by: SwitchedOn['by'] = 'control'): void {
    this.#forget((name) => name === scenario.name);
    const { active } = this.#state;
    const place = active.value.findIndex((other) => switchedBy.indexOf(other.by) >= switchedBy.indexOf(by));
    const added = activate(scenario, { by, since: this.#clock.now(), state: this.#state });
    active.value = active.value.toSpliced(place < 0 ? active.value.length : place, 0, added);
    this.#state.remember(scenario);
    this.#listMonitors();
    this.#tell({ action: 'on', scenario: scenario.name });
  }

  /**
   * Throws the Refusal `invalid` if a scenario has too many rules to be active with the others. Scenarios with the name
   * `off` do not count.
   */
  assertRoomFor(scenario: Scenario, off?: string): void {
    const isGone = off === undefined ? () => false : matcherOf(off);
    const others = this.#state.active.value.map((active) => active.scenario);
    assertActiveTogether([scenario, ...others.filter(({ name }) => name !== scenario.name && !isGone(name))]);
  }

  /** Deactivates a scenario; a name without parameters matches all its parameter sets. Returns false if none was active. */
  switchOff(named: string): boolean {
    const name = scenarioNameOf(named);
    const wasOn = this.#forget(matcherOf(named));
    if (wasOn) this.#tell({ action: 'off', scenario: name });
    return wasOn;
  }

  watch(watcher: (change: ScenarioChange) => void): void {
    this.#watchers.add(watcher);
    this.#watchMonitors();
  }

  #noteFired(label: string, subject: RuleSubject): void {
    this.#onFire?.(label, subject);
    this.#tell({ action: 'fired', label });
  }

  #tell(change: ScenarioChange): void {
    for (const watcher of this.#watchers) watcher(change);
  }

  #watchMonitors(): void {
    if (this.#watchers.size === 0) return;
    for (const { monitor } of this.#monitors) monitor.watch(this.#verdictWatcher);
  }

  readonly #verdictWatcher = {
    now: () => this.#clock.now(),
    onChange: (verdict: ChangedVerdict): void => this.#tell({ action: 'verdict', verdict }),
    onWait: (until: number): void => this.#checkAt(until),
  };

  /** Plans a check of the verdicts. A plan for an earlier time makes the later one itself, if a verdict still waits. */
  #checkAt(until: number): void {
    if (until >= this.#nextCheck) return;
    this.#nextCheck = until;
    this.#clock.scheduleUpkeep?.(until, () => {
      if (this.#nextCheck === until) this.#nextCheck = Infinity;
      for (const { monitor } of this.#monitors) monitor.check();
    });
  }

  #forget(isMeant: (name: string) => boolean): boolean {
    const before = this.#all.length;
    this.#state.active.value = this.#state.active.value.filter(({ scenario }) => !isMeant(scenario.name));
    for (const name of this.#state.byHeader.keys()) if (isMeant(name)) this.#state.byHeader.delete(name);
    this.#listMonitors();
    return this.#all.length < before;
  }

  /**
   * Decides on an event that has already happened, such as a request. Returns the rule that fires, and notifies the
   * expectations.
   */
  ask(subject: RuleSubject, named?: Scenario): Fired | undefined {
    const { fired, confirm } = this.decide(subject, named);
    confirm();
    return fired;
  }

  /**
   * Finds the first rule that fires: first in the scenario that the request names, then in the active ones. If a rule
   * with `isOnTop` fires, the result is that rule, with the other beneath it. Both are counted at once. The caller
   * confirms when the event has happened. A rolled back commit undoes the counts.
   */
  decide(subject: RuleSubject, named?: Scenario) {
    const notices: (() => void)[] = [];
    const confirm = (): void => {
      for (const notify of notices) notify();
    };
    const all = named === undefined ? this.#state.active.value : [this.#forNamed(named), ...this.#state.active.value];
    const about = { subject, notices, now: this.#clock.now(), seed: this.#seed };
    if (isRequest(subject) && subject.isOfConsole !== true) {
      for (const { rule, monitor } of this.#monitors) {
        const observation = observationFor(rule, subject, about.now);
        notices.push(() => monitor.notify((expectation) => expectation.observe?.(observation)));
      }
    }
    const find = (isOnTop: boolean): Fired | undefined => {
      const fired = firstFired(all, isOnTop, about);
      if (fired !== undefined) notices.push(() => this.#noteFired(fired.label, subject));
      return fired;
    };
    const top = this.#hasRulesOnTop ? find(true) : undefined;
    const under = find(false);
    return { fired: top === undefined ? under : { ...top, under }, confirm };
  }

  /**
   * The outcome of each rule on its own, in the order of matching. Each is a trial without changes. `count` is the
   * state before the trial; `age` is the time since the scenario was switched on, in ms.
   */
  try(subject: RuleSubject, named?: Scenario) {
    const now = this.#clock.now();
    const own =
      named &&
      (this.#state.byHeader.get(named.name) ?? activate(named, { by: 'header', since: now, state: this.#state }));
    return [...(own === undefined ? [] : [own]), ...this.#state.active.value].flatMap((active) => {
      const { scenario, since, state } = active;
      const context = { subject, notices: [], now, seed: this.#seed, same: sameRequest(active, subject) };
      return scenario.rules.map((rule) => ({
        scenario: scenario.name,
        rule,
        age: now - since,
        state: state.value,
        count: countOf(active, rule, subject),
        outcome: this.memory.trial(() => fire(active, rule, context)),
      }));
    });
  }

  /** Notifies the expectations of a created fax, after it was stored. */
  noteCreatedFax(fax: Omit<CreatedFax, 'at'>): void {
    const created = { ...fax, at: this.#clock.now() };
    for (const { monitor } of this.#monitors) monitor.notify((expectation) => expectation.created?.(created));
  }

  /** Notes how an application answered a genuine webhook, on which the verdicts on forged ones depend. */
  noteGenuineWebhook(result: 'accepted' | 'refused', outcome: WebhookOutcome): void {
    if (!this.#state.noteGenuine(result, outcome)) return;
    for (const { monitor } of this.#monitors) monitor.check();
  }

  /** The number of firings of each rule of the active scenarios, also of rules that never fired. */
  report() {
    return reportRules(this.#all, hiddenRules(this.#state.active.value, this.#clock.now()));
  }

  /** The verdicts of all expectations, and the rules that have not fired, as `scenario/rule`. At Infinity no verdict waits. */
  verdicts(now = this.#clock.now()): { verdicts: Verdict[]; neverFired: string[] } {
    return {
      verdicts: this.#monitors.flatMap(({ monitor }) => monitor.verdicts(now)),
      neverFired: this.#all.flatMap((active) => {
        const fired = firedByRule(active);
        return active.scenario.rules
          .filter((rule) => mustFire(rule) && (fired.get(rule.id) ?? 0) === 0)
          .map(({ id }) => `${active.scenario.name}/${id}`);
      }),
    };
  }

  get #all(): ActiveScenario[] {
    return [...this.#state.active.value, ...this.#state.byHeader.values()];
  }

  #listMonitors(): void {
    this.#monitors = this.#all.flatMap(({ scenario: { rules }, monitors }) =>
      rules.flatMap((rule) => {
        const monitor = monitors.get(rule.id);
        return monitor === undefined ? [] : [{ rule, monitor }];
      }),
    );
    this.#watchMonitors();
    this.isIdle = this.#state.active.value.length === 0 && this.#monitors.length === 0;
    this.#hasRulesOnTop = this.#all.some(({ scenario: { rules } }) => rules.some(({ isOnTop }) => isOnTop));
  }

  /** The active form of a scenario that a request names. Its counts continue from one such request to the next. */
  #forNamed(scenario: Scenario): ActiveScenario {
    const known = this.#state.byHeader.get(scenario.name);
    if (known !== undefined) return known;
    const active = activate(scenario, { by: 'header', since: this.#clock.now(), state: this.#state });
    this.#state.byHeader.set(scenario.name, active);
    // Removes the scenario that was named first. Parameters make the number of scenarios unlimited.
    const [oldest] = this.#state.byHeader.size > namedMax ? this.#state.byHeader.keys() : [];
    if (oldest !== undefined) this.#state.byHeader.delete(oldest);
    this.#listMonitors();
    return active;
  }
}

/** The first rule that fires, among the rules with this value of `isOnTop`. */
function firstFired(
  all: readonly ActiveScenario[],
  isOnTop: boolean,
  about: Omit<FiringContext, 'same'>,
): Fired | undefined {
  for (const active of all) {
    const context = { ...about, same: sameRequest(active, about.subject) };
    for (const rule of rulesFor(active.scenario, about.subject)) {
      const fired = rule.isOnTop === isOnTop ? fire(active, rule, context) : undefined;
      if (fired !== undefined && 'label' in fired) return fired;
    }
  }
  return undefined;
}

/** Limit for the remembered scenarios that requests have named. */
const namedMax = 1000;
