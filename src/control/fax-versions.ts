import * as v from 'valibot';
import type { Fax } from '../model/domain/fax.ts';
import { transmissionsOf } from '../model/domain/transmission.ts';
import { faxEvent } from '../model/domain/webhook.ts';
import type { WebhookAttempt, WebhookFormat } from '../model/domain/webhook.ts';
import { projectOf } from '../service/operations/projects.ts';
import { formatOf } from '../service/webhooks/attempt.ts';
import { writeFax as writeV21Fax } from '../wire/v2-1/faxes.ts';
import { sinchFaxBody } from '../wire/v3/faxes.ts';
import { webhookWriters } from '../wire/webhooks.ts';
import type { World } from '../worlds/world.ts';

const webhook = v.strictObject({
  /** Whether the application got this webhook. If not, it is the webhook that the application would get for the current fax. */
  is_delivered: v.boolean(),
  form: v.picklist(['multipart', 'json']),
  /** Whether the webhook has the header X-Phaxio-Signature if the account has a webhook token. */
  is_signed: v.boolean(),
  fields: v.record(v.string(), v.string()),
  files: v.array(v.strictObject({ name: v.string(), filename: v.string(), type: v.string() })),
});
type Webhook = v.InferOutput<typeof webhook>;

export const versionsAnswer = v.strictObject({
  'v2.1': v.looseObject({}),
  v3: v.array(v.looseObject({ id: v.string() })),
  webhooks: v.strictObject({ 'v2.1': v.array(webhook), v3: v.array(webhook) }),
});

/** The webhooks of a version. */
interface WebhookFace {
  /** The formats of the webhooks. The first one is the default. */
  readonly formats: readonly [WebhookFormat, ...WebhookFormat[]];
  /** The positions of the recipients that have a webhook of their own. */
  readonly indexesOf: (fax: Fax) => readonly number[];
}

const faces = {
  'v2.1': { formats: ['v2.1'], indexesOf: () => [0] },
  v3: {
    formats: ['v3 multipart', 'v3 json'],
    indexesOf: (fax) => transmissionsOf(fax).map(({ index }) => index),
  },
} as const satisfies Readonly<Record<string, WebhookFace>>;

/** A fax and its final webhook in v2.1 and in v3, which has one of each for every recipient. */
export function versionsOf(world: World, fax: Fax): v.InferOutput<typeof versionsAnswer> {
  const project = projectOf(world);
  return {
    'v2.1': writeV21Fax.body(fax),
    v3: transmissionsOf(fax).map((one) => sinchFaxBody({ ...one, project })),
    webhooks: { 'v2.1': webhooksOf(faces['v2.1'], world, fax), v3: webhooksOf(faces.v3, world, fax) },
  };
}

/** The webhooks that the application got in one of the formats, or those that it would get in the first format. */
function webhooksOf(face: WebhookFace, world: World, fax: Fax): Webhook[] {
  const { account } = world.store;
  const all = world.deliveries.list({ faxId: fax.id, event: 'fax_completed', state: 'delivered' });
  const delivered = all.filter((one) => face.formats.includes(formatOf(one, account)));
  if (delivered.length === 0) return expectedWebhooks(face, world, fax);
  return delivered.map((one) => {
    const { fields = {}, files = [], signature = null } = one.attempts.at(-1) ?? {};
    return webhookOf(formatOf(one, account), { isDelivered: true, isSigned: signature !== null, fields, files });
  });
}

function expectedWebhooks({ formats: [format], indexesOf }: WebhookFace, world: World, fax: Fax): Webhook[] {
  const { write, hasDocument } = webhookWriters[format];
  const event = faxEvent(fax, 'fax_completed');
  const document = hasDocument(fax) ? new Uint8Array() : undefined;
  return indexesOf(fax).map((index) => {
    const { shown, signable } = write({ event, fax, index, document, project: projectOf(world) });
    const isSigned = signable !== null && world.store.account.webhookToken !== null;
    return webhookOf(format, { isDelivered: false, isSigned, ...shown });
  });
}

interface WebhookParts extends Pick<WebhookAttempt, 'fields' | 'files'> {
  readonly isDelivered: boolean;
  readonly isSigned: boolean;
}

const webhookOf = (format: WebhookFormat, { isDelivered, isSigned, fields, files }: WebhookParts): Webhook => ({
  is_delivered: isDelivered,
  form: format.endsWith('json') ? 'json' : 'multipart',
  is_signed: isSigned,
  fields: { ...fields },
  files: files.map(({ name, filename, type }) => ({ name, filename, type })),
});
