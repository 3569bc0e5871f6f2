import { useState } from 'preact/hooks';
import { baseName, scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { LibraryScenario } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { usefulText } from '../form-text.ts';
import { go } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Part } from '../ui/split.tsx';
import { toast } from '../ui/toast.tsx';
import { faultOfParam } from './scenario-ends.ts';
import { givenParams, referenceOf, switchWords } from './scenario-words.ts';

interface SwitchFormProps {
  /** A scenario of the library, or one with the text to send. */
  readonly entry: Pick<LibraryScenario, 'name' | 'params'> & { readonly source?: string };
  /** The name, with the initial parameters of the form. */
  readonly id: string;
  /** The names under which the scenario is on. */
  readonly on: readonly string[];
  readonly isDisabled?: boolean;
  /** The sent scenario whose text this one replaces. */
  readonly replaced?: string | undefined;
  /** Called with the name under which the scenario was switched on. */
  readonly onSwitch: (name: string) => void;
}

/** The fields of a scenario's parameters, and the button that switches it on with them. */
export function SwitchForm({ entry, id, on, isDisabled = false, replaced, onSwitch }: SwitchFormProps) {
  const { params, source } = entry;
  const given = givenParams(id);
  const [entered, setEntered] = useState(given);
  const valuesIn = (data: FormData) =>
    Object.fromEntries(params.map(({ name }) => [name, usefulText(data, name) ?? '']));
  // A text without parameters may have been filled in with those of its name.
  const nameWith = (values: Readonly<Record<string, string>>): string =>
    source !== undefined && params.length === 0 && baseName(id) === entry.name ? id : referenceOf(entry, values);
  const [label, effect] = switchWords(nameWith(entered), on);
  const switchOn = async (data: FormData): Promise<void> => {
    const name = nameWith(valuesIn(data));
    await ask('/scenarios', { method: 'POST', input: source === undefined ? { on: name } : { source, name } });
    onSwitch(name);
  };
  return (
    <>
      <Form
        class="params"
        onInput={(data) => setEntered(valuesIn(data))}
        onSubmit={switchOn}
        faultsIn={(message, data) => faultOfParam(message, givenParams(nameWith(valuesIn(data))))}
      >
        {params.map((param) => (
          <Parameter key={param.name} param={param} given={given[param.name]} isDisabled={isDisabled} />
        ))}
        <Button isSubmit kind={on.length > 0 ? 'plain' : 'primary'} icon="play" isDisabled={isDisabled}>
          {replaced === undefined ? label : 'Replace and switch on'}
        </Button>
      </Form>
      {replaced !== undefined && <p class="muted">This replaces {replaced} of this world, which has another text.</p>}
      {effect !== '' && <p class="muted">{effect}</p>}
    </>
  );
}

interface SwitchProps extends Omit<SwitchFormProps, 'isDisabled' | 'replaced' | 'onSwitch'> {
  readonly onChange: () => void;
}

/** The part of a scenario's page that switches it on. */
export function ScenarioSwitch({ onChange, ...form }: SwitchProps) {
  const { entry, on } = form;
  const noteOn = (name: string): void => {
    toast(`Scenario ${scenarioText(name)} is on`, 'good', `scenario ${name}`);
    onChange();
    go({ id: name }, { replace: true });
  };
  return (
    <Part title={on.length > 0 ? 'Switch on again' : 'Switch on'}>
      <SwitchForm key={entry.name} {...form} onSwitch={noteOn} />
    </Part>
  );
}

interface ParameterProps {
  readonly param: LibraryScenario['params'][number];
  readonly given: string | undefined;
  readonly isDisabled: boolean;
}

function Parameter({ param: { name, default: fallback, meaning }, given, isDisabled }: ParameterProps) {
  const value = given ?? String(fallback);
  const hint = meaning ?? (fallback === '' ? 'empty by default' : `${String(fallback)} by default`);
  return (
    <Field label={name} hint={hint}>
      {typeof fallback === 'boolean' ? (
        <select name={name} disabled={isDisabled}>
          {['true', 'false'].map((word) => (
            <option key={word} selected={word === value}>
              {word}
            </option>
          ))}
        </select>
      ) : (
        <input
          name={name}
          disabled={isDisabled}
          inputMode={typeof fallback === 'number' ? 'decimal' : 'text'}
          defaultValue={value}
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </Field>
  );
}
