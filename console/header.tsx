import { signal } from '@preact/signals';
import { agenda, now, realMsUntil, speed } from './clock.ts';
import { ClockMoves } from './clock-moves.tsx';
import {
  clockTime,
  dateOf,
  distanceText,
  dueIn,
  durationWords,
  noticeableDistance,
  pluralize,
  speedText,
} from './format.ts';
import { heldCount, isClosed, isPaused, liveState, lostSince } from './live.ts';
import { useResource } from './resource.ts';
import { go, world } from './router.ts';
import { nameOf, partsOf } from './screens/world-words.ts';
import { followingTheme, nextTheme, theme } from './theme.ts';
import { Button } from './ui/button.tsx';
import { Link } from './ui/link.tsx';
import { MiddleCut } from './ui/middle-cut.tsx';
import { ZoneSwitch } from './ui/times.tsx';
import { readWorlds, worlds } from './worlds.ts';

export function Header() {
  return (
    <header class="top">
      <Link to={{ screen: 'overview', id: undefined, query: {} }} class="brand" title="faxsim">
        <img src="/_faxsim/ui/icon.svg" alt="" width="22" height="22" />
        <span>faxsim</span>
      </Link>
      <WorldSwitch />
      {!isClosed.value && <Clock />}
      <div class="top-end">
        {!isClosed.value && <LiveSwitch />}
        <Button
          icon={theme.value === 'system' ? 'system' : theme.value === 'light' ? 'sun' : 'moon'}
          label={`Theme: ${theme.value}. Change to ${followingTheme.value}`}
          kind="quiet"
          onClick={nextTheme}
        />
      </div>
    </header>
  );
}

/** The initial text of the palette; undefined while it is closed. */
export const paletteText = signal<string | undefined>(undefined);

/**
 * Keeps the text direction of a name from affecting its surroundings, by the characters FSI and PDI; for texts that
 * cannot contain elements.
 */
const isolated = (name: string): string => `\u2068${name}\u2069`;

/** The number of worlds above which the list needs a search. */
const mostOptions = 12;

function WorldSwitch() {
  // An error is not shown here, because the screen shows it too.
  const { reload } = useResource(`${world.value} ${String(isClosed.value)}`, readWorlds, {
    changedBy: ({ kind }) => kind === 'world',
  });
  const known = worlds.value ?? [];
  const isKnown = known.some(({ id }) => id === world.value);
  if (known.length > mostOptions) {
    const here = known.find(({ id }) => id === world.value);
    return (
      <Button
        icon="world"
        title={`${here === undefined ? world.value : nameOf(here)}: find another world`}
        onClick={() => (paletteText.value = 'World ')}
      >
        <span class="world-name">
          <MiddleCut text={here === undefined ? world.value : partsOf(here)[0]} />
        </span>
      </Button>
    );
  }
  return (
    <label class="world-switch">
      <span>World</span>
      <select
        aria-label="World"
        value={world.value}
        onFocus={reload}
        onChange={(event) => go({ world: event.currentTarget.value, id: undefined, query: {} })}
      >
        {!isKnown && (
          <option value={world.value}>
            {world.value}
            {isClosed.value && ' (gone)'}
          </option>
        )}
        {known.map(({ id, name }) => (
          <option key={id} value={id}>
            {name === null ? id : `${partsOf({ id, name }).filter(Boolean).map(isolated).join(' · ')} (${id})`}
          </option>
        ))}
      </select>
    </label>
  );
}

function Clock() {
  return (
    <section class={`clock${lostSince.value === undefined ? '' : ' stale'}`} aria-label="Clock of this world">
      <div class="clock-now">
        <span class="clock-time">
          <Link to={{ screen: 'clock', id: undefined, query: {} }} class="clock-link" title="Open the clock">
            <time>
              <span class="clock-date">{now.value === undefined ? '\u00a0'.repeat(18) : dateOf(now.value)}</span>{' '}
              <strong>{now.value === undefined ? '--:--:--' : clockTime(now.value)}</strong>
            </time>
          </Link>
          <ZoneSwitch />
        </span>
        <Pace />
        <NextDue />
      </div>
      <ClockMoves />
    </section>
  );
}

/** `frozen`, or `+3 d` before this machine: a clock that was moved keeps its distance in real time. */
function Pace() {
  const rate = speed.value;
  const distance = rate === 1 ? noticeableDistance(now.value) : 0;
  const text = distance === 0 ? speedText(rate ?? 1) : <Distance of={distance} />;
  const shown = rate === undefined ? '…' : lostSince.value === undefined ? text : 'of then';
  if (distance !== 0) {
    const remedy = distance > 0 ? ': a rewind or a reset takes it back' : '';
    return (
      <Link
        to={{ screen: 'clock', id: undefined, query: {} }}
        class="speed"
        title={`Real time, ${distanceText(now.value)}${remedy}. Open the clock`}
      >
        {shown}
      </Link>
    );
  }
  return <span class={`speed${rate === 0 ? ' frozen' : ''}${rate === 1 ? ' usual' : ''}`}>{shown}</span>;
}

/** `+3 d 6 h`. A phone has room for the largest unit. */
function Distance({ of: ms }: { readonly of: number }) {
  const [count, unit, ...finer] = durationWords(ms).split(' ');
  return (
    <>
      {ms > 0 ? '+' : '−'}
      {count} {unit}
      <span class="finer">{finer.map((word) => ` ${word}`)}</span>
    </>
  );
}

/** The next event with its time on the world clock, in whole seconds while that runs, and the real time if that differs. */
function NextDue() {
  const [next] = agenda.value;
  if (now.value === undefined) return <span class="next-due">{'\u00a0'}</span>; // keeps the line until the first answer
  if (next === undefined) return <span class="next-due">Nothing is due</span>;
  const leftMs = Date.parse(next.at) - now.value;
  const realMs = realMsUntil(next.at);
  const differs = realMs !== undefined && speed.value !== 1;
  return (
    <span class="next-due" title={`${next.summary}, at ${next.at}`}>
      Next {dueIn(now.value + (speed.value === 0 ? leftMs : Math.round(leftMs / 1000) * 1000), now.value)}
      {differs && ` (${durationWords(Math.max(realMs, 0))} real time)`}: {next.summary}
    </span>
  );
}

const words = { live: 'Live', connecting: 'Connecting', lost: 'Reconnecting' } as const;

function LiveSwitch() {
  const changes = heldCount.value === 0 ? '' : ` · ${pluralize(heldCount.value, 'change')}`;
  const word = isPaused.value ? `Paused${changes}` : words[liveState.value];
  return (
    <button
      type="button"
      class={`button quiet live ${isPaused.value ? 'paused' : liveState.value}`}
      title={isPaused.value ? 'Continue live updates' : 'Pause live updates'}
      onClick={() => (isPaused.value = !isPaused.value)}
    >
      <span class="dot" aria-hidden="true" />
      {word}
    </button>
  );
}
