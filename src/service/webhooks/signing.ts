import { createHmac } from 'node:crypto';
import type { WebhookAttempt } from '../../model/domain/webhook.ts';
import { parseMapping } from '../../model/shared/json-text.ts';
import { mergePatch } from '../../model/shared/merge-patch.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
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

interface SignedMessage {
  readonly message: WebhookMessage;
  readonly signature: Signature | null;
  /** Whether a verifying program must refuse it. */
  readonly isForged: boolean;
}

/** Writes a message and signs it as the service does, or with a rule's fault. The signature is null for an unsigned message. */
export function writeSigned(
  write: (edit: EditForm) => WebhookMessage,
  to: { url: string; token: string | null },
  effects: Pick<Effects, 'sign' | 'body' | 'patch'> = {},
): SignedMessage {
  const spoil: EditForm = (form) => formWithFault(patchedForm(form, effects.patch), effects.body);
  const signedMessage = write(spoil);
  // Changes the body in transit even if no token is set, so nothing is signed.
  const message = effects.sign === 'tampered-body' ? write((form) => tamperForm(spoil(form))) : signedMessage;
  const token = effects.sign === 'wrong-token' ? `not ${to.token ?? 'a token'}` : to.token;
  const { signable } = signedMessage;
  const isForged = effects.sign !== undefined && signable !== null && token !== null;
  if (signable === null || token === null || effects.sign === 'none') return { message, signature: null, isForged };
  const url = effects.sign === 'other-url' ? 'https://elsewhere.example/' : to.url;
  return { message, signature: signText(token, url + signable()), isForged };
}

/** Applies a JSON merge patch to the fields. A field whose text is a JSON object, such as `fax`, is patched inside. */
function patchedForm({ fields, files }: WebhookForm, patch: unknown): WebhookForm {
  if (!isPlainObject(patch)) return { fields, files };
  const values = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, parseMapping(text) ?? text]));
  const patched = Object.entries(mergePatch(values, patch) as Mapping);
  return { fields: Object.fromEntries(patched.map(([name, value]) => [name, textOf(value)])), files };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function formWithFault(form: WebhookForm, body: Effects['body']): WebhookForm {
  if (body === 'empty') return { fields: {}, files: [] };
  if (body === 'extra-fields')
    return { ...form, fields: { ...form.fields, unexpected_field: 'the API does not document this field' } };
  if (body === 'truncated') return { ...form, fields: Object.fromEntries(Object.entries(form.fields).map(cutOff)) };
  return form;
}

/** Cuts off the second half of a longer text. */
const cutOff = ([name, value]: [string, string]): [string, string] => [
  name,
  value.length > 20 ? value.slice(0, Math.floor(value.length / 2)) : value,
];

/** The form with a field changed after signing. */
function tamperForm({ fields, files }: WebhookForm): WebhookForm {
  return { fields: { ...fields, success: fields['success'] === 'true' ? 'false' : 'true' }, files };
}
