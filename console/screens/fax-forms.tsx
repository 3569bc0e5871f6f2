import { signal } from '@preact/signals';
import { lazy } from '../ui/lazy.tsx';

/** The open form, and the fields with which one to send begins. */
const open = signal<'receive' | 'send' | FormData | undefined>(undefined);

export const openReceive = (): void => {
  open.value = 'receive';
};
export const openSend = (): void => {
  open.value = 'send';
};
/** Opens the form with these fields in place of those that were kept. */
export const openSendOf = (given: FormData): void => {
  open.value = given;
};
const close = (): void => {
  open.value = undefined;
};

const ReceiveForm = lazy('the form', async () => (await import('./fax-receive-form.tsx')).ReceiveForm);
const SendForm = lazy('the form', async () => (await import('./fax-send-form.tsx')).SendForm);

/** The dialogs that make faxes. */
export function FaxForms() {
  if (open.value === 'receive') return <ReceiveForm onClose={close} />;
  if (open.value === undefined) return null;
  return <SendForm given={open.value === 'send' ? undefined : open.value} onClose={close} />;
}
