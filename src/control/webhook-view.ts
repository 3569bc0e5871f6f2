import * as v from 'valibot';
import {
  deliveryStates,
  forgeryResult,
  forgeryResults,
  isMadeByRule,
  ruleActs,
  webhookEvents,
  webhookFormats,
} from '../model/domain/webhook.ts';
import type { Delivery, WebhookAttempt } from '../model/domain/webhook.ts';
import { view } from '../wire/reply.ts';
import { faxNumbers } from '../worlds/activity/record-words.ts';
import type { World } from '../worlds/world.ts';
import { withoutCredentials } from '../worlds/journal/redaction.ts';
import { time, timeOf, timeOrNull } from './control-route.ts';

const file = v.strictObject({
  name: v.string(),
  filename: v.string(),
  type: v.string(),
  bytes: v.number(),
  sha1: v.string(),
});

const attemptView = view<WebhookAttempt>()({
  at: [time, (attempt) => timeOf(attempt.at)],
  took_ms: [v.number(), (attempt) => attempt.tookMs],
  fields: [v.record(v.string(), v.string()), (attempt) => ({ ...attempt.fields })],
  files: [v.array(file), (attempt) => [...attempt.files]],
  signature: [v.nullable(v.strictObject({ value: v.string(), signed: v.string() })), (attempt) => attempt.signature],
  answer: [v.nullable(v.strictObject({ status: v.number(), body: v.string() })), (attempt) => attempt.answer],
  failure: [v.nullable(v.string()), (attempt) => attempt.failure],
  rule: [v.nullable(v.string()), (attempt) => attempt.rule],
  /** Whether the rule made the result and nothing was sent. */
  by_rule: [v.boolean(), isMadeByRule],
  /** The acts of the rule. */
  rule_did: [v.array(v.picklist(ruleActs)), ({ ruleDid = [] }) => [...ruleDid]],
  /** Whether the program accepted or refused a forged attempt; null if it is genuine, or the program did not decide. */
  forgery: [v.nullable(v.picklist(forgeryResults)), forgeryResult],
});

interface ShownDelivery extends Delivery {
  readonly numbers: readonly string[];
}

const deliveryView = view<ShownDelivery>()({
  id: [v.number(), ({ id }) => id],
  created_at: [time, ({ createdAt }) => timeOf(createdAt)],
  event: [v.picklist(webhookEvents), ({ faxEvent }) => faxEvent.event],
  fax_id: [v.number(), ({ faxEvent }) => faxEvent.faxId],
  /** The numbers of its fax in E.164, that of the other end first; none if the fax was deleted. */
  numbers: [v.array(v.string()), ({ numbers }) => [...numbers]],
  url: [v.nullable(v.string()), ({ url }) => url && withoutCredentials(url)],
  /** Null for the format of the account. */
  format: [v.nullable(v.picklist(webhookFormats)), ({ format = null }) => format],
  /** Whether a control call sent it, such as a redelivery. */
  by_control: [v.boolean(), ({ isByControl = false }) => isByControl],
  /** Whether it came with the fixture of the world. */
  of_fixture: [v.boolean(), ({ isOfFixture = false }) => isOfFixture],
  /** The webhook that a control call delivered again as this one. */
  redelivery_of: [v.nullable(v.number()), ({ redelivery }) => redelivery?.of ?? null],
  /** Time of the next retry of that webhook, as of the call. Its retries go on. */
  former_retry_at: [v.nullable(time), ({ redelivery }) => timeOrNull(redelivery?.retryAt)],
  state: [v.picklist(deliveryStates), ({ state }) => state],
  due_at: [v.nullable(time), ({ dueAt }) => timeOrNull(dueAt)],
  attempts: [
    v.array(attemptView.shape),
    ({ attempts, url }) => attempts.map((attempt) => attemptView.body(withoutSecrets(attempt, url ?? ''))),
  ],
});

export const { shape: delivery } = deliveryView;

/** A webhook with its attempts and the numbers of its fax, without the credentials of its URL. */
export function deliveryBody({ store }: Pick<World, 'store'>, webhook: Delivery) {
  const fax = store.faxes.get(webhook.faxEvent.faxId);
  return deliveryView.body({ ...webhook, numbers: fax === undefined ? [] : faxNumbers(fax) });
}

/** The attempt without user and password of its URL, which are part of the signed text. */
function withoutSecrets(attempt: WebhookAttempt, url: string): WebhookAttempt {
  const { signature } = attempt;
  if (signature?.signed.startsWith(url) !== true) return attempt;
  return {
    ...attempt,
    signature: { ...signature, signed: withoutCredentials(url) + signature.signed.slice(url.length) },
  };
}
