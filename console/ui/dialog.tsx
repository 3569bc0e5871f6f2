import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { Button } from './button.tsx';
import { takeFiles } from './dropped-files.ts';
import { dropDraft, fillIn, keepDraft } from './drafts.ts';
import { FaultContext, faultsOf, focusFault, isControl, refusalOf } from './field.tsx';
import type { Faults } from './field.tsx';
import { openDialogs, Toasts } from './toast.tsx';

interface DialogProps {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A modal dialog of the browser itself, which keeps the focus and closes with Escape. Its first field has the focus first. */
export function Dialog({ title, class: className = '', children, onClose, onKeyDown }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const level = useMemo(() => openDialogs.peek() + 1, []);
  // Before the browser draws: a key that is pressed between the two would be lost.
  useLayoutEffect(() => {
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('.fields :is(input, select, textarea)')?.focus();
    openDialogs.value++;
    return () => {
      openDialogs.value--;
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${className}`}
      aria-label={title}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onDragOver={takeFiles}
      onDrop={takeFiles}
    >
      <header>
        <h2>{title}</h2>
        <Button icon="close" label="Close" kind="quiet" onClick={() => element.current?.close()} />
      </header>
      {children}
      <Toasts level={level} />
    </dialog>
  );
}

interface FormDialogProps extends DialogProps {
  readonly submit: string;
  readonly isDanger?: boolean;
  /** Shown from the start. */
  readonly error?: string;
  /** Keeps what is entered under this name for the tab, until it is sent. */
  readonly draft?: string;
  /** Called with the fields at first, and whenever one changes. */
  readonly onInput?: (form: FormData) => void;
  /** Rejects with the reason, which the dialog then shows; closes it when it resolves. */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { submit, isDanger = false, error = '', draft, onInput, onSubmit, children, ...dialog } = props;
  const form = useRef<HTMLFormElement>(null);
  const state = useMemo(() => signal({ isBusy: false, error }), []);
  const faults = useMemo(() => signal<Faults>({}), []);
  useEffect(() => {
    if (form.current === null) return;
    if (draft !== undefined) fillIn(form.current, draft);
    onInput?.(new FormData(form.current));
  }, []);
  const change = ({ currentTarget: changed, target }: InputEvent | Event): void => {
    if (!(changed instanceof HTMLFormElement)) return;
    if (isControl(target)) faults.value = { ...faults.value, [target.name]: undefined };
    if (draft !== undefined) keepDraft(changed, draft);
    onInput?.(new FormData(changed));
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { current: sent } = form;
    if (sent === null) return;
    faults.value = faultsOf(sent);
    state.value = { isBusy: true, error: '' };
    try {
      if (focusFault(sent, faults.value)) return;
      await onSubmit(new FormData(sent));
      if (draft !== undefined) dropDraft(draft);
      dialog.onClose();
    } catch (thrown) {
      const message = messageOf(thrown);
      faults.value = refusalOf(sent, message);
      if (!focusFault(sent, faults.value)) state.value = { isBusy: true, error: message };
    } finally {
      state.value = { ...state.value, isBusy: false };
    }
  };
  return (
    <Dialog {...dialog}>
      <form ref={form} noValidate onSubmit={(event) => void send(event)} onInput={change} onChange={change}>
        <FaultContext.Provider value={faults}>
          <div class="fields">{children}</div>
        </FaultContext.Provider>
        {state.value.error !== '' && (
          <p class="form-error" role="alert">
            {state.value.error}
          </p>
        )}
        <footer>
          <Button isLocal onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button isSubmit kind={isDanger ? 'danger' : 'primary'} isDisabled={state.value.isBusy}>
            {submit}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

export { Field } from './field.tsx';
