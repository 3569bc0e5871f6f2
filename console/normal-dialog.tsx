import { scenarioText } from '../src/model/shared/scenario-text.ts';
import { speed } from './clock.ts';
import { changedSettings, scenariosOn, textOfValue } from './conditions.ts';
import { asksBeforeNormal, returnToNormal } from './normal.ts';
import { FormDialog } from './ui/dialog.tsx';

/** Names all that a return to normal ends, before it does. */
export const NormalDialog = () => (
  <FormDialog
    title="Back to normal"
    submit="Back to normal"
    isDanger
    onSubmit={returnToNormal}
    onClose={() => (asksBeforeNormal.value = false)}
  >
    <p>This ends in this world:</p>
    <ul>
      {scenariosOn.value.map(({ name }) => (
        <li key={name}>scenario {scenarioText(name)}</li>
      ))}
      {changedSettings.value.map(({ name, value, start_value: before }) => (
        <li key={name}>
          <code>{name}</code>: <ValueText of={value} /> → <ValueText of={before} />
        </li>
      ))}
      {speed.value !== 1 && <li>the speed of the clock, which then runs in real time</li>}
    </ul>
    <p>Copy a text that you still need: this cannot be undone.</p>
  </FormDialog>
);

const ValueText = ({ of }: { readonly of: unknown }) => {
  const text = textOfValue(of);
  return text === '' ? <>not set</> : <code>{text}</code>;
};
