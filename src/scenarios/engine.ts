import type { Clock } from '../domain/clock.ts';
import { draw } from '../domain/dice.ts';
import { Occurrences } from '../domain/occurrences.ts';
import type { OperationId } from '../domain/operation.ts';
import { holds } from './matching.ts';
import { Quota } from './quota.ts';
import type { Effects, Rule, Scenario } from './scenario.ts';

/** A request, a fax or a webhook that rules are held against. */
export interface Occasion {
  readonly on: OperationId | 'fax' | 'webhook';
  /** What the request is about, by the name of a fact; undefined when it is not there. */
  fact(name: string): unknown;
  /** What is counted by itself; undefined when the request has none. */
  readonly fax: string | undefined;
  readonly number: string | undefined;
  /** The same for all that ask for, or are, the same; costs a hash. */
  identity(): string;
  /** How it is called where people read of it. */
  readonly shown: string;
}

/** A rule that fires. */
export interface Fired {
  /**
   * `scenario/rule#n`: the nth time of what the rule counts. Where the order of requests does not decide whether it fires,
   * the nth time for this very request.
   */
  readonly label: string;
  /** The same, whatever else happens; for the draws of its effects. */
  readonly key: string;
  readonly do: Effects;
  /** When a quota is used up: seconds until there is a new one. */
  readonly retryAfter: number | undefined;
}

/** A scenario that is on. */
interface Running {
  readonly scenario: Scenario;
  readonly since: number;
  state: string | undefined;
  /** Matches and firings, by rule and by what it counts. */
  readonly counts: Map<string, { matches: number; fired: number }>;
  readonly quotas: Map<string, Quota>;
  /** How often a rule matched, and fired, for the very same request. */
  readonly same: Occurrences;
}

export interface RuleReport {
  readonly scenario: string;
  readonly rule: string;
  readonly fired: number;
  /** Whether it is on for all, or only for requests that name it. */
  readonly by: 'world' | 'header';
}

/**
 * Says which rule applies to a request. Matching and counting are one step, so that of requests at the same time only one
 * is the first. Chance is a draw of its own for each rule and request, and how often this very request has come: other
 * requests and rules never shift it, in whatever order they come.
 */
export class ScenarioEngine {
  readonly #clock: Clock;
  readonly #seed: number;
  #running: Running[] = [];
  /** Those that single requests name, which are on for no others. */
  readonly #named = new Map<string, Running>();

  constructor({ clock, seed }: { clock: Clock; seed: number }) {
    this.#clock = clock;
    this.#seed = seed;
  }

  get isIdle(): boolean {
    return this.#running.length === 0;
  }

  /** Those that are on; the first goes before the others. */
  get running(): readonly Scenario[] {
    return this.#running.map(({ scenario }) => scenario);
  }

  /** Switches a scenario on, or anew when it was on. The latest goes before those that were on already. */
  switchOn(scenario: Scenario): void {
    this.switchOff(scenario.name);
    this.#running.unshift(this.#begin(scenario));
  }

  #begin(scenario: Scenario): Running {
    return {
      scenario,
      since: this.#clock.now(),
      state: undefined,
      counts: new Map(),
      quotas: new Map(),
      same: new Occurrences(),
    };
  }

  switchOff(name: string): void {
    this.#running = this.#running.filter(({ scenario }) => scenario.name !== name);
    this.#named.delete(name);
  }

  /** The first rule that fires, in the scenario that the request names, and then in those that are on. */
  ask(occasion: Occasion, named?: Scenario): Fired | undefined {
    const all = named === undefined ? this.#running : [this.#forNamed(named), ...this.#running];
    for (const running of all) {
      for (const rule of running.scenario.rules) {
        const fired = this.#fire(running, rule, occasion);
        if (fired !== undefined) return fired;
      }
    }
    return undefined;
  }

  /** Counts go on from one request that names it to the next. */
  #forNamed(scenario: Scenario): Running {
    const known = this.#named.get(scenario.name);
    if (known !== undefined) return known;
    const running = this.#begin(scenario);
    this.#named.set(scenario.name, running);
    return running;
  }

  /** How often each rule of what is on has fired; never is worth knowing too. */
  report(): RuleReport[] {
    const named = new Set(this.#named.values());
    return [...this.#running, ...named].flatMap((running) =>
      running.scenario.rules.map(({ id }) => ({
        scenario: running.scenario.name,
        rule: id,
        by: named.has(running) ? ('header' as const) : ('world' as const),
        fired: [...running.counts].reduce(
          (sum, [key, count]) => (key.split(' ', 1)[0] === id ? sum + count.fired : sum),
          0,
        ),
      })),
    );
  }

  #fire(running: Running, rule: Rule, occasion: Occasion): Fired | undefined {
    if (!this.#matches(running, rule, occasion)) return undefined;
    const counted = countedKey(rule, occasion);
    if (counted === undefined) return undefined;
    const key = `${rule.id} ${counted}`;
    const count = running.counts.get(key) ?? { matches: 0, fired: 0 };
    running.counts.set(key, count);
    count.matches += 1;
    const ordered = isByOrder(rule);
    const same = ordered && rule.chance === 1 ? '' : `${rule.id} ${occasion.identity()}`;
    if (!isTurn(rule, count) || !this.#isDrawn(running, rule, same)) return undefined;
    const retryAfter = this.#retryAfter(running, rule, key);
    if (retryAfter === 0) return undefined;
    count.fired += 1;
    goOn(running, rule, count.fired);
    const name = `${running.scenario.name}/${rule.id}`;
    const nth = ordered ? count.fired : running.same.next(`fired ${same}`);
    return { label: `${name}#${nth}`, key: `${name} ${ordered ? counted : same} ${nth}`, do: rule.do, retryAfter };
  }

  #matches({ since, state }: Running, rule: Rule, occasion: Occasion): boolean {
    const isForAll = rule.on.includes('*') && occasion.on !== 'fax' && occasion.on !== 'webhook';
    if (!isForAll && !rule.on.includes(occasion.on)) return false;
    const age = this.#clock.now() - since;
    if (age < rule.during.from || age >= rule.during.until) return false;
    if (rule.state !== undefined && rule.state !== state) return false;
    for (const [name, wanted] of rule.where) if (!holds(wanted, occasion.fact(name))) return false;
    return true;
  }

  /** Seconds until a rule's quota is renewed; 0 when there is some left, undefined when the rule has none. */
  #retryAfter({ quotas }: Running, { do: { rateLimit } }: Rule, key: string): number | undefined {
    if (rateLimit === undefined) return undefined;
    const quota = quotas.get(key) ?? new Quota(rateLimit);
    quotas.set(key, quota);
    return quota.use(this.#clock.now());
  }

  #isDrawn({ scenario, same: seen }: Running, { chance }: Rule, same: string): boolean {
    return chance === 1 || draw(this.#seed, scenario.name, same, seen.next(same)) < chance;
  }
}

/** The state that a scenario is in once a rule has fired so often. */
function goOn(running: Running, { then, times }: Rule, fired: number): void {
  if (then !== undefined && (times === Infinity || fired >= times)) running.state = then;
}

/** What a rule counts by; undefined when the request has none of it. */
function countedKey({ per }: Rule, { fax, number }: Occasion): string | undefined {
  if (per === 'fax') return fax;
  if (per === 'number') return number;
  return ''; // a world has one account
}

/** Whether the order in which requests come decides for which of them a rule fires. */
function isByOrder({ after, every, times, state, do: { rateLimit } }: Rule): boolean {
  return after > 0 || every > 1 || times < Infinity || state !== undefined || rateLimit !== undefined;
}

function isTurn({ after, every, times }: Rule, { matches, fired }: { matches: number; fired: number }): boolean {
  return matches > after && (matches - after - 1) % every === 0 && fired < times;
}
