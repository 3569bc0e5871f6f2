import type { Fax } from '../model/domain/fax.ts';
import type { Delivery, WebhookAttempt } from '../model/domain/webhook.ts';
import { genuineResult } from '../model/shared/webhook-answer.ts';
import { omitUndefined } from '../model/shared/objects.ts';
import { Cell } from '../store/memory/memory.ts';
import type { MemoryChange } from '../store/memory/memory.ts';
import { delayOf, faxSubject } from './courses.ts';
import type { Effects } from './effects-schema.ts';
import type { ScenarioEngine } from './engine.ts';
import type { WebhookOutcome } from './expectations.ts';
import { firedLayers } from './fired.ts';
import type { RuleSubject } from './rule-subject.ts';

/**
 * The fault that a rule injects into an attempt of a webhook, with the rule's label; undefined if there is none. It is
 * already counted.
 */
export function webhookFaultOf(
  { faxEvent, attempts, url }: Delivery,
  fax: Fax,
  { scenarios, seed }: { scenarios: ScenarioEngine; seed: number },
) {
  if (scenarios.isIdle) return undefined;
  const { event, recipientNumber: recipient, page, retryCount: retry } = faxEvent;
  const further = { event, attempt: attempts.length + 1, recipient, page, retry };
  const { fired, confirm, withdraw } = reserve(scenarios, webhookSubject(fax, further, url));
  if (fired === undefined) return undefined;
  const layers = firedLayers(fired);
  const { drop, duplicate, holdUntil, sign, credentials, patch, body, receiver } = Object.assign(
    {},
    ...layers.map((layer) => layer.do).toReversed(),
  ) as Effects;
  const delayMs = layers.some((layer) => layer.do.delay !== undefined) ? delayOf(layers, seed) : undefined;
  const effects = omitUndefined({ drop, duplicate, holdUntil, sign, credentials, patch, body, receiver, delayMs });
  return {
    rule: fired.label,
    effects,
    onBegin: confirm,
    onCancel: withdraw,
    onAttempt: (attempt: WebhookAttempt): void => {
      const outcome = outcomeOf({ faxEvent, attempts, url }, attempt);
      for (const { monitor } of layers) monitor?.notify((expectation) => expectation.delivered?.(outcome));
    },
  };
}

/** Tells the verdicts of an attempt that no rule touched. */
export function noteGenuine(delivery: Delivery, attempt: WebhookAttempt, scenarios: ScenarioEngine): void {
  const result = genuineResult(attempt);
  if (result !== undefined) scenarios.noteGenuineWebhook(result, outcomeOf(delivery, attempt));
}

/** The answer to the next attempt of a delivery, as expectations read it. */
const outcomeOf = (
  { faxEvent: { event, faxId }, attempts, url }: Pick<Delivery, 'faxEvent' | 'attempts' | 'url'>,
  { at, answer }: WebhookAttempt,
): WebhookOutcome => ({
  url: url ?? '',
  label: `attempt ${attempts.length + 1} of ${event} for fax ${faxId}`,
  at,
  status: answer?.status ?? null,
});

/**
 * Decides on an event that may still not happen. `withdraw` undoes the counts. The first call of `confirm` or
 * `withdraw` settles the decision.
 */
function reserve(scenarios: ScenarioEngine, subject: RuleSubject) {
  const { memory } = scenarios;
  const changes: MemoryChange[] = [];
  const { fired, confirm } = memory.record(changes, () => scenarios.decide(subject));
  const isSettled = new Cell(memory, false);
  const once = (settle: () => void) => () => {
    if (isSettled.value) return;
    isSettled.value = true;
    settle();
  };
  const withdraw = once(() => {
    for (const change of changes.toReversed()) change.takeBack();
  });
  return { fired, confirm: once(confirm), withdraw };
}

/** A webhook as the subject of rules. Draws for an event do not depend on the URL. */
function webhookSubject(fax: Fax, event: Readonly<Record<string, unknown>>, url: string | null): RuleSubject {
  const subject = faxSubject('webhook', fax, event);
  return { ...subject, fact: (name) => (name === 'url' ? (url ?? undefined) : subject.fact(name)) };
}
