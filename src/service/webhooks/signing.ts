import { createHash, createHmac } from 'node:crypto';
import type { WebhookAttempt } from '../../model/domain/webhook.ts';
import type { Effects } from '../../scenarios/effects-schema.ts';
import type { WebhookForm } from '../../wire/webhooks.ts';
import { omitUndefined } from '../../model/shared/objects.ts';

type Signature = NonNullable<WebhookAttempt['signature']>;

interface SignedContent {
  /** Exactly as it was configured: query, final slash and credentials included. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The files, each as the name of its part and the SHA-1 of its bytes in hex. */
  readonly files: readonly { readonly name: string; readonly sha1: string }[];
}

/**
 * `X-Phaxio-Signature`: the HMAC-SHA1 in hex of the URL, the fields sorted by name and the files sorted by name, all
 * without delimiters. Source: the reference's page on security; the official Ruby client verifies the same.
 */
export function sign(token: string, { url, fields, files }: SignedContent): Signature {
  const texts = Object.entries(fields);
  const hashes = files.map(({ name, sha1 }) => [name, sha1] as const);
  const signed = [url, ...inOrder(texts), ...inOrder(hashes)].join('');
  return { value: createHmac('sha1', token).update(signed).digest('hex'), signed };
}

/** SHA-1 in hex. */
export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

function inOrder(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat();
}

/** The fault that a scenario's rule injects into an attempt. */
export interface InjectedFault {
  /** `scenario/rule#n`. */
  readonly rule: string;
  /** Effects of the rule, with its delay drawn, in ms. */
  readonly effects: Omit<Effects, 'delay'> & { readonly delayMs?: number };
  /** Call it when the first of the effects has begun: the rule has fired. */
  readonly onBegin?: () => void;
  /** Call it when there is no attempt after all: unless an effect has begun, the rule has not fired. */
  readonly onCancel?: () => void;
  /** Call it with each attempt that the fault was done to. */
  readonly onAttempt?: (attempt: WebhookAttempt) => void;
}

/**
 * The fault of each copy that `duplicate` adds: in the message, the signature and the response. The number of copies
 * and their times are already set.
 */
export function faultOfCopy({ effects: { sign: signing, body, receiver }, ...same }: InjectedFault): InjectedFault {
  return { ...same, effects: omitUndefined({ sign: signing, body, receiver }) };
}

/** Signs a form as the service does, or as a rule has it: null, without a signature. */
export function signForm(
  form: WebhookForm,
  to: { url: string; token: string | null },
  effects: Pick<Effects, 'sign' | 'body'> = {},
): { readonly form: WebhookForm; readonly signature: Signature | null } {
  const faultyForm = formWithFault(form, effects.body);
  const token = effects.sign === 'wrong-token' ? `not ${to.token ?? 'a token'}` : to.token;
  // Changed on its way also where no token is set, and so nothing signed.
  const sentForm = effects.sign === 'tampered-body' ? tamperForm(faultyForm) : faultyForm;
  if (token === null || effects.sign === 'none') return { form: sentForm, signature: null };
  const url = effects.sign === 'other-url' ? 'https://elsewhere.example/' : to.url;
  const files = faultyForm.files.map(({ name, bytes }) => ({ name, sha1: sha1Of(bytes) }));
  const signature = sign(token, { url, fields: faultyForm.fields, files });
  return { form: sentForm, signature };
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
