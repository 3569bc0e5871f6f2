import type { FaxError } from '../../client/named-types.ts';
import { signal } from '@preact/signals';
import { ask, callService, fileInput } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { go } from '../router.ts';
import { Field, FormDialog } from '../ui/dialog.tsx';
import { useResource } from '../resource.ts';
import { toast } from '../ui/toast.tsx';
import { usefulText } from '../form-text.ts';

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

/** The dialogs that make faxes. */
export function FaxForms() {
  if (open.value === 'receive') return <ReceiveForm />;
  return open.value === 'send' ? <SendForm /> : null;
}

const fileOf = (form: FormData): File | undefined => {
  const file = form.get('file');
  return file instanceof File && file.size > 0 ? file : undefined;
};

function ReceiveForm() {
  const errors = useErrors('received');
  const receive = async (form: FormData): Promise<void> => {
    const file = fileOf(form);
    const input = {
      from: usefulText(form, 'from'),
      to: usefulText(form, 'to'),
      caller_name: usefulText(form, 'caller_name'),
      pages: usefulText(form, 'pages'),
      error: usefulText(form, 'error'),
      file: file && (await fileInput(file)),
    };
    const { fax, blocked_by: rule } = await ask<AnswerOf<'simulate', 'receive'>>('/receive', { method: 'POST', input });
    if (fax === null) toast(`Blocking rule ${rule ?? ''} rejected the call`, 'bad');
    else go({ screen: 'faxes', id: String(fax.id) });
  };
  return (
    <FormDialog title="Receive a fax" submit="Receive" onSubmit={receive} onClose={close}>
      <p>A caller sends a fax to this account. Empty fields are filled in.</p>
      <FileField hint="PDF, picture, text or HTML. Without a file, a document is made." />
      <Field label="From">
        <input name="from" type="tel" placeholder="+12025550123" autocomplete="off" />
      </Field>
      <Field label="To" hint="One of the account's numbers">
        <input name="to" type="tel" autocomplete="off" />
      </Field>
      <Field label="Caller name">
        <input name="caller_name" autocomplete="off" />
      </Field>
      <Field label="Pages" hint="Of a document that is made">
        <input name="pages" type="number" min="1" max="1000" />
      </Field>
      <ErrorField label="The call" none="Succeeds" errors={errors} />
    </FormDialog>
  );
}

/** The request that sends a fax, from the fields of the form. */
function requestOf(form: FormData): FormData {
  const request = new FormData();
  for (const number of (usefulText(form, 'to') ?? '').split(/[,;\n]/)) {
    if (number.trim() !== '') request.append('to[]', number.trim());
  }
  const file = fileOf(form);
  if (file !== undefined) request.append('file', file);
  const text = usefulText(form, 'text');
  if (text !== undefined) request.append('file', new File([text], 'text.txt', { type: 'text/plain' }));
  for (const name of ['content_url', 'header_text', 'callback_url']) {
    const value = usefulText(form, name);
    if (value !== undefined) request.append(name, value);
  }
  return request;
}

function SendForm() {
  const send = async (form: FormData): Promise<void> => {
    const isTest = form.get('keys') === 'test';
    const { data } = await callService('/v2/faxes', { form: requestOf(form), isTest });
    const id = typeof data === 'object' && data !== null && 'id' in data ? String(data.id) : undefined;
    if (id !== undefined) go({ screen: 'faxes', id });
  };
  return (
    <FormDialog title="Send a fax" submit="Send" onSubmit={send} onClose={close}>
      <p>The page calls the API as your client does, so the request is in the journal.</p>
      <Field label="To" hint="One number, or several with commas between">
        <input name="to" placeholder="+12025550123" required autocomplete="off" />
      </Field>
      <FileField hint="PDF, picture, text or HTML" />
      <Field label="Or text">
        <textarea name="text" rows={2} />
      </Field>
      <Field label="Or URL">
        <input name="content_url" type="url" placeholder="https://example.com" autocomplete="off" />
      </Field>
      <Field label="Header text">
        <input name="header_text" autocomplete="off" />
      </Field>
      <Field label="Callback URL">
        <input name="callback_url" type="url" autocomplete="off" />
      </Field>
      <Field label="Keys">
        <select name="keys">
          <option value="live">Live</option>
          <option value="test">Test</option>
        </select>
      </Field>
    </FormDialog>
  );
}

function FileField({ hint }: { readonly hint: string }) {
  return (
    <Field label="File" hint={hint}>
      <input name="file" type="file" class="drop" />
    </Field>
  );
}

/** The errors of the service that faxes of a direction can fail with. */
export const useErrors = (direction: 'sent' | 'received'): readonly FaxError[] =>
  useResource('errors', (signal) => ask<readonly FaxError[]>('/fax_errors', { input: { direction }, of: null, signal }))
    .data ?? [];

/** `Busy`, as a caller meets it most often. */
const usualError = 17;

interface ErrorFieldProps {
  readonly label: string;
  /** The word for no error; undefined: one must be chosen. */
  readonly none?: string;
  readonly errors: readonly FaxError[];
}

/** Chooses one of the errors, with their texts. */
export function ErrorField({ label, none, errors }: ErrorFieldProps) {
  const types = [...new Set(errors.map(({ type }) => type))];
  return (
    <Field label={label}>
      <select name="error">
        {none !== undefined && <option value="">{none}</option>}
        {types.map((type) => (
          <optgroup key={type} label={type}>
            {errors
              .filter((error) => error.type === type)
              .map(({ id, message }) => (
                <option key={id} value={String(id)} selected={none === undefined && id === usualError}>
                  {id}: {message}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}
