import type { RuleAct, WebhookAttempt } from '../../model/domain/webhook.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import type { Effects } from '../../scenarios/effects-schema.ts';

/** The fault that a scenario's rule injects into an attempt. */
export interface InjectedFault {
  /** `scenario/rule#n`. */
  readonly rule: string;
  /** Effects of the rule, with the drawn delay in ms. */
  readonly effects: Omit<Effects, 'delay'> & { readonly delayMs?: number };
  /** The acts of the rule so far. */
  readonly did?: readonly RuleAct[];
  /** Call this when the first of the effects has begun: the rule has fired. */
  readonly onBegin?: () => void;
  /** Call this if no attempt follows. The rule has then not fired, unless an effect has begun. */
  readonly onCancel?: () => void;
  /** Call this with each attempt that got the effects. */
  readonly onAttempt?: (attempt: WebhookAttempt) => void;
}

/**
 * The fault of each copy that `duplicate` adds: in the message, the signature and the response. The number of copies
 * and their times are already set.
 */
export function faultOfCopy({ effects, ...same }: InjectedFault): InjectedFault {
  const { sign: signing, credentials, patch, body, receiver } = effects;
  return { ...same, did: ['doubled'], effects: omitUndefined({ sign: signing, credentials, patch, body, receiver }) };
}

/** The fault after the rule has held the attempt back. */
export const afterAct = (fault: InjectedFault, act: RuleAct): InjectedFault => ({
  ...fault,
  did: [...new Set([...(fault.did ?? []), act])],
});
