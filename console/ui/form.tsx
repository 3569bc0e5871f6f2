import type { ComponentChildren } from 'preact';
import { toastFailure } from './toast.tsx';

interface FormProps {
  readonly class?: string;
  /** A failure becomes a toast. */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly children: ComponentChildren;
}

/** A form on the page itself. */
export function Form({ class: className, onSubmit, children }: FormProps) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    onSubmit(new FormData(event.currentTarget)).catch(toastFailure);
  };
  return (
    <form class={className} onSubmit={submit}>
      {children}
    </form>
  );
}
