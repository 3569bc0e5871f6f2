import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { Button } from './button.tsx';
import { takeFiles } from './dropped-files.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

/** A modal dialog of the browser itself, which keeps the focus and closes with Escape. Its first field has the focus first. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('.fields :is(input, select, textarea)')?.focus();
  }, []);
  return (
    <dialog ref={element} class="dialog" aria-label={title} onClose={onClose} onDragOver={takeFiles} onDrop={takeFiles}>
      <header>
        <h2>{title}</h2>
        <Button icon="close" label="Close" kind="quiet" onClick={() => element.current?.close()} />
      </header>
      {children}
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  readonly submit: string;
  readonly isDanger?: boolean;
  /** Shown from the start. */
  readonly error?: string;
  /** Rejects with the reason, which the dialog then shows; closes it when it resolves. */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
}

/** A dialog with a form. */
export function FormDialog({ submit, isDanger = false, error = '', onSubmit, children, ...dialog }: FormDialogProps) {
  const state = useMemo(() => signal({ isBusy: false, error }), []);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    state.value = { isBusy: true, error: '' };
    try {
      await onSubmit(new FormData(event.currentTarget));
      dialog.onClose();
    } catch (thrown) {
      state.value = { isBusy: false, error: messageOf(thrown) };
    }
  };
  return (
    <Dialog {...dialog}>
      <form onSubmit={(event) => void send(event)}>
        <div class="fields">{children}</div>
        {state.value.error !== '' && (
          <p class="form-error" role="alert">
            {state.value.error}
          </p>
        )}
        <footer>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button isSubmit kind={isDanger ? 'danger' : 'primary'} isDisabled={state.value.isBusy}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: ComponentChildren;
}

/** A label around its input. */
export function Field({ label, hint, children }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
