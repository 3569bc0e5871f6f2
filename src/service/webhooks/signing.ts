import { createHmac } from 'node:crypto';
import type { WebhookAttempt } from '../../model/domain/webhook.ts';
import type { Effects } from '../../scenarios/effects-schema.ts';
import { signableText } from '../../wire/webhook-message.ts';
import type { SignedContent, WebhookForm, WebhookMessage } from '../../wire/webhook-message.ts';
import type { EditForm } from '../../wire/webhook-message.ts';

type Signature = NonNullable<WebhookAttempt['signature']>;

/** `X-Phaxio-Signature` of a message to a URL. The URL counts exactly as it was configured: query, final slash and credentials. */
export const sign = (token: string, { url, ...content }: SignedContent & { readonly url: string }): Signature =>
  signText(token, url + signableText(content));

/** The HMAC-SHA1 in hex. Source: the reference's page on security; the official Ruby client verifies the same. */
const signText = (token: string, signed: string): Signature => ({
  value: createHmac('sha1', token).update(signed).digest('hex'),
  signed,
});

/** Writes a message and signs it as the service does, or as a rule has it: null, without a signature. */
export function writeSigned(
  write: (edit: EditForm) => WebhookMessage,
  to: { url: string; token: string | null },
  effects: Pick<Effects, 'sign' | 'body'> = {},
): { readonly message: WebhookMessage; readonly signature: Signature | null } {
  const spoil: EditForm = (form) => formWithFault(form, effects.body);
  const signedMessage = write(spoil);
  // Changed on its way also where no token is set, and so nothing signed.
  const message = effects.sign === 'tampered-body' ? write((form) => tamperForm(spoil(form))) : signedMessage;
  const token = effects.sign === 'wrong-token' ? `not ${to.token ?? 'a token'}` : to.token;
  const { signable } = signedMessage;
  if (signable === null || token === null || effects.sign === 'none') return { message, signature: null };
  const url = effects.sign === 'other-url' ? 'https://elsewhere.example/' : to.url;
  return { message, signature: signText(token, url + signable()) };
}

function formWithFault(form: WebhookForm, body: Effects['body']): WebhookForm {
  if (body === 'empty') return { fields: {}, files: [] };
  if (body === 'extra-fields')
    return { ...form, fields: { ...form.fields, unexpected_field: 'the API does not document this field' } };
  if (body === 'truncated') return { ...form, fields: Object.fromEntries(Object.entries(form.fields).map(cutOff)) };
  return form;
}

/** A longer text loses its second half. */
const cutOff = ([name, value]: [string, string]): [string, string] => [
  name,
  value.length > 20 ? value.slice(0, Math.floor(value.length / 2)) : value,
];

/** The form with a field changed after signing. */
function tamperForm({ fields, files }: WebhookForm): WebhookForm {
  return { fields: { ...fields, success: fields['success'] === 'true' ? 'false' : 'true' }, files };
}
