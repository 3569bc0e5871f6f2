import { scenarioText } from './scenario-text.ts';
import { capital, listed } from './words.ts';

/** The effects of a return to normal: `Switched off busy-line; set back rate_limit; the clock runs in real time`. */
export function normalText(ended: NormalAnswer): string {
  const { scenarios, settings, clock } = ended;
  const parts = [
    ...(scenarios.length === 0 ? [] : [`switched off ${listed(scenarios.map((name) => scenarioText(name)))}`]),
    ...(settings.length === 0 ? [] : [`set back ${listed(settings)}`]),
    ...(clock ? ['the clock runs in real time'] : []),
  ];
  return capital(parts.join('; ') || 'nothing was unusual');
}

interface NormalAnswer {
  readonly scenarios: readonly string[];
  readonly settings: readonly string[];
  readonly clock: boolean;
}
