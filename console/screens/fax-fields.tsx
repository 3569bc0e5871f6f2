import type { FaxError } from '../../src/control/client/named-types.ts';
import { groupBy } from '../../src/model/shared/objects.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import { Field } from '../ui/dialog.tsx';
import { FileInput } from '../ui/file-input.tsx';

export const fileOf = (form: FormData): File | undefined => {
  const file = form.get('file');
  return file instanceof File && file.size > 0 ? file : undefined;
};

export function FileField({ hint }: { readonly hint: string }) {
  return (
    <Field label="File" hint={hint}>
      <FileInput name="file" />
    </Field>
  );
}

/** The errors of the service that faxes of a direction can fail with. */
export const useErrors = (direction: 'sent' | 'received'): readonly FaxError[] =>
  useResource('errors', (signal) => ask<readonly FaxError[]>('/fax_errors', { input: { direction }, of: null, signal }))
    .data ?? [];

/** The kind of an error in words: `Line` for lineError. */
export function errorKind(type: FaxError['type']): string {
  const words = type.replace(/Error$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface ErrorFieldProps {
  readonly label: string;
  /** The label of the choice without an error. */
  readonly none: string;
  readonly errors: readonly FaxError[];
}

/** Chooses one of the errors, with their texts. */
export function ErrorField({ label, none, errors }: ErrorFieldProps) {
  return (
    <Field label={label}>
      <select name="error">
        <option value="">{none}</option>
        {[...groupBy(errors, ({ type }) => type)].map(([type, ofType]) => (
          <optgroup key={type} label={errorKind(type)}>
            {ofType.map(({ id, message }) => (
              <option key={id} value={String(id)}>
                {id}: {message}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </Field>
  );
}
