import { now } from '../clock.ts';
import { dateOf, dayText, exactTime, zonedText } from '../format.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { isPrinted } from '../ui/printing.ts';
import type { Entry } from './activity-log.ts';
import { partsOf } from './activity-subject.ts';
import { entryIcons, entryKinds, placeOf, readable, stateOf } from './activity-words.ts';

/** The parts of an entry that its row shows. */
export type ShownEntry = Pick<
  Entry,
  'kind' | 'at' | 'tone' | 'summary' | 'reason' | 'subject' | 'fax_id' | 'rule' | 'status'
>;

interface RowProps {
  readonly entry: ShownEntry | undefined;
  /** The entry in the row above. */
  readonly before: ShownEntry | undefined;
  /** The height, if it is that of the text. */
  readonly style?: Readonly<Record<string, string | number>> | undefined;
}

/** The class of a list, in order of time, whose times have room for a day: it has entries of another day than today. */
export function daysClass(entries: readonly Pick<Entry, 'at'>[]): string {
  const today = dateOf(now.value ?? Date.now());
  return [entries[0], entries.at(-1)].some((entry) => entry !== undefined && dateOf(entry.at) !== today)
    ? ' with-days'
    : '';
}

/** An entry of the activity as a row that leads to its record. */
export function ActivityRow({ entry, before, style }: RowProps) {
  if (entry === undefined) return null;
  const { kind, at, tone } = entry;
  const text = readable(entry);
  const { subject, join, end, rest } = partsOf(text);
  const time = streamTime(at);
  const isNumbered = /^\w+ \d+$/.test(subject);
  return (
    <li
      class={`row stream-row ${tone}${isPrinted.value || time.includes(',') ? ' dated' : ''}${isNumbered ? ' numbered' : ''}`}
      style={style}
    >
      <Link to={placeOf(entry)}>
        <time dateTime={at} title={zonedText(at)} class={before?.at === at ? 'same' : undefined}>
          {time}
        </time>
        <span class="kind" title={entryKinds[kind]}>
          <Icon name={entryIcons[kind]} />
          <span class="hidden">{entryKinds[kind]}</span>
        </span>
        <span class="row-main">
          <bdi>
            <strong>{subject}</strong>
            <span class="stream-join">{join}</span>
            <span class="stream-rest">
              {end !== '' && <span class="stream-end">{end}</span>}
              {rest.slice(end.length)}
            </span>
          </bdi>
        </span>
        <span class="stream-last">{lastOf(entry, text)}</span>
      </Link>
    </li>
  );
}

/** The fax, if the words do not name it, or else the state. A failure has its reason in place of a state. */
function lastOf(entry: ShownEntry, text: string): string {
  const { fax_id: fax, tone } = entry;
  if (fax !== null && !/\bfax \d/i.test(text)) return `fax ${fax}`;
  return tone === 'bad' ? '' : stateOf(entry);
}

/** The link to the whole activity. */
export const AllActivity = () => (
  <Link to={{ screen: 'activity', id: undefined, query: {} }} class="button quiet">
    All activity
  </Link>
);

/** `14:00:00.123` of today, `Jan 31, 14:00:00.000` of another day. On paper, each has its date. */
function streamTime(at: string): string {
  if (isPrinted.value) return exactTime(at);
  const time = exactTime(at).slice(11);
  return dateOf(at) === dateOf(now.value ?? Date.now()) ? time : `${dayText(at)}, ${time}`;
}
