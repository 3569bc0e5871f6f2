import { draw } from '../domain/draws.ts';
import { countMore, countOccurrence, countKeyOf, isByOrder, isTurn, keyOf } from './counters.ts';
import type { Decision } from './decision.ts';
import type { Observation } from './expectations/expectation.ts';
import { holds } from './matching.ts';
import { isOn } from './rule-index.ts';
import type { Fired, Miss, RuleSubject } from './rule-subject.ts';
import { advanceState, useQuota } from './active-scenario.ts';
import type { ActiveScenario } from './active-scenario.ts';
import type { Rule } from './scenario.ts';
import { retryAfterOf } from './expectation-monitor.ts';

/** The context in which a rule is matched. */
interface FiringContext {
  readonly subject: RuleSubject;
  /** The key of `sameRequest` for the subject. */
  readonly same: () => string;
  /** Records the counts. */
  readonly decision: Decision;
  /** On the world's clock. */
  readonly now: number;
  readonly seed: number;
}

/** Counts a match of a rule, and a firing if it fires, or says why it does not. */
export function fire(
  active: ActiveScenario,
  rule: Rule,
  { subject, same, decision, now, seed }: FiringContext,
): Fired | Miss {
  const miss = missOf(active, rule, subject, now);
  if (miss !== undefined) return miss;
  const counted = countKeyOf(rule, subject);
  if (counted === undefined) return { part: 'per' };
  const key = keyOf(rule, counted);
  const count = active.counts.get(key) ?? { matches: 0, fired: 0 };
  active.counts.set(key, count);
  const { undo } = active;
  countMore(count, { matches: 1 }, undo);
  decision.reverse(() => countMore(count, { matches: -1 }, undo));
  if (!isTurn(rule, count)) return { part: 'turn' };
  // Below 1, and 0 where nothing is left to chance.
  const chanceDraw = rule.chance === 1 ? 0 : draw(seed, active.scenario.name, rule.id, same());
  if (chanceDraw >= rule.chance) return { part: 'chance', drawn: chanceDraw };
  // A quota is for requests, which are never taken back.
  const retryAfter = useQuota(active, rule, key, now);
  if (retryAfter === 0) return { part: 'rate_limit' };
  countMore(count, { fired: 1 }, undo);
  decision.reverse(() => countMore(count, { fired: -1 }, undo));
  decision.reverse(advanceState(active, rule, count.fired));
  const monitor = active.monitors.get(rule.id);
  if (monitor !== undefined) {
    const observation = observationFor(rule, subject, now);
    const wait = retryAfterOf(rule, retryAfter, now);
    decision.announce(() => monitor.notify((expectation) => expectation.touched?.(observation, wait)));
  }
  const name = `${active.scenario.name}/${rule.id}`;
  const what = isByOrder(rule) ? counted : subject.identity();
  const nth = isByOrder(rule) ? count.fired : countOccurrence(active.same, `${rule.id} ${what}`, decision);
  return { label: `${name}#${nth}`, key: `${name} ${what} ${nth}`, do: rule.do, retryAfter, monitor };
}

/** The observation of a subject for the expectations of a rule. */
export function observationFor(rule: Rule, subject: RuleSubject, at: number): Observation {
  return {
    on: subject.on,
    label: subject.label(),
    at,
    identity: subject.identity(),
    countKey: countKeyOf(rule, subject),
  };
}

function missOf({ since, state }: ActiveScenario, rule: Rule, subject: RuleSubject, now: number): Miss | undefined {
  if (!isOn(rule, subject)) return { part: 'on' };
  const age = now - since;
  if (age < rule.during.from || age >= rule.during.until) return { part: 'during' };
  if (rule.state !== undefined && rule.state !== state) return { part: 'state' };
  for (const [fact, condition] of rule.where) if (!holds(condition, subject.fact(fact))) return { part: 'where', fact };
  return undefined;
}
