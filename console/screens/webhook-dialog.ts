import { signal } from '@preact/signals';
import type { WebhookRecord } from '../../src/control/client/named-types.ts';

/** A dialog of the webhooks screen. The code is loaded when the first one opens. */
type WebhookDialog =
  | { readonly form: 'check'; readonly url: string }
  | { readonly form: 'edit' | 'event'; readonly webhook: WebhookRecord }
  | { readonly form: 'scenarios' };

/** The open dialog, if any. */
export const open = signal<WebhookDialog | undefined>(undefined);

export const openUrlCheck = (url = ''): void => {
  open.value = { form: 'check', url };
};
export const openEdit = (webhook: WebhookRecord): void => {
  open.value = { form: 'edit', webhook };
};
export const openEvent = (webhook: WebhookRecord): void => {
  open.value = { form: 'event', webhook };
};
export const openScenarios = (): void => {
  open.value = { form: 'scenarios' };
};
export const close = (): void => {
  open.value = undefined;
};
