import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { world } from '../router.ts';
import { Button } from './button.tsx';
import { FaultContext, faultsOf, focusFault, namesIn, refusalOf, useFaults } from './field.tsx';
import { openDialogs, say, Toasts } from './toast.tsx';
import { asText } from '../../src/model/shared/conversion.ts';

interface DialogProps {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/**
 * A modal dialog of the browser, which keeps the focus inside and closes with Escape. At first its first field has the
 * focus, or else its submit button.
 */
export function Dialog({ title, class: className = '', children, onClose, onKeyDown }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const level = useMemo(() => openDialogs.peek() + 1, []);
  // Opens before the browser draws. Otherwise a key that is pressed in between would be lost.
  useLayoutEffect(() => {
    element.current?.showModal();
    const field = element.current?.querySelector<HTMLElement>('.fields :is(input, select, textarea)');
    // In a question without fields, Enter confirms, unless the answer destroys something.
    (field ?? element.current?.querySelector<HTMLElement>('form footer .primary'))?.focus();
    openDialogs.value++;
    say(''); // a message about the page would contradict the dialog
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

/** Puts files that are dropped beside the file field into the field. Otherwise the browser would leave the page to show them. */
function takeFiles(event: DragEvent): void {
  const { currentTarget, target, dataTransfer, type } = event;
  const isField = target instanceof HTMLInputElement && target.type === 'file';
  if (isField || dataTransfer?.types.includes('Files') !== true || !(currentTarget instanceof Element)) return;
  event.preventDefault();
  const field = currentTarget.querySelector<HTMLInputElement>('input[type=file]');
  if (type !== 'drop' || field === null) return;
  field.files = dataTransfer.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

interface FormDialogProps extends DialogProps {
  readonly submit: string;
  readonly isDanger?: boolean;
  /** Shown when the dialog opens. */
  readonly error?: string;
  /** The name under which the tab keeps the entered text until it is sent. */
  readonly draft?: string | undefined;
  /** The texts, choices and files with which the form begins. */
  readonly given?: FormData | undefined;
  /** Content beside the fields, or below them in a narrow window. */
  readonly beside?: ComponentChildren;
  /** Called with the fields at first, and after each change of a field. */
  readonly onInput?: ((form: FormData) => void) | undefined;
  /**
   * The dialog closes when this resolves. If it rejects, the dialog stays and shows the reason. The result can name
   * fields that stay filled for the next time.
   */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { submit, isDanger = false, error = '', draft, given, onInput, onSubmit, ...rest } = props;
  const { beside, children, ...dialog } = rest;
  const form = useRef<HTMLFormElement>(null);
  const state = useMemo(() => signal({ isBusy: false, error }), []);
  const { faults, forget } = useFaults();
  const read = useReading(form, { draft, given, onInput });
  const change = (event: Event): void => {
    const { currentTarget: changed } = event;
    if (!(changed instanceof HTMLFormElement)) return;
    forget(event);
    read(changed);
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { current: sent } = form;
    if (sent === null) return;
    faults.value = faultsOf(sent);
    state.value = { isBusy: true, error: '' };
    try {
      if (focusFault(sent, faults.value)) return;
      const kept = await onSubmit(new FormData(sent));
      if (draft !== undefined) keepDraft(sent, draft, Array.isArray(kept) ? kept : []);
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
          <div class="form-columns">
            <div class="fields">{children}</div>
            {beside !== undefined && <div class="beside">{beside}</div>}
          </div>
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

/** Fills a form in with the given fields or with its draft. Returns a function that keeps the draft and tells the entered fields. */
function useReading(
  form: { readonly current: HTMLFormElement | null },
  { draft, given, onInput }: Pick<FormDialogProps, 'draft' | 'given' | 'onInput'>,
): (entered: HTMLFormElement) => void {
  const names = useRef('');
  const read = (entered: HTMLFormElement): void => {
    if (draft !== undefined) keepDraft(entered, draft);
    onInput?.(new FormData(entered));
  };
  useEffect(() => {
    if (form.current === null) return;
    fillIn(form.current, given ?? (draft === undefined ? new FormData() : keptDraft(draft)));
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select(); // typing replaces a kept text
    onInput?.(new FormData(form.current));
    names.current = namesIn(form.current);
  }, []);
  // A choice can give other names to filled fields, so the form is read again after they are drawn.
  useLayoutEffect(() => {
    if (form.current === null || names.current === '') return;
    const before = names.current;
    names.current = namesIn(form.current);
    if (names.current !== before) read(form.current);
  });
  return read;
}

const keyOf = (draft: string): string => `faxsim-draft ${world.peek()} ${draft}`;

/** Keeps the texts and choices of a form for the tab. Files cannot be kept. */
function keepDraft(form: HTMLFormElement, draft: string, names?: readonly unknown[]): void {
  const texts = [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && value !== '' && names?.includes(name) !== false,
  );
  sessionStorage.setItem(keyOf(draft), JSON.stringify(Object.fromEntries(texts)));
}

/** The texts and choices of a form that were kept. */
export function keptDraft(draft: string): FormData {
  const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? '{}');
  const form = new FormData();
  for (const [name, text] of Object.entries(kept ?? {})) form.set(name, asText(text));
  return form;
}

/** Fills a form in with texts, choices and files. */
function fillIn(form: HTMLFormElement, fields: FormData): void {
  for (const [name, value] of fields) {
    const field = form.elements.namedItem(name);
    if (value instanceof File) putFile(field, value);
    else if (field !== null && 'value' in field) field.value = value;
  }
}

function putFile(field: unknown, file: File): void {
  if (!(field instanceof HTMLInputElement)) return;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  field.files = chosen.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

export { Field } from './field.tsx';
