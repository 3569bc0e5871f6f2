import { now } from '../clock.ts';
import { dateOf, dayText, exactTime, zonedText } from '../format.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { isPrinted } from '../ui/printing.ts';
import type { Entry } from './activity-log.ts';
import { subjectIn } from './activity-subject.ts';
import { entryIcons, entryKinds, placeOf, readable } from './activity-words.ts';

/** The parts of an entry that its row shows. */
export type ShownEntry = Pick<Entry, 'kind' | 'at' | 'tone' | 'summary' | 'reason' | 'subject' | 'fax_id' | 'rule'>;

interface RowProps {
  readonly entry: ShownEntry | undefined;
  /** The entry in the row above. */
  readonly before: ShownEntry | undefined;
}

/** An entry of the activity as a row that leads to its record. */
export function ActivityRow({ entry, before }: RowProps) {
  if (entry === undefined) return null;
  const { kind, at, tone, fax_id: fax } = entry;
  const text = readable(entry);
  const subject = subjectIn(text);
  const [join = ''] = /^[\s:,·]*/.exec(text.slice(subject.length)) ?? [];
  const time = streamTime(at);
  const isOtherSecond = before !== undefined && streamTime(before.at).slice(0, -4) !== time.slice(0, -4);
  return (
    <li
      class={`row stream-row ${tone}${isOtherSecond ? ' other-second' : ''}${isPrinted.value || time.includes(',') ? ' dated' : ''}`}
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
            <span class="stream-rest">{text.slice(subject.length + join.length)}</span>
          </bdi>
        </span>
        <span class="stream-fax">{fax === null || /\bfax \d/i.test(text) ? '' : `fax ${fax}`}</span>
      </Link>
    </li>
  );
}

/** The link to the whole activity. */
export const AllActivity = () => (
  <Link to={{ screen: 'activity', id: undefined, query: {} }} class="button quiet">
    All activity
  </Link>
);

/** `14:00:00.123` of today, `Jan 31, 14:00:00.123` of another day. On paper, each has its date. */
function streamTime(at: string): string {
  if (isPrinted.value) return exactTime(at);
  const time = exactTime(at).slice(11);
  return dateOf(at) === dateOf(now.value ?? Date.now()) ? time : `${dayText(at)}, ${time}`;
}
