import type { ComponentChildren } from 'preact';
import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

/** The faults of fields, by their names. */
export type Faults = Readonly<Record<string, string | undefined>>;

/** The faults of the form around a field. */
export const FaultContext = createContext<Signal<Faults>>(signal({}));

/** The faults of a form, and a function that removes the fault of a changed field. */
export function useFaults() {
  const faults = useMemo(() => signal<Faults>({}), []);
  const forget = ({ target }: Event): void => {
    if (isControl(target)) faults.value = { ...faults.value, [target.name]: undefined };
  };
  return { faults, forget };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

const controlsOf = (form: HTMLFormElement): readonly Control[] =>
  [...form.elements].filter(isControl).filter(({ name }) => name !== '');

/** The names of all fields of a form, in one text. */
export const namesIn = (form: HTMLFormElement): string =>
  controlsOf(form)
    .map(({ name }) => name)
    .join(' ');

/** The faults that the browser finds in a form. */
export function faultsOf(form: HTMLFormElement): Faults {
  const invalid = controlsOf(form).filter((control) => !control.validity.valid);
  return Object.fromEntries(invalid.map((control) => [control.name, faultOf(control)]));
}

function faultOf(control: Control): string {
  const { validity, validationMessage } = control;
  if (validity.valueMissing) return 'This field is required';
  if (!(control instanceof HTMLInputElement)) return validationMessage;
  const { type, min, max } = control;
  if (type === 'url') return 'This must be a URL, such as https://example.com';
  if (type === 'number')
    return `This must be an integer ${max === '' ? `of at least ${min}` : `from ${min} to ${max}`}`;
  return validationMessage;
}

/** The refusal of a request as the fault of the field whose name it begins with: `to[0] must be …`, `to: The (12) is …`. */
export function refusalOf(form: HTMLFormElement, message: string): Faults {
  const [name = ''] = /^\w+/.exec(message) ?? [];
  const isAboutField = /^\w+(?:\[[^\]]*\])*(?:: | (?:must|is|has|can))/.test(message);
  return isAboutField && controlsOf(form).some((control) => control.name === name) ? { [name]: message } : {};
}

/** Moves the focus to the first field with a fault, and that fault into sight. Returns false if no field has one. */
export function focusFault(form: HTMLFormElement, faults: Faults): boolean {
  const control = controlsOf(form).find(({ name }) => faults[name] !== undefined);
  const hidden = control?.closest('details');
  if (hidden) hidden.open = true;
  control?.focus();
  // The fault is drawn by then.
  requestAnimationFrame(() => control?.closest('label')?.scrollIntoView({ block: 'nearest' }));
  return control !== undefined;
}

interface FieldProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A label around its input, with the fault of the field. */
export function Field({ label, hint, children }: FieldProps) {
  const element = useRef<HTMLLabelElement>(null);
  const [name, setName] = useState('');
  const faults = useContext(FaultContext);
  const fault = faults.value[name];
  const id = useId();
  useLayoutEffect(() => {
    const control = element.current?.control;
    if (!isControl(control)) return;
    setName(control.name);
    if (fault !== undefined) {
      control.setAttribute('aria-invalid', 'true');
      control.setAttribute('aria-describedby', id);
    } else if (control.getAttribute('aria-describedby') === id) {
      control.removeAttribute('aria-invalid'); // other marks are those of the input itself
      control.removeAttribute('aria-describedby');
    }
  }); // also after another name
  return (
    <label class="field" ref={element}>
      <span>{label}</span>
      {children}
      {fault !== undefined && (
        <small class="field-fault" id={id} role="alert">
          {fault}
        </small>
      )}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
