import { scenarioText } from '../src/model/shared/scenario-text.ts';
import { now, speed } from './clock.ts';
import { changedSettings, scenariosOn, textOfValue } from './conditions.ts';
import { asksBeforeNormal, returnToNormal } from './normal.ts';
import { distanceText } from './format.ts';
import { FormDialog } from './ui/dialog.tsx';

/** Names all that a return to normal ends, and what stays, before it does. */
export function NormalDialog() {
  const distance = distanceText(now.value);
  return (
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
      <p>A scenario that you sent stays in the list. Copy a setting that you still need: its text is lost.</p>
      {distance !== '' && <p>The clock stays {distance}: a rewind or a reset takes back how it was moved.</p>}
    </FormDialog>
  );
}

const ValueText = ({ of }: { readonly of: unknown }) => {
  const text = textOfValue(of);
  return text === '' ? <>not set</> : <code>{text}</code>;
};
