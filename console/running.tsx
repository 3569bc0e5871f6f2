import type { LongWork } from '../src/control/client/named-types.ts';
import { useEffect, useState } from 'preact/hooks';
import { ask } from './api.ts';
import { durationWords, pluralize, timeText } from './format.ts';
import type { ScreenRoute } from './routes.ts';
import { longWork } from './work.ts';
import { worlds } from './worlds.ts';
import { Button } from './ui/button.tsx';
import { Link } from './ui/link.tsx';

/** The running work, in words and numbers, below the header of each screen. Screen readers announce only its start and end. */
export function Running() {
  const all = longWork.value;
  const names = all.map(nameOf).join(', ');
  const [spoken, speak] = useState('');
  useEffect(() => {
    speak((before) => (names === '' ? before.replace(/: under way$/, ': ended') : `${names}: under way`));
  }, [names]);
  return (
    <>
      <p class="hidden" role="status">
        {spoken}
      </p>
      {all.length > 0 && (
        <section class="running" aria-label="Under way">
          <ul>
            {all.map((work) => (
              <Row key={work.id} work={work} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The progress of a long import into a world (undefined: a new one), for the dialog that covers the list of running work. */
export function ImportProgress({ world }: { readonly world?: string }) {
  const work = longWork.value.find((one) => one.kind === 'import' && (world === undefined || one.world === world));
  return (
    work && (
      <p class="import-progress">
        <Progress work={work} /> <span>{reachedText(work)}</span> <span class="muted">{timesText(work)}</span>
      </p>
    )
  );
}

const Progress = ({ work }: { readonly work: LongWork }) => (
  <progress aria-label={nameOf(work)} {...(work.total !== null && { max: work.total, value: work.done })} />
);

function Row({ work }: { readonly work: LongWork }) {
  const { kind, world } = work;
  return (
    <li>
      <Link to={{ id: undefined, query: {}, ...placeOf(work) }}>{nameOf(work)}</Link>
      <Progress work={work} />
      <span>{reachedText(work)}</span>
      <span class="muted">{timesText(work)}</span>
      {kind === 'clock' && world !== null && (
        <Button label={`Stop: ${nameOf(work)}`} onClick={() => ask('/clock/stop', { method: 'POST', of: world })}>
          Stop
        </Button>
      )}
    </li>
  );
}

/** `Import into the world orders`. */
function nameOf({ kind, world }: LongWork): string {
  const name = worlds.value?.find(({ id }) => id === world)?.name ?? world ?? '';
  return { clock: `Move of the clock of ${name}`, start: 'Start', import: `Import into ${name}`, sweep: 'Sweep' }[kind];
}

const placeOf = ({ kind, world }: LongWork): Partial<ScreenRoute> =>
  kind === 'sweep' || world === null ? { screen: 'sweep' } : { world, screen: kind === 'clock' ? 'clock' : 'faxes' };

/** `12,000 of 50,000 records (24 %)`, `3 h of 1 d (12 %), 2026-01-31 15:00:00, 4,200 events`. */
function reachedText({ unit, done, total, world_time: time, events }: LongWork): string {
  const share = total === null || total === 0 ? '' : ` (${Math.floor((100 * done) / total)} %)`;
  const at = `${time === null ? '' : `, ${timeText(time)}`}${events === null ? '' : `, ${pluralize(events, 'event')}`}`;
  if (unit === 'ms') return `${durationWords(done)}${total === null ? '' : ` of ${durationWords(total)}`}${share}${at}`;
  if (total === null) return pluralize(done, unit.slice(0, -1));
  return `${done.toLocaleString('en')} of ${pluralize(total, unit.slice(0, -1))}${share}`;
}

/** The ms before which an estimate is not shown. */
const leastMs = 2000;

/**
 * `for 12 s, about 20 s left`, in real time. Moves of a clock have no estimate, because their time depends on events, not on
 * distance.
 */
function timesText({ unit, done, total, age_ms: age }: LongWork): string {
  const isUnknown = total === null || unit === 'ms' || done === 0 || age < leastMs;
  const left = isUnknown ? undefined : (age * (total - done)) / done;
  const rest = left === undefined ? '' : `, about ${durationWords(Math.ceil(left / 1000) * 1000)} left`;
  return age < 1000 ? '' : `for ${durationWords(Math.floor(age / 1000) * 1000)}${rest}`;
}
