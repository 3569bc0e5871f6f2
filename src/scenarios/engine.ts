import type { Clock } from '../domain/clock.ts';
import { draw } from '../domain/dice.ts';
import type { OperationId } from '../domain/operation.ts';
import { holds } from './matching.ts';
import { eventKinds } from './scenario.ts';
import { Quota } from './quota.ts';
import { knownAs } from './references.ts';
import type { Effects, EventKind, Rule, Scenario } from './scenario.ts';

/** A request, a fax, a port order or a webhook that rules are held against. */
export interface Occasion {
  readonly on: OperationId | EventKind;
  /** What the request is about, by the name of a fact; undefined when it is not there. */
  fact(name: string): unknown;
  /** What is counted by itself; undefined when the request has none. */
  readonly fax: string | undefined;
  readonly number: string | undefined;
}

/** A rule that fires. */
export interface Fired {
  /** `scenario/rule#n`: the nth time. */
  readonly label: string;
  /** The same, whatever else happens; for the draws of its effects. */
  readonly key: string;
  readonly do: Effects;
  /** When a quota is used up: seconds until there is a new one. */
  readonly retryAfter: number | undefined;
}

/** Why a rule does not fire: the first of its parts that is not as it should be. */
export type Miss =
  | { readonly part: 'on' | 'during' | 'state' | 'per' | 'turn' | 'rate_limit' }
  | { readonly part: 'where'; readonly fact: string }
  | { readonly part: 'chance'; readonly drawn: number };

/** What would become of a rule, and how it stood before. */
export interface Trial {
  readonly scenario: string;
  readonly rule: Rule;
  /** Ms since the scenario was switched on. */
  readonly age: number;
  readonly state: string | undefined;
  /** Matches and firings of what the rule counts. */
  readonly count: Count;
  readonly outcome: Fired | Miss;
}

interface Count {
  matches: number;
  fired: number;
}

/** A scenario that is on. */
interface Running {
  readonly scenario: Scenario;
  readonly since: number;
  state: string | undefined;
  /** Matches and firings, by rule and by what it counts. */
  readonly counts: Map<string, Count>;
  readonly quotas: Map<string, Quota>;
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
 * is the first. Chance is a draw of its own for each rule and count: other requests and rules never shift it.
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
    this.#forget((name) => name === scenario.name);
    this.#running.unshift(this.#begin(scenario));
  }

  #begin(scenario: Scenario): Running {
    return { scenario, since: this.#clock.now(), state: undefined, counts: new Map(), quotas: new Map() };
  }

  /** By its name, with whatever parameters, or by its name with these parameters. */
  switchOff(named: string): void {
    const name = knownAs(named);
    this.#forget((known) => known === name || known.startsWith(`${name}(`));
  }

  #forget(isMeant: (name: string) => boolean): void {
    this.#running = this.#running.filter(({ scenario }) => !isMeant(scenario.name));
    for (const name of this.#named.keys()) if (isMeant(name)) this.#named.delete(name);
  }

  /** The first rule that fires, in the scenario that the request names, and then in those that are on. */
  ask(occasion: Occasion, named?: Scenario): Fired | undefined {
    const all = named === undefined ? this.#running : [this.#forNamed(named), ...this.#running];
    for (const running of all) {
      for (const rule of running.scenario.rules) {
        const fired = this.#fire(running, rule, occasion);
        if ('label' in fired) return fired;
      }
    }
    return undefined;
  }

  /** What each rule would do, in the order in which they are asked, if it alone were asked. Nothing is counted. */
  try(occasion: Occasion, named?: Scenario): Trial[] {
    const own = named === undefined ? [] : [this.#named.get(named.name) ?? this.#begin(named)];
    return [...own, ...this.#running].flatMap((running) =>
      running.scenario.rules.map((rule): Trial => {
        const { scenario, since, state, counts } = running;
        const key = keyOf(rule, countedKey(rule, occasion));
        return {
          scenario: scenario.name,
          rule,
          age: this.#clock.now() - since,
          state,
          count: { ...(counts.get(key) ?? { matches: 0, fired: 0 }) },
          outcome: this.#fire(copyOf(running), rule, occasion),
        };
      }),
    );
  }

  /** Counts go on from one request that names it to the next. */
  #forNamed(scenario: Scenario): Running {
    const known = this.#named.get(scenario.name);
    if (known !== undefined) return known;
    const running = this.#begin(scenario);
    this.#named.set(scenario.name, running);
    // With parameters there is no end of them: the first that was named goes.
    const [oldest] = this.#named.size > mostNamed ? this.#named.keys() : [];
    if (oldest !== undefined) this.#named.delete(oldest);
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

  #fire(running: Running, rule: Rule, occasion: Occasion): Fired | Miss {
    const miss = this.#missOf(running, rule, occasion);
    if (miss !== undefined) return miss;
    const counted = countedKey(rule, occasion);
    if (counted === undefined) return { part: 'per' };
    const key = keyOf(rule, counted);
    const count = running.counts.get(key) ?? { matches: 0, fired: 0 };
    running.counts.set(key, count);
    count.matches += 1;
    if (!isTurn(rule, count)) return { part: 'turn' };
    const drawn = this.#drawnFor(running, rule, `${counted} ${count.matches}`);
    if (drawn >= rule.chance) return { part: 'chance', drawn };
    const retryAfter = this.#retryAfter(running, rule, key);
    if (retryAfter === 0) return { part: 'rate_limit' };
    count.fired += 1;
    if (rule.then !== undefined && (rule.times === Infinity || count.fired >= rule.times)) running.state = rule.then;
    const name = `${running.scenario.name}/${rule.id}`;
    return { label: `${name}#${count.fired}`, key: `${name} ${counted} ${count.fired}`, do: rule.do, retryAfter };
  }

  #missOf({ since, state }: Running, rule: Rule, occasion: Occasion): Miss | undefined {
    const isForAll = rule.on.includes('*') && !eventKinds.some((kind) => kind === occasion.on);
    if (!isForAll && !rule.on.includes(occasion.on)) return { part: 'on' };
    const age = this.#clock.now() - since;
    if (age < rule.during.from || age >= rule.during.until) return { part: 'during' };
    if (rule.state !== undefined && rule.state !== state) return { part: 'state' };
    for (const [fact, wanted] of rule.where) if (!holds(wanted, occasion.fact(fact))) return { part: 'where', fact };
    return undefined;
  }

  /** Seconds until a rule's quota is renewed; 0 when there is some left, undefined when the rule has none. */
  #retryAfter({ quotas }: Running, { do: { rateLimit } }: Rule, key: string): number | undefined {
    if (rateLimit === undefined) return undefined;
    const quota = quotas.get(key) ?? new Quota(rateLimit);
    quotas.set(key, quota);
    return quota.use(this.#clock.now());
  }

  /** Below 1, and 0 where nothing is left to chance. */
  #drawnFor({ scenario }: Running, { id, chance }: Rule, count: string): number {
    return chance === 1 ? 0 : draw(this.#seed, scenario.name, id, count);
  }
}

/** How many scenarios are remembered that requests have named. */
const mostNamed = 1000;

/** As it is now, to try rules with. */
function copyOf(running: Running): Running {
  return {
    ...running,
    counts: new Map([...running.counts].map(([key, count]) => [key, { ...count }] as const)),
    quotas: new Map([...running.quotas].map(([key, quota]) => [key, quota.copy()] as const)),
  };
}

const keyOf = ({ id }: Rule, counted: string | undefined): string => `${id} ${counted ?? ''}`;

/** What a rule counts by; undefined when the request has none of it. */
function countedKey({ per }: Rule, { fax, number }: Occasion): string | undefined {
  if (per === 'fax') return fax;
  if (per === 'number') return number;
  return ''; // a world has one account
}

function isTurn({ after, every, times }: Rule, { matches, fired }: { matches: number; fired: number }): boolean {
  return matches > after && (matches - after - 1) % every === 0 && fired < times;
}
