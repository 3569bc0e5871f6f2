import { now, realMsUntil, speed } from '../clock.ts';
import {
  agoText,
  clockTime,
  dateOf,
  dueIn,
  durationWords,
  fullZoneName,
  rowTime,
  shortTime,
  timeText,
  zonedText,
  zone,
  zoneName,
} from '../format.ts';
import { isPrinted } from './printing.ts';

interface TimeProps {
  /** RFC 3339. */
  readonly at: string;
}

/** The time of the world; until that is known, the shown time itself, so that a time of today does not begin with a day. */
const presentFor = (at: string): number => now.value ?? Date.parse(at);

interface RowTimeProps extends TimeProps {
  /** The event at the time: `Created`. The tooltip names it, because the row has no head of a column. */
  readonly what: string;
}

/** `15:30:02`, or `Jan 30, 15:30` of another day; narrow screens show `15:30` without seconds, and the time below another day. */
export function ShortTime({ at, what }: RowTimeProps) {
  if (isPrinted.value) return <time dateTime={at}>{timeText(at)}</time>;
  const [first, rest] = shortTime(at, presentFor(at));
  return (
    <time dateTime={at} title={`${what} ${zonedText(at)}`}>
      {first}
      {first.includes(':') && <span class="seconds">{clockTime(at).slice(5)}</span>}
      {rest !== undefined && <span class="of-day">{rest}</span>}
    </time>
  );
}

/** The time of a row in a table, which has room for its seconds. On paper, each has its date. */
export const RowTime = ({ at }: TimeProps) => (
  <time dateTime={at} title={zonedText(at)}>
    {rowTimeText(at)}
  </time>
);

/** The same as text. */
export const rowTimeText = (at: string): string => (isPrinted.value ? timeText(at) : rowTime(at, presentFor(at)));

/** The times of a span in rows; the end has its day if that differs from the day of the begin. */
export function spanTexts(from: string, to: string): { readonly from: string; readonly to: string } {
  const isOneDay = dateOf(from) === dateOf(to);
  const end = isPrinted.value || isOneDay ? rowTimeText(to) : rowTime(to, Date.parse(from));
  return { from: rowTimeText(from), to: end };
}

const zoneKey = 'faxsim-zone';
if (localStorage.getItem(zoneKey) === 'local') zone.value = 'local';

/** Shows times in the other zone from now on. */
export function switchZone(): void {
  zone.value = zone.value === 'UTC' ? 'local' : 'UTC';
  localStorage.setItem(zoneKey, zone.value);
}

/** The zone of all times, and a button for the other zone. Narrow windows show `+5:30` of `GMT+5:30`. */
export function ZoneSwitch() {
  const [, before, name] = /^(GMT(?=[+-]))?(.*)$/.exec(zoneName(now.value)) ?? [];
  return (
    <button
      type="button"
      class="zone"
      title={
        zone.value === 'UTC'
          ? 'Times are in UTC. Show those of this machine'
          : `Times are in ${fullZoneName(now.value)}. Show UTC`
      }
      onClick={switchZone}
    >
      {before !== undefined && <span class="of-zone">{before}</span>}
      {name}
    </button>
  );
}

/** `2026-01-31 15:30:00 UTC · 3 min ago`. Paper has only the time, because it is read later. */
export const LongTime = ({ at }: TimeProps) => (
  <>
    <time dateTime={at}>{zonedText(at)}</time>
    {now.value !== undefined && !isPrinted.value && ` · ${agoText(at, now.value)}`}
  </>
);

/** When something is due: `in 2 min`; with the real time if the clock runs at another speed: `in 1 h (1 min real)`. Paper has the time itself. */
export function comingText(at: string): string {
  if (isPrinted.value) return `at ${timeText(at)}`;
  if (now.value === undefined) return timeText(at);
  const real = realMsUntil(at);
  const text = dueIn(at, now.value);
  return real === undefined || speed.value === 1 ? text : `${text} (${durationWords(Math.max(real, 0))} real)`;
}
