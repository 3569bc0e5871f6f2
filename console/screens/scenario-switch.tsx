import { scenarioText } from '../../src/model/shared/scenario-text.ts';
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
import { givenParams, referenceOf } from './scenario-words.ts';

interface SwitchProps {
  readonly entry: LibraryScenario;
  /** The name, with the initial parameters of the form. */
  readonly id: string;
  readonly isOn: boolean;
  readonly onChange: () => void;
}

/** The form that switches on a scenario with parameters. */
export function ScenarioSwitch({ entry, id, isOn, onChange }: SwitchProps) {
  const { params } = entry;
  const given = givenParams(id);
  const referenceIn = (data: FormData): string =>
    referenceOf(entry, Object.fromEntries(params.map(({ name }) => [name, usefulText(data, name) ?? ''])));
  const switchOn = async (data: FormData): Promise<void> => {
    const on = referenceIn(data);
    await ask('/scenarios', { method: 'POST', input: { on } });
    toast(`Scenario ${scenarioText(on)} is on`);
    onChange();
    go({ id: on });
  };
  return (
    <Part title={isOn ? 'Switch on again' : 'Switch on'}>
      <Form
        class="params"
        onSubmit={switchOn}
        faultsIn={(message, data) => faultOfParam(message, givenParams(referenceIn(data)))}
      >
        {params.map((param) => (
          <Parameter key={param.name} param={param} given={given[param.name]} />
        ))}
        <Button isSubmit kind={isOn ? 'plain' : 'primary'} icon="play">
          Switch on
        </Button>
      </Form>
      {isOn && <p class="muted">The same parameters start again with fresh counts; others are added.</p>}
    </Part>
  );
}

interface ParameterProps {
  readonly param: LibraryScenario['params'][number];
  readonly given: string | undefined;
}

function Parameter({ param: { name, default: fallback, meaning }, given }: ParameterProps) {
  const value = given ?? String(fallback);
  const hint = meaning ?? (fallback === '' ? 'empty by default' : `${String(fallback)} by default`);
  return (
    <Field label={name} hint={hint}>
      {typeof fallback === 'boolean' ? (
        <select name={name}>
          {['true', 'false'].map((word) => (
            <option key={word} selected={word === value}>
              {word}
            </option>
          ))}
        </select>
      ) : (
        <input
          name={name}
          inputMode={typeof fallback === 'number' ? 'decimal' : 'text'}
          defaultValue={value}
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </Field>
  );
}
