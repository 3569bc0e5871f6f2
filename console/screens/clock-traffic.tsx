import type { SettingsRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { speed } from '../clock.ts';
import { usefulText } from '../form-text.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { Part } from '../ui/split.tsx';
import { Failed } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';

const units = { '1m': 'a minute', '1h': 'an hour', '1d': 'a day' } as const;

/** Made-up faxes that come and go by themselves: whether, and how many. */
export function ClockTraffic() {
  const settings = useResource(world.value, (signal) => ask<SettingsRecord>('/settings', { signal }));
  const traffic = settings.data?.traffic ?? null;
  const change = async (rate: string | null): Promise<void> => {
    await ask('/settings', { method: 'PATCH', input: { traffic: rate } });
    toast(rate === null ? 'The traffic is off' : `The traffic is on: ${rateText(rate)}`);
    settings.reload();
  };
  return (
    <Part title="Traffic" actions={traffic === null ? <Badge tone="plain">Off</Badge> : <Badge tone="good">On</Badge>}>
      {settings.error !== undefined && <Failed error={settings.error} onRetry={settings.reload} />}
      <p class="muted">
        {traffic === null ? 'Sent and received faxes of the demo businesses, made up at a rate.' : rateText(traffic)}
        {traffic !== null && speed.value === 0 && '. They come when the clock moves: it is frozen.'}
      </p>
      {settings.data !== undefined && <TrafficForm traffic={traffic} onChange={change} />}
    </Part>
  );
}

/** `30 faxes an hour`, of `30/1h`. */
function rateText(rate: string): string {
  const [count = '', time = ''] = rate.split('/');
  const unit = Object.entries(units).find(([known]) => known === time)?.[1] ?? `in ${time}`;
  return `${count} ${count === '1' ? 'fax' : 'faxes'} ${unit}`;
}

interface TrafficFormProps {
  /** The rate; null: off. */
  readonly traffic: string | null;
  readonly onChange: (rate: string | null) => Promise<void>;
}

function TrafficForm({ traffic, onChange }: TrafficFormProps) {
  const [count = '30', time = '1h'] = traffic?.split('/') ?? [];
  const submit = (form: FormData): Promise<void> =>
    onChange(`${usefulText(form, 'count') ?? '0'}/${usefulText(form, 'time') ?? '1h'}`);
  return (
    <Form class="params" onSubmit={submit}>
      <Field label="Faxes">
        <input name="count" type="number" min="1" max="1000000" required defaultValue={count} />
      </Field>
      <Field label="Time">
        <select name="time">
          {!Object.hasOwn(units, time) && (
            <option value={time} selected>
              {time}
            </option>
          )}
          {Object.entries(units).map(([value, word]) => (
            <option key={value} value={value} selected={value === time}>
              {word}
            </option>
          ))}
        </select>
      </Field>
      <Button isSubmit kind={traffic === null ? 'primary' : 'plain'}>
        {traffic === null ? 'Start traffic' : 'Change'}
      </Button>
      {traffic !== null && <Button onClick={() => onChange(null)}>Stop traffic</Button>}
    </Form>
  );
}
