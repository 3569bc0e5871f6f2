import { pluralize, printable } from './words.ts';

/** An entry of the activity, with its time in RFC 3339. */
interface ActivityLine {
  readonly at: string;
  readonly kind: string;
  readonly subject?: number | string | null;
  readonly summary: string;
  readonly remarks?: readonly string[] | undefined;
}

/** The summary of an entry. That of a request begins with its id, which other commands take. */
export const entryText = ({ kind, subject = null, summary }: Omit<ActivityLine, 'at'>): string =>
  kind === 'request' && subject !== null ? `${subject} ${summary}` : summary;

/** `2026-01-31T09:00:00.480Z  fax         Fax 12 to +12025550180 fails: error 17, Busy`. */
export const activityLine = (entry: ActivityLine): string => lineIn(programForm, entry);

/** How a text writes times and summaries. */
interface ActivityForm<Line extends ActivityLine> {
  /** The name of the zone of the times. */
  readonly zone: string;
  readonly timeText: (at: string) => string;
  readonly summaryOf: (entry: Line) => string;
}

/** Times in UTC and numbers in E.164, for files and other programs. */
export const programForm: ActivityForm<ActivityLine> = {
  zone: 'UTC',
  timeText: (at) => at,
  summaryOf: ({ summary }) => summary,
};

function lineIn<Line extends ActivityLine>({ timeText, summaryOf }: ActivityForm<Line>, entry: Line): string {
  const text = printable([entryText({ ...entry, summary: summaryOf(entry) }), ...(entry.remarks ?? [])].join('; '));
  return `${timeText(entry.at)}  ${entry.kind.padEnd(10)}  ${text}`;
}

interface ActivityHead {
  /** The id of the world. */
  readonly world: string;
  /** The conditions that all entries meet, by name; undefined ones are left out. */
  readonly filter: Readonly<Record<string, string | undefined>>;
  readonly order: 'oldest' | 'newest' | undefined;
  /** The time at which the world began, in RFC 3339; undefined if it is not known. */
  readonly beganAt: string | undefined;
}

/** The sentence about entries from before the world, whose beginning is given as a text. */
export const beginningText = (beganAt: string): string =>
  `The activity of this world begins at ${beganAt}. Before that, each fax has one line, and so has each attempt of its webhooks.`;

/** Whether a time in RFC 3339 is before another one; not for an empty or an unreadable one. */
export const isBefore = (time: string, other: string): boolean => Date.parse(time) < Date.parse(other);

/** The names of conditions, in the order of the head. */
const filterNames = ['kind', 'tone', 'fax', 'number', 'search', 'since', 'until', 'after', 'before'] as const;

/** The activity as text: a head, then a line for each entry. In the form for programs, console and control call give the same. */
export function activityText<Line extends ActivityLine>(
  entries: readonly Line[],
  { world, filter, order = 'oldest', beganAt }: ActivityHead,
  form: ActivityForm<Line> = programForm,
): string {
  const times = entries
    .map(({ at }) => at)
    .toSorted()
    .map(form.timeText);
  const span = times.length === 0 ? '' : `, ${times[0]} to ${times.at(-1)}`;
  const given = filterNames.flatMap((name) => (filter[name] === undefined ? [] : `${name}=${filter[name]}`));
  const isEarlier = beganAt !== undefined && entries.some(({ at }) => isBefore(at, beganAt));
  const lines = [
    `# Activity of world ${world}: ${pluralize(entries.length, 'entry', 'entries')}${span}, times in ${form.zone}, ${order} first`,
    `# Filter: ${printable(given.join(' ')) || 'none'}`,
    ...(isEarlier ? [`# ${beginningText(form.timeText(beganAt))}`] : []),
    ...entries.map((entry) => lineIn(form, entry)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
