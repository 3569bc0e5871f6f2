import type { Effects } from './effects-schema.ts';
import type { ExpectationMonitor } from './expectation-monitor.ts';

/** A rule that fires. */
export interface Fired {
  /**
   * `scenario/rule#n`: the nth firing for the key of the rule. A rule that fires whatever the order of requests
   * counts the firings for this same request.
   */
  readonly label: string;
  /** Key for the draws of its effects: the same, whatever else happens. */
  readonly key: string;
  readonly do: Effects;
  /** Seconds until there is a new quota, when a quota is used up. */
  readonly retryAfter: number | undefined;
  /** Watches the expectation of the rule. */
  readonly monitor: ExpectationMonitor | undefined;
  /** The rule that fires beneath this one, which is on top of it. */
  readonly under?: Fired | undefined;
}

/** A rule that fires, and the one beneath it. */
export const firedLayers = (fired: Fired | undefined): readonly Fired[] =>
  fired === undefined ? [] : [fired, ...firedLayers(fired.under)];
