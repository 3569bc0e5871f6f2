import { signal } from '@preact/signals';
import { lazy } from '../ui/lazy.tsx';

const open = signal<'receive' | 'send' | undefined>(undefined);

export const openReceive = (): void => {
  open.value = 'receive';
};
export const openSend = (): void => {
  open.value = 'send';
};
const close = (): void => {
  open.value = undefined;
};

const ReceiveForm = lazy('the form', async () => (await import('./fax-receive-form.tsx')).ReceiveForm);
const SendForm = lazy('the form', async () => (await import('./fax-send-form.tsx')).SendForm);

/** The dialogs that make faxes. */
export function FaxForms() {
  if (open.value === 'receive') return <ReceiveForm onClose={close} />;
  return open.value === 'send' ? <SendForm onClose={close} /> : null;
}
