import type { ChangedVerdict } from '../../scenarios/expectation-monitor.ts';
import { scenarioText } from '../../model/shared/scenario-text.ts';
import { blank } from './entry.ts';
import type { Happening } from './entry.ts';

/** The verdict on a scenario's expectation in words: a failure, or a pass after one. */
export function verdictHappening(change: ChangedVerdict, at: number): Happening<'scenario'> {
  const { scenario, rule, expectation, verdict, because } = change;
  const hasFailed = verdict === 'failed';
  return {
    ...blank,
    kind: 'scenario',
    action: 'verdict',
    at,
    subject: scenario,
    status: verdict,
    rule: `${scenario}/${rule}`,
    summary: `Scenario ${scenarioText(scenario)}, rule ${rule}: ${expectation.replaceAll('_', ' ')} ${verdict}, ${because}`,
    reason: hasFailed ? because : null,
    tone: hasFailed ? 'bad' : 'good',
  };
}
