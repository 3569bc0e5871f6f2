import type { DueStep, SettingsRecord } from '../../src/control/client/named-types.ts';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { moveClock, moving, now, speed } from '../clock.ts';
import { ClockMoves, moveAndTell } from '../clock-moves.tsx';
import { usefulText } from '../form-text.ts';
import { clockTime, dateOf, noticeableDistance, speedText, timeText, zonedText } from '../format.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { useRowHighlights } from '../ui/highlight.ts';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { windowWidth } from '../ui/table.tsx';
import { comingText, ZoneSwitch } from '../ui/times.tsx';
import { toast } from '../ui/toast.tsx';
import { GoTo } from './clock-go-to.tsx';
import { ClockHappened } from './clock-happened.tsx';
import { ClockRewind } from './clock-rewind.tsx';
import { isOfClock, RecordLink } from './clock-words.tsx';
import { machineText } from './machine-text.ts';

/** The time of the world: its speed, its due events and its past events. */
export function ClockScreen() {
  const isNarrow = windowWidth.value < 900; // the style sheet stacks the parts below this width
  const others = (
    <>
      <ClockRewind />
      <Traffic />
    </>
  );
  return (
    <div class="clock-screen">
      <h1>Clock</h1>
      <div class="clock-side">
        <Now />
        <Part title="Move">
          <ClockMoves />
          <GoTo />
        </Part>
        <Speed />
        <Distance />
        {!isNarrow && others}
      </div>
      {isNarrow && <ClockHappened most={3} />}
      <Agenda />
      {isNarrow ? others : <ClockHappened most={8} />}
    </div>
  );
}

function Now() {
  const time = now.value;
  return (
    <section class="clock-card">
      <h2 class="hidden">Time of this world</h2>
      <p class="muted">
        {time === undefined ? '' : dayText(time)}
        <ZoneSwitch />
      </p>
      <p class="clock-big">{time === undefined ? '--:--:--' : clockTime(time)}</p>
      {speed.value !== undefined && speed.value !== 1 && (
        <p>
          <Badge tone={speed.value === 0 ? 'still' : 'on'}>{speedText(speed.value)}</Badge>
        </p>
      )}
    </section>
  );
}

/** The distance of the clock from that of this machine. It stands below the buttons that change it, so that they stay in their place. */
function Distance() {
  const time = now.value;
  const real = useMachineTime();
  return (
    <div class="clock-distance">
      <p class="muted">{time === undefined ? '' : machineText(time, { real, speed: speed.value })}</p>
      {speed.value === 1 && noticeableDistance(time) > 0 && <TakeBack />}
    </div>
  );
}

/** How a clock that was moved ahead comes back, and what that costs. */
const TakeBack = () => (
  <p>
    The clock never goes back alone. <em>Rewind</em>, on this page, takes the world back to before a request: what came
    since is lost. A <Link to={{ screen: 'worlds', id: world.value, query: {} }}>reset of this world</Link> takes it
    back to its start: all but the faxes of its fixture is lost.
  </p>
);

const dayText = (time: number): string =>
  new Date(dateOf(time)).toLocaleDateString('en', {
    ...({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const),
    timeZone: 'UTC',
  });

/** The time of this machine, which goes on while the clock of the world is frozen. */
function useMachineTime(): number {
  const [, setSecond] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSecond((second) => second + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}

const speeds: readonly (readonly [label: string, speed: number, meaning: string])[] = [
  ['Frozen', 0, 'The clock moves only when you move it'],
  ['Real time', 1, 'A second takes a second'],
  ['×10', 10, 'A minute takes six seconds'],
  ['×60', 60, 'A minute takes a second'],
  ['×600', 600, 'An hour takes six seconds'],
  ['×3600', 3600, 'An hour takes a second'],
];

function Speed() {
  const isMoving = moving.value !== undefined;
  const isOther = speed.value !== undefined && speeds.every(([, rate]) => rate !== speed.value);
  const setSpeed = (rate: number) => () => moveClock({ speed: rate });
  return (
    <Part title="Speed">
      <div class="segments speed-choices" role="group" aria-label="Speed">
        {speeds.map(([label, rate, meaning]) => (
          <Button
            key={label}
            kind="quiet"
            title={meaning}
            isPressed={speed.value === rate}
            isDisabled={isMoving}
            onClick={setSpeed(rate)}
          >
            {label}
          </Button>
        ))}
        {isOther && <Button isPressed>{speedText(speed.value ?? 0)}</Button>}
      </div>
    </Part>
  );
}

/** The units of a rate of traffic. */
const units = { '1m': 'a minute', '1h': 'an hour', '1d': 'a day' } as const;

/** The form for made-up traffic: on or off, and the number of faxes. */
function Traffic() {
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
  /** The rate; null if traffic is off. */
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

const mostDue = 50;

/** The next events, each with a button that moves the clock to its time. */
function Agenda() {
  const list = useRowHighlights<HTMLOListElement>(world.value);
  const agenda = useResource(
    world.value,
    (signal) => ask<readonly DueStep[]>('/clock/agenda', { input: { limit: mostDue }, signal }),
    { changedBy: isOfClock },
  );
  return (
    <Part title="Due next">
      {agenda.error !== undefined && <Failed error={agenda.error} onRetry={agenda.reload} />}
      {agenda.data === undefined && agenda.error === undefined && <Loading what="the agenda" />}
      {agenda.data?.length === 0 && (
        <p class="muted">Nothing is due. A fax that is on its way, or a webhook that is retried, appears here.</p>
      )}
      <ol ref={list} class="rows moments">
        {agenda.data?.map((step, index) => (
          <li key={index} data-key={`${step.summary} ${step.at}`}>
            <span>
              <RecordLink record={step}>{step.summary}</RecordLink>
              <time class="muted" dateTime={step.at} title={zonedText(step.at)}>
                {comingText(step.at)}
              </time>
            </span>
            <Button
              label={`Go to ${timeText(step.at)}`}
              kind="quiet"
              icon="skip"
              isLocal={false}
              isDisabled={moving.value !== undefined}
              onClick={() => moveAndTell({ set: step.at })}
            />
          </li>
        ))}
      </ol>
      {agenda.data?.length === mostDue && <p class="muted">Later steps are not shown.</p>}
    </Part>
  );
}
