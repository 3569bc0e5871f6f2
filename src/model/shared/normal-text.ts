import { durationWords } from './duration.ts';
import { scenarioText } from './scenario-text.ts';
import { capital, listed } from './words.ts';

/**
 * The effects of a return to normal: `Switched off busy-line; set back rate_limit; the clock runs in real time`. A clock that was
 * moved stays later.
 */
export function normalText(ended: NormalAnswer): string {
  const { scenarios, settings, clock, later_ms: later } = ended;
  const parts = [
    ...(scenarios.length === 0 ? [] : [`switched off ${namesText(scenarios.map((name) => scenarioText(name)))}`]),
    ...(settings.length === 0 ? [] : [`set back ${namesText(settings)}`]),
    ...(clock ? ['the clock runs in real time'] : []),
  ];
  return capital(`${parts.join('; ') || 'nothing was unusual'}${laterText(later)}`);
}

/** A shorter difference may come from the calls themselves. */
const noticedMs = 60_000;

/** Whether a clock stays noticeably ahead, in ms. */
export const staysLater = (later: number): boolean => later >= noticedMs;

const laterText = (later: number): string =>
  !staysLater(later)
    ? ''
    : `. The clock stays ${durationWords(later)} ahead, as it was moved; a rewind or a reset takes it back`;

const mostNamed = 6;

/** The names, or the number of those that have no room. */
const namesText = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? listed(names)
    : `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`;

interface NormalAnswer {
  readonly scenarios: readonly string[];
  readonly settings: readonly string[];
  readonly clock: boolean;
  readonly later_ms: number;
}
