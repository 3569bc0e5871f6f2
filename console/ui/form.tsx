import type { ComponentChildren } from 'preact';
import { messageOf } from '../api.ts';
import { FaultContext, focusFault, useFaults } from './field.tsx';
import type { Faults } from './field.tsx';
import { toastFailure } from './toast.tsx';

interface FormProps {
  readonly class?: string;
  /** The fields that the refusal of a form is about. */
  readonly faultsIn?: (message: string, form: FormData) => Faults;
  /** Called after each change of a field. */
  readonly onInput?: (form: FormData) => void;
  /** A failure is shown at its field, or else as a toast. */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form on the page itself. */
export function Form({ class: className, faultsIn, onInput, onSubmit, children }: FormProps) {
  const { faults, forget } = useFaults();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget: form } = event;
    if (!(form instanceof HTMLFormElement)) return;
    faults.value = {};
    const data = new FormData(form);
    onSubmit(data).catch((error: unknown) => {
      faults.value = faultsIn?.(messageOf(error), data) ?? {};
      if (!focusFault(form, faults.value)) toastFailure(error);
    });
  };
  const change = (event: Event): void => {
    forget(event);
    if (event.currentTarget instanceof HTMLFormElement) onInput?.(new FormData(event.currentTarget));
  };
  return (
    <form class={className} onSubmit={submit} onInput={change}>
      <FaultContext.Provider value={faults}>{children}</FaultContext.Provider>
    </form>
  );
}
