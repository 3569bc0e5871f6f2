import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { FaultContext, focusFault, isControl } from './field.tsx';
import type { Faults } from './field.tsx';
import { toastFailure } from './toast.tsx';

interface FormProps {
  readonly class?: string;
  /** The fields that a refusal is about. */
  readonly faultsIn?: (message: string) => Faults;
  /** A failure is shown at its field, else as a toast. */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form on the page itself. */
export function Form({ class: className, faultsIn, onSubmit, children }: FormProps) {
  const faults = useMemo(() => signal<Faults>({}), []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget: form } = event;
    if (!(form instanceof HTMLFormElement)) return;
    faults.value = {};
    onSubmit(new FormData(form)).catch((error: unknown) => {
      faults.value = faultsIn?.(messageOf(error)) ?? {};
      if (!focusFault(form, faults.value)) toastFailure(error);
    });
  };
  const clear = ({ target }: InputEvent): void => {
    if (isControl(target)) faults.value = { ...faults.value, [target.name]: undefined };
  };
  return (
    <form class={className} onSubmit={submit} onInput={clear}>
      <FaultContext.Provider value={faults}>{children}</FaultContext.Provider>
    </form>
  );
}
