import type { Effects } from './effects-schema.ts';
import type { ExpectationMonitor } from './expectation-monitor.ts';

/** A rule that fires. */
export interface Fired {
  /** `scenario/rule#n` for the nth firing of the rule. */
  readonly label: string;
  /** Key for the draws of its effects. It does not depend on other events. */
  readonly key: string;
  readonly do: Effects;
  /** Seconds until the quota is renewed; undefined unless a quota is used up. */
  readonly retryAfter: number | undefined;
  /** Watches the expectation of the rule. */
  readonly monitor: ExpectationMonitor | undefined;
  /** The rule that fired beneath this one, if this one has `isOnTop`. */
  readonly under?: Fired | undefined;
}

/** A fired rule, and the rules beneath it. */
export const firedLayers = (fired: Fired | undefined): readonly Fired[] =>
  fired === undefined ? [] : [fired, ...firedLayers(fired.under)];
