import { isRequest } from './rule-subject.ts';
import type { RuleSubject } from './rule-subject.ts';
import type { Rule, Scenario } from './scenario.ts';

/** Whether a rule listens to such subjects at all. */
export function isOn(rule: Rule, subject: RuleSubject): boolean {
  return rule.on.includes(subject.on) || (rule.on.includes('*') && isRequest(subject));
}

const known = new WeakMap<Scenario, Map<string, readonly Rule[]>>();

/** The rules of a scenario that listen to such subjects, in order: rules on other operations cost a request nothing. */
export function rulesFor(scenario: Scenario, subject: RuleSubject): readonly Rule[] {
  const byOn = known.get(scenario) ?? new Map<string, readonly Rule[]>();
  known.set(scenario, byOn);
  const rules = byOn.get(subject.on) ?? scenario.rules.filter((rule) => isOn(rule, subject));
  byOn.set(subject.on, rules);
  return rules;
}
