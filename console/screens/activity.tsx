import type { ActivityPart } from '../../src/control/client/named-types.ts';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { clockTime, dateOf, dayText, pluralize, timeText } from '../format.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import type { ScreenRoute } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { isPrinted } from '../ui/printing.ts';
import { Failed } from '../ui/states.tsx';
import { Bars } from './activity-bars.tsx';
import type { BarTone } from './activity-bars.tsx';
import { filterOf, lackText, periods, spanOf } from './activity-spans.ts';
import type { Period } from './activity-spans.ts';
import { wentWrong } from './fax-words.ts';

interface Loaded {
  readonly period: Period;
  readonly since: string;
  readonly parts: readonly ActivityPart[];
  /** The number of webhooks whose latest attempt failed. */
  readonly failing: number;
  readonly due: number;
}

const names = Object.keys(periods) as Period[];

/** The activity of a period in numbers and in bars, and the work that is open now. Each number and bar leads to its list. */
export function Activity() {
  /** The chosen period; undefined for the shortest period in which something happened. */
  const [chosen, setPeriod] = useState<Period>();
  const isReady = now.value !== undefined;
  const found = useResource(isReady ? `${world.value} ${chosen ?? ''}` : '', (stop) => load(chosen, stop), {
    changedBy: ({ kind }) => kind !== 'request',
  });
  const period = chosen ?? found.data?.period ?? usualPeriod;
  return (
    <section class="activity" aria-label="Activity">
      <div class="period">
        <h3>In the last{isPrinted.value && ` ${period}`}</h3>
        <div class="segments" role="group" aria-label="Period">
          {names.map((name) => (
            <Button key={name} kind="quiet" isPressed={name === period} onClick={() => setPeriod(name)}>
              {name}
            </Button>
          ))}
        </div>
      </div>
      {found.error !== undefined && <Failed error={found.error} onRetry={found.reload} />}
      {found.data !== undefined ? <Loaded {...found.data} /> : found.error === undefined && <Awaited />}
    </section>
  );
}

const usualPeriod: Period = '24 hours';

const isEmpty = (part: ActivityPart): boolean => courses.every((course) => valueOf(course, part) === 0);

/** The shortest period, not shorter than the usual one, in which something happened. */
async function livelyPeriod(stop: AbortSignal): Promise<Period> {
  const input = { ...spanOf('30 days', now.peek() ?? 0), parts: 30 };
  const days = await ask<AnswerOf<'activity', 'count'>>('/activity', { input, signal: stop });
  const last = days.findLastIndex((day) => !isEmpty(day));
  if (last < 0 || last === days.length - 1) return usualPeriod;
  return last >= days.length - 7 ? '7 days' : '30 days';
}

async function load(chosen: Period | undefined, stop: AbortSignal): Promise<Loaded> {
  const period = chosen ?? (await livelyPeriod(stop));
  const span = spanOf(period, now.peek() ?? 0);
  const input = { ...span, parts: periods[period].bars };
  const [parts, { count: failing }, due] = await Promise.all([
    ask<AnswerOf<'activity', 'count'>>('/activity', { input, signal: stop }),
    ask<AnswerOf<'webhooks', 'count'>>('/webhooks/count', { input: { failing: true }, signal: stop }),
    ask<AnswerOf<'clock', 'agenda'>>('/clock/agenda', { input: { limit: 1000 }, signal: stop }),
  ]);
  return { period, since: span.since, parts, failing, due: due.length };
}

/** Holds the place of the numbers and of the line below them, so that the page does not jump. */
const Awaited = () => (
  <>
    <ul class="numbers" aria-busy="true">
      {courses.map(({ name }) => (
        <li key={name} />
      ))}
    </ul>
    <p class="muted">Now: …</p>
  </>
);

type List = Required<Pick<ScreenRoute, 'screen' | 'query'>>;

/** A number of the period, and the list of the counted items. */
interface Count {
  readonly field: 'sent' | 'received' | 'failed' | 'webhooks' | 'webhooks_failing';
  readonly tone: BarTone;
  /** The words after the number. */
  readonly words: (count: number) => string;
  readonly list: List;
}

/** Numbers whose sum is drawn as bars. */
interface Course {
  readonly name: string;
  /** The noun of a bar: `unsuccessful fax`. */
  readonly noun: string;
  /** The text for zero: `no unsuccessful fax`. */
  readonly none: string;
  /** The course that counts these items among others. */
  readonly within?: string;
  readonly list: List;
  readonly counts: readonly Count[];
}

const faxes = (query: ScreenRoute['query'] = {}): List => ({ screen: 'faxes', query });
const webhooks = (query: ScreenRoute['query'] = {}): List => ({ screen: 'webhooks', query });
const failedFaxes = faxes({ status: wentWrong });
const failingWebhooks = webhooks({ failing: 'true' });

const webhooksWord = (count: number): string => (count === 1 ? 'webhook' : 'webhooks');

const courses: readonly Course[] = [
  {
    name: 'Faxes',
    noun: 'fax',
    none: 'no fax',
    list: faxes(),
    counts: [
      { field: 'sent', tone: 'sent', words: () => 'sent', list: faxes({ direction: 'sent' }) },
      { field: 'received', tone: 'received', words: () => 'received', list: faxes({ direction: 'received' }) },
    ],
  },
  {
    name: 'Failures',
    noun: 'unsuccessful fax',
    none: 'no unsuccessful fax',
    within: 'Faxes',
    list: failedFaxes,
    counts: [{ field: 'failed', tone: 'bad', words: () => 'went wrong', list: failedFaxes }],
  },
  {
    name: 'Webhooks',
    noun: 'webhook',
    none: 'no webhook',
    list: webhooks(),
    counts: [{ field: 'webhooks', tone: 'webhook', words: webhooksWord, list: webhooks() }],
  },
  {
    name: 'Failing webhooks',
    noun: 'failing webhook',
    none: 'no failing webhook',
    within: 'Webhooks',
    list: failingWebhooks,
    counts: [
      {
        field: 'webhooks_failing',
        tone: 'bad',
        words: (count) => `${webhooksWord(count)} failing`,
        list: failingWebhooks,
      },
    ],
  },
];

const valueOf = ({ counts }: Pick<Course, 'counts'>, part: ActivityPart): number =>
  counts.reduce((sum, { field }) => sum + part[field], 0);

/** The least value at the top of a chart, so that a single failure does not fill a whole bar. */
const leastTop = 4;

/** The value at the top of a chart: a round one, from the highest bar on. */
function topOf(course: Course, parts: readonly ActivityPart[]): number {
  const highest = Math.max(leastTop, ...parts.map((part) => valueOf(course, part)));
  const unit = 10 ** Math.floor(Math.log10(highest));
  return unit * ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((step) => step * unit >= highest) ?? 10);
}

function Loaded({ period, since, parts, failing, due }: Loaded) {
  const isThere = (course: Course): boolean => parts.some((part) => valueOf(course, part) > 0);
  const lack = lackText(
    period,
    courses.map((course) => ({ ...course, isThere: isThere(course) })),
  );
  return (
    <>
      <ul class="numbers" aria-label={`In the last ${period}`}>
        {courses.filter(isThere).map((course) => (
          <CourseCard key={course.name} {...{ course, since, parts }} />
        ))}
      </ul>
      <p class="muted">
        {lack} <OpenNow failing={failing} due={due} />
      </p>
    </>
  );
}

/** The open work, with links to it. */
function OpenNow({ failing, due }: Pick<Loaded, 'failing' | 'due'>) {
  if (failing === 0 && due === 0) return <>Now: nothing is due.</>;
  return (
    <>
      Now:{' '}
      {failing > 0 && (
        <Link to={{ id: undefined, ...failingWebhooks }}>{pluralize(failing, 'webhook')} failing in all</Link>
      )}
      {failing > 0 && due > 0 && ', '}
      {due > 0 && <Link to={{ screen: 'clock', id: undefined, query: {} }}>{pluralize(due, 'step')} due next</Link>}
    </>
  );
}

interface CourseCardProps extends Pick<Loaded, 'since' | 'parts'> {
  readonly course: Course;
}

function CourseCard({ course, since, parts }: CourseCardProps) {
  const { name, noun, list, counts } = course;
  return (
    <li>
      <p>
        {counts.map(({ field, tone, words, list: { screen, query } }) => {
          const count = parts.reduce((sum, part) => sum + part[field], 0);
          return (
            <Link key={field} to={{ screen, id: undefined, query: { ...query, since } }}>
              <span class={`swatch ${tone}`} />
              <strong>{count.toLocaleString('en')}</strong> {words(count)}
            </Link>
          );
        })}
      </p>
      <Bars
        label={`${name} over time`}
        top={topOf(course, parts)}
        ends={endsOf(parts)}
        bars={parts.map((part) => ({
          parts: counts.map(({ field, tone }) => ({ tone, value: part[field] })),
          label: `${spanText(part)}: ${pluralize(valueOf(course, part), noun)}`,
          to: { ...list, query: { ...list.query, ...filterOf(part) } },
        }))}
      />
    </li>
  );
}

/**
 * The labels at both ends of a chart: `08:00` and `12:00` of today, `Nov 28, 12:00` of an earlier time, `Nov 22` and
 * `now` for more than two days.
 */
function endsOf(parts: readonly ActivityPart[]): readonly [string, string] {
  const [from = '', until = ''] = [parts[0]?.from, parts.at(-1)?.until];
  const isLong = Date.parse(until) - Date.parse(from) > 2 * 86_400_000;
  if (isLong) return [dayText(from), isOpen(until) ? 'now' : dayText(until)];
  const day = dateOf(from) === dateOf(until) ? '' : `${dayText(from)}, `;
  return [day + toMinute(clockTime(from)), endText(until, clockTime)];
}

/** The end of a bar. The latest bar ends now, not at the end of its minute. */
const endText = (until: string, text: (time: string) => string): string =>
  isOpen(until) ? 'now' : toMinute(text(until));

const isOpen = (until: string): boolean => Date.parse(until) > (now.peek() ?? 0);

const toMinute = (text: string): string => text.slice(0, -3);

/** `2026-01-31 12:00 to 14:00`, or `to now`. */
function spanText({ from, until }: ActivityPart): string {
  const end = endText(until, dateOf(from) === dateOf(until) ? clockTime : timeText);
  return `${toMinute(timeText(from))} to ${end}`;
}
