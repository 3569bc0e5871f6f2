import type { ActivityPart } from '../../src/control/client/named-types.ts';
import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { clockTime, dateOf, pluralize, timeText } from '../format.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import type { ScreenRoute } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Failed } from '../ui/states.tsx';
import { Bars } from './activity-bars.tsx';
import { filterOf, periods, spanOf } from './activity-spans.ts';
import type { Period } from './activity-spans.ts';

interface Loaded {
  readonly since: string;
  readonly parts: readonly ActivityPart[];
  /** Webhooks whose latest attempt failed, and steps that are due. */
  readonly failing: number;
  readonly due: number;
}

const names = Object.keys(periods) as Period[];

/** The activity of a period in numbers and in bars, and the work that is open now. Each leads to its list. */
export function Activity() {
  const [period, setPeriod] = useState<Period>('24 hours');
  const isReady = now.value !== undefined;
  const found = useResource(isReady ? `${world.value} ${period}` : '', (stop) => load(period, stop), {
    changedBy: ({ kind }) => kind !== 'request',
  });
  return (
    <section class="activity" aria-label="Activity">
      <div class="period">
        <h3>In the last</h3>
        <div class="segments" role="group" aria-label="Period">
          {names.map((name) => (
            <Button key={name} kind="quiet" isPressed={name === period} onClick={() => setPeriod(name)}>
              {name}
            </Button>
          ))}
        </div>
      </div>
      {found.error !== undefined && <Failed error={found.error} onRetry={found.reload} />}
      {found.data !== undefined && <Loaded period={period} {...found.data} />}
    </section>
  );
}

async function load(period: Period, stop: AbortSignal): Promise<Loaded> {
  const span = spanOf(period, now.peek() ?? 0);
  const input = { ...span, parts: periods[period].bars };
  const [parts, { count: failing }, due] = await Promise.all([
    ask<AnswerOf<'activity', 'count'>>('/activity', { input, signal: stop }),
    ask<AnswerOf<'webhooks', 'count'>>('/webhooks/count', { input: { failing: true }, signal: stop }),
    ask<AnswerOf<'clock', 'agenda'>>('/clock/agenda', { input: { limit: 1000 }, signal: stop }),
  ]);
  return { since: span.since, parts, failing, due: due.length };
}

type List = Required<Pick<ScreenRoute, 'screen' | 'query'>>;

/** A number of the period, and the list of the counted items. */
interface Count {
  readonly field: 'sent' | 'received' | 'failed' | 'webhooks' | 'webhooks_failing';
  /** The words after the number. */
  readonly words: (count: number) => string;
  readonly list: List;
}

/** Numbers whose sum has bars. */
interface Course {
  readonly name: string;
  /** A bar's words: `failed fax`. */
  readonly noun: string;
  readonly isBad?: boolean;
  readonly list: List;
  readonly counts: readonly Count[];
}

const faxes = (query: ScreenRoute['query'] = {}): List => ({ screen: 'faxes', query });
const webhooks = (query: ScreenRoute['query'] = {}): List => ({ screen: 'webhooks', query });
const failedFaxes = faxes({ status: 'failure' });
const failingWebhooks = webhooks({ failing: 'true' });

const webhooksWord = (count: number): string => (count === 1 ? 'webhook' : 'webhooks');

const courses: readonly Course[] = [
  {
    name: 'Faxes',
    noun: 'fax',
    list: faxes(),
    counts: [
      { field: 'sent', words: () => 'sent', list: faxes({ direction: 'sent' }) },
      { field: 'received', words: () => 'received', list: faxes({ direction: 'received' }) },
    ],
  },
  {
    name: 'Failures',
    noun: 'failed fax',
    isBad: true,
    list: failedFaxes,
    counts: [{ field: 'failed', words: () => 'failed', list: failedFaxes }],
  },
  {
    name: 'Webhooks',
    noun: 'webhook',
    list: webhooks(),
    counts: [{ field: 'webhooks', words: webhooksWord, list: webhooks() }],
  },
  {
    name: 'Failing webhooks',
    noun: 'failing webhook',
    isBad: true,
    list: failingWebhooks,
    counts: [{ field: 'webhooks_failing', words: (count) => `${webhooksWord(count)} failing`, list: failingWebhooks }],
  },
];

function Loaded({ period, since, parts, failing, due }: Loaded & { readonly period: Period }) {
  return (
    <>
      <ul class="numbers" aria-label={`In the last ${period}`}>
        {courses.map((course) => (
          <CourseCard key={course.name} {...{ course, since, parts }} />
        ))}
      </ul>
      <p class="muted">
        Now: <Link to={{ id: undefined, ...failingWebhooks }}>{pluralize(failing, 'webhook')} failing in all</Link>,{' '}
        <Link to={{ screen: 'clock', id: undefined, query: {} }}>{pluralize(due, 'step')} due</Link>
      </p>
    </>
  );
}

interface CourseCardProps extends Pick<Loaded, 'since' | 'parts'> {
  readonly course: Course;
}

function CourseCard({ course: { name, noun, isBad = false, list, counts }, since, parts }: CourseCardProps) {
  const valueOf = (part: ActivityPart): number => counts.reduce((sum, { field }) => sum + part[field], 0);
  return (
    <li>
      <p>
        {counts.map(({ field, words, list: { screen, query } }) => {
          const count = parts.reduce((sum, part) => sum + part[field], 0);
          return (
            <Link key={field} to={{ screen, id: undefined, query: { ...query, since } }}>
              <strong>{count.toLocaleString('en')}</strong> {words(count)}
            </Link>
          );
        })}
      </p>
      <Bars
        label={`${name} over time`}
        isBad={isBad}
        bars={parts.map((part) => ({
          value: valueOf(part),
          label: `${spanText(part)}: ${pluralize(valueOf(part), noun)}`,
          to: { ...list, query: { ...list.query, ...filterOf(part) } },
        }))}
      />
    </li>
  );
}

const toMinute = (text: string): string => text.slice(0, -3);

/** `2026-01-31 12:00 to 14:00`. */
function spanText({ from, until }: ActivityPart): string {
  const end = dateOf(from) === dateOf(until) ? clockTime(until) : timeText(until);
  return `${toMinute(timeText(from))} to ${toMinute(end)}`;
}
