import { useEffect, useRef } from 'preact/hooks';
import { moveClock, moving, now, speed } from '../clock.ts';
import { clockTime, dateOf, durationText, speedText } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/badge.tsx';
import { Form } from '../ui/form.tsx';
import { Part } from '../ui/split.tsx';
import { ClockMoves, moveAndTell } from '../clock-moves.tsx';
import { usefulText } from '../form-text.ts';
import { ClockAgenda } from './clock-agenda.tsx';
import { ClockHappened } from './clock-happened.tsx';
import { ClockRewind } from './clock-rewind.tsx';
import { ClockTraffic } from './clock-traffic.tsx';

/** The time of the world: its speed, its due events and its past events. */
export function ClockScreen() {
  return (
    <div class="clock-screen">
      <h1 class="hidden">Clock</h1>
      <div class="clock-side">
        <Now />
        <Speed />
        <Part title="Move">
          <ClockMoves />
          <GoTo />
        </Part>
        <ClockRewind />
        <ClockTraffic />
      </div>
      <ClockAgenda />
      <ClockHappened />
    </div>
  );
}

function Now() {
  const time = now.value;
  return (
    <section class="clock-card">
      <h2 class="hidden">Time of this world</h2>
      <p class="muted">{time === undefined ? '' : dayText(time)} · UTC</p>
      <p class="clock-big">{time === undefined ? '--:--:--' : clockTime(time)}</p>
      {speed.value !== undefined && speed.value !== 1 && (
        <p>
          <Badge tone="busy">{speedText(speed.value)}</Badge>
        </p>
      )}
      <p class="muted">{time === undefined ? '' : distanceText(time)}</p>
    </section>
  );
}

const dayText = (time: number): string =>
  new Date(time).toLocaleDateString('en', {
    ...({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const),
    timeZone: 'UTC',
  });

/** How far the clock of the world is from that of this machine. */
function distanceText(time: number): string {
  const real = Date.now();
  const distance = time - real;
  if (Math.abs(distance) < 2000) return 'The time of this machine';
  return `This machine: ${dateOf(real)} ${clockTime(real)}, ${durationText(distance)} ${distance > 0 ? 'behind' : 'ahead of'} this clock`;
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
      <div class="speed-choices" role="group" aria-label="Speed">
        {speeds.map(([label, rate, meaning]) => (
          <Button
            key={label}
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

/** Moves the clock to a time. The field begins with the time of the world. */
function GoTo() {
  const field = useRef<HTMLInputElement>(null);
  const isKnown = now.value !== undefined;
  const fill = (): void => {
    if (field.current !== null && now.value !== undefined)
      field.current.value = new Date(now.value).toISOString().slice(0, 19).replace('T', ' ');
  };
  useEffect(fill, [isKnown]);
  const goTo = async (form: FormData): Promise<void> => {
    const to = (usefulText(form, 'to') ?? '').replace(' ', 'T');
    await moveAndTell({ set: `${to.length === 16 ? `${to}:00` : to}Z` });
  };
  return (
    <Form class="go-to" onSubmit={goTo}>
      <label>
        <span class="hidden">Time to go to, in UTC</span>
        <input
          ref={field}
          name="to"
          required
          pattern="\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?"
          title="A time in UTC: 2026-01-31 15:30:00"
          autocomplete="off"
          spellcheck={false}
          onFocus={fill}
        />
      </label>
      <Button isSubmit isDisabled={moving.value !== undefined}>
        Go to
      </Button>
    </Form>
  );
}
