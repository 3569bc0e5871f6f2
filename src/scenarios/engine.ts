import type { Clock } from '../domain/clock.ts';
import { draw } from '../domain/dice.ts';
import type { OperationId } from '../domain/operation.ts';
import type { MadeFax, Seen } from './judges/judge.ts';
import { holds } from './matching.ts';
import { begin, firedOf, goOn, switchedBy, useQuota } from './running.ts';
import type { Running, SwitchedBy, SwitchedOn } from './running.ts';
import type { Effects, Rule, Scenario } from './scenario.ts';
import { toldToWait } from './watch.ts';
import type { Verdict, Watch } from './watch.ts';

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
  shown(): string;
}

/** An occasion, and what sameRequest says of it. */
interface Asked {
  readonly occasion: Occasion;
  readonly same: () => string;
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
  /** Watches what the rule expects of the client. */
  readonly watch: Watch | undefined;
}

export interface RuleReport {
  readonly scenario: string;
  readonly rule: string;
  readonly fired: number;
  /** Whose scenario it is; those of `header` are on for requests that name them alone. */
  readonly by: SwitchedBy;
}

/**
 * Says which rule applies to a request. Matching and counting are one step, so that of requests at the same time only one
 * is the first. Chance is a draw of its own for each rule and request, and how often this very request has come: other
 * requests and rules never shift it, in whatever order they come.
 */
export class ScenarioEngine {
  readonly #clock: Clock;
  readonly #seed: number;
  #running: readonly (Running & SwitchedOn)[] = [];
  /** Those that single requests name, which are on for no others. */
  readonly #named = new Map<string, Running>();
  #watches: readonly { readonly rule: Rule; readonly watch: Watch }[] = [];

  constructor({ clock, seed }: { clock: Clock; seed: number }) {
    this.#clock = clock;
    this.#seed = seed;
  }

  /** Whether nothing is on, and nobody watches, so that there is no need to ask. */
  get isIdle(): boolean {
    return this.#running.length === 0 && this.#watches.length === 0;
  }

  /** Those that are on; the first goes before the others. */
  get running(): readonly SwitchedOn[] {
    return this.#running.map(({ scenario, by }) => ({ scenario, by }));
  }

  /** Switches a scenario on, or anew when it was on. It goes before those that were on already by the same way. */
  switchOn(scenario: Scenario, by: SwitchedOn['by'] = 'control'): void {
    this.switchOff(scenario.name);
    const place = this.#running.findIndex((other) => switchedBy.indexOf(other.by) >= switchedBy.indexOf(by));
    const running = begin(scenario, { by, since: this.#clock.now() });
    this.#running = this.#running.toSpliced(place < 0 ? this.#running.length : place, 0, running);
    this.#watch();
  }

  /** False when it was not on. */
  switchOff(name: string): boolean {
    const before = this.#running.length;
    this.#running = this.#running.filter(({ scenario }) => scenario.name !== name);
    const wasNamed = this.#named.delete(name);
    this.#watch();
    return wasNamed || this.#running.length < before;
  }

  /** The first rule that fires, in the scenario that the request names, and then in those that are on. */
  ask(occasion: Occasion, named?: Scenario): Fired | undefined {
    const all = named === undefined ? this.#running : [this.#forNamed(named), ...this.#running];
    const isRequest = occasion.on !== 'fax' && occasion.on !== 'webhook';
    if (isRequest) for (const { rule, watch } of this.#watches) watch.saw(this.#seen(occasion, rule));
    for (const running of all) {
      const same = sameRequest(running, occasion);
      for (const rule of running.scenario.rules) {
        const fired = this.#fire(running, rule, { occasion, same });
        if (fired !== undefined) return fired;
      }
    }
    return undefined;
  }

  /** A fax comes to be. */
  made(fax: Omit<MadeFax, 'at'>): void {
    for (const { watch } of this.#watches) watch.made({ ...fax, at: this.#clock.now() });
  }

  /** How often each rule of what is on has fired; never is worth knowing too. */
  report(): RuleReport[] {
    return this.#all.flatMap((running) =>
      running.scenario.rules.map(({ id }) => ({
        scenario: running.scenario.name,
        rule: id,
        by: running.by,
        fired: firedOf(running, id),
      })),
    );
  }

  /** What the client has shown so far of what the rules expect, and which rules have not fired, as `scenario/rule`. */
  verdicts(): { verdicts: Verdict[]; neverFired: string[] } {
    return {
      verdicts: this.#watches.flatMap(({ watch }) => watch.verdicts()),
      neverFired: this.#all.flatMap((running) =>
        running.scenario.rules
          .filter(({ id, expect }) => expect?.fired?.min !== 0 && firedOf(running, id) === 0)
          .map(({ id }) => `${running.scenario.name}/${id}`),
      ),
    };
  }

  get #all(): Running[] {
    return [...this.#running, ...this.#named.values()];
  }

  #watch(): void {
    this.#watches = this.#all.flatMap(({ scenario: { rules }, watches }) =>
      rules.flatMap((rule) => {
        const watch = watches.get(rule.id);
        return watch === undefined ? [] : [{ rule, watch }];
      }),
    );
  }

  /** Counts go on from one request that names it to the next. */
  #forNamed(scenario: Scenario): Running {
    const known = this.#named.get(scenario.name);
    if (known !== undefined) return known;
    const running = begin(scenario, { by: 'header', since: this.#clock.now() });
    this.#named.set(scenario.name, running);
    this.#watch();
    return running;
  }

  #seen(occasion: Occasion, rule: Rule): Seen {
    return {
      on: occasion.on,
      shown: occasion.shown(),
      at: this.#clock.now(),
      identity: occasion.identity(),
      counted: countedKey(rule, occasion),
    };
  }

  #fire(running: Running, rule: Rule, { occasion, same }: Asked): Fired | undefined {
    if (!this.#matches(running, rule, occasion)) return undefined;
    const counted = countedKey(rule, occasion);
    if (counted === undefined) return undefined;
    const key = `${rule.id} ${counted}`;
    const count = running.counts.get(key) ?? { matches: 0, fired: 0 };
    running.counts.set(key, count);
    count.matches += 1;
    if (!isTurn(rule, count) || !this.#isDrawn(running, rule, same)) return undefined;
    const now = this.#clock.now();
    const retryAfter = useQuota(running, rule, key, now);
    if (retryAfter === 0) return undefined;
    count.fired += 1;
    goOn(running, rule, count.fired);
    const watch = running.watches.get(rule.id);
    watch?.touched(this.#seen(occasion, rule), toldToWait(rule, retryAfter, now));
    const name = `${running.scenario.name}/${rule.id}`;
    const what = isByOrder(rule) ? counted : occasion.identity();
    const nth = isByOrder(rule) ? count.fired : running.same.next(`${rule.id} ${what}`);
    return { label: `${name}#${nth}`, key: `${name} ${what} ${nth}`, do: rule.do, retryAfter, watch };
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

  #isDrawn({ scenario }: Running, { id, chance }: Rule, same: () => string): boolean {
    return chance === 1 || draw(this.#seed, scenario.name, id, same()) < chance;
  }
}

/** The request and how often this very one has come to a scenario; costs nothing before somebody wants to know. */
function sameRequest({ same }: Running, occasion: Occasion): () => string {
  let known: string | undefined;
  return () => (known ??= `${occasion.identity()} ${same.next(occasion.identity())}`);
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
