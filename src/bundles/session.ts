import type { Account } from '../domain/account.ts';
import type { Delivery } from '../domain/webhook.ts';
import { Progress } from '../history/step.ts';
import type { StepChange } from '../history/step.ts';
import { isIn } from '../store/store.ts';
import type { Committed } from '../store/store.ts';
import type { World } from '../worlds/world.ts';
import type { BundleStep } from './bundle.ts';
import { bundledControl, bundledProgress, bundledRequest, bundledWebhook } from './bundled-steps.ts';
import type { BundleTools } from './bundled-steps.ts';

/** A step with the number of changes that the world had seen when it began. */
interface Placed {
  readonly position: number;
  readonly step: BundleStep;
}

/** All that went into a world and all that it did by itself, in order. Collects its secrets. */
export function stepsOf({ history, store }: World, wrapping: BundleTools): BundleStep[] {
  const tokens = tokensIn(
    store.account,
    history.commits.map(([, change]) => change),
  );
  for (const token of tokens) wrapping.secrets.add(token);
  const done = history.steps.map((step): Placed => ({
    position: step.from,
    step: step.kind === 'request' ? bundledRequest(step, wrapping) : bundledControl(step, wrapping),
  }));
  const followed = history.changes.flatMap(([position, change]): Placed[] => {
    const step = stepFor(change, tokens);
    return step === undefined ? [] : [{ position, step }];
  });
  // The sort is stable: a request comes before progress that the world had not seen when the request began.
  return [...done, ...followed].toSorted((one, other) => one.position - other.position).map(({ step }) => step);
}

function stepFor(change: StepChange, tokens: readonly string[]): BundleStep | undefined {
  if (typeof change !== 'object') return undefined;
  if (change instanceof Progress) return bundledProgress(change);
  const delivery = attemptedIn(change);
  return delivery && bundledWebhook(delivery, tokens);
}

/** The delivery that a change gives another attempt. */
function attemptedIn(change: Committed): Delivery | undefined {
  if (!isIn('deliveries', change) || change.record === undefined) return undefined;
  const { before, record } = change;
  return record.attempts.length > (before?.attempts.length ?? 0) ? record : undefined;
}

/** The webhook tokens that the account has, and has had. */
function tokensIn(account: Account, changes: readonly Committed[]): string[] {
  const former = changes.flatMap((change) =>
    isIn('account', change) && change.before !== undefined ? [change.before] : [],
  );
  const tokens = [account, ...former].map(({ webhookToken }) => webhookToken);
  return [...new Set(tokens)].filter((token) => token !== null);
}
