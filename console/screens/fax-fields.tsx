import type { FaxError } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import { Field } from '../ui/dialog.tsx';

export const fileOf = (form: FormData): File | undefined => {
  const file = form.get('file');
  return file instanceof File && file.size > 0 ? file : undefined;
};

export function FileField({ hint }: { readonly hint: string }) {
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
