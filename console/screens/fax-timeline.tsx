import type { FaxRecord, FaxStep, WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { speed } from '../clock.ts';
import { clockTime, dateOf } from '../format.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { ofFax, useResource } from '../resource.ts';
import { Part } from '../ui/split.tsx';
import { comingText } from '../ui/times.tsx';
import { faxStatuses } from './fax-words.ts';

interface TimelineRow {
  readonly at: string;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

const mostShown = 12;

/** The past steps of a fax, and its next ones if nothing intervenes. */
export function FaxTimeline({
  fax,
  webhooks,
}: {
  readonly fax: FaxRecord;
  readonly webhooks: readonly WebhookRecord[];
}) {
  return (
    <Part title="Timeline">
      <ol class="timeline">
        {pastOf(fax, webhooks).map(({ at, text, tone }, index) => (
          <li key={index} class={tone}>
            <span>{text}</span>
            <time dateTime={at} title={at}>
              {dayOf(at, fax.created_at)}
              {clockTime(at)}
            </time>
          </li>
        ))}
        {fax.due !== null && <Next fax={fax} due={fax.due} />}
      </ol>
    </Part>
  );
}

const waitingWords: Readonly<Record<string, string>> = {
  stuck: 'Stuck: nothing more happens',
  unread: 'Waits until a client reads the fax',
};

function Next({ fax: { id }, due: { at: dueAt, step } }: { fax: FaxRecord; due: NonNullable<FaxRecord['due']> }) {
  const key = `${id} ${dueAt} ${step} ${speed.value ?? ''}`;
  const forecast = useResource(key, (signal) => ask<readonly FaxStep[]>(`/faxes/${id}/forecast`, { signal }), {
    changedBy: ofFax(id),
  });
  const next = forecast.data ?? [];
  const waits = waitingWords[step];
  if (waits !== undefined) {
    return (
      <li class="next">
        <span>{waits}</span>
      </li>
    );
  }
  return (
    <>
      {next.slice(0, mostShown).map(({ at, summary, status }, index) => (
        <li key={index} class="next">
          <span>
            {capital(summary)}
            {index === next.length - 1 && `, then ${faxStatuses[status].word.toLowerCase()}`}
          </span>
          <time dateTime={at} title={at}>
            {comingText(at)}
          </time>
        </li>
      ))}
      {next.length > mostShown && (
        <li class="next">
          <span>… and {next.length - mostShown} more steps</span>
        </li>
      )}
    </>
  );
}

const dayOf = (at: string, from: string): string => (dateOf(at) === dateOf(from) ? '' : `${dateOf(at)} `);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function pastOf(fax: FaxRecord, webhooks: readonly WebhookRecord[]): readonly TimelineRow[] {
  const { direction, created_at: at } = fax;
  const attempts = webhooks.flatMap(attemptsOf);
  const all: TimelineRow[] =
    direction === 'sent'
      ? [{ at, text: 'Accepted from the client', tone: 'plain' }, ...recipientsOf(fax), ...attempts, ...endOf(fax)]
      : [...endOf(fax), { at, text: 'Stored after the call', tone: 'plain' }, ...attempts];
  return all.sort((one, other) => one.at.localeCompare(other.at));
}

/** The ends of the calls, where they say more than the end of the fax. */
function recipientsOf({ recipients }: FaxRecord): readonly TimelineRow[] {
  if (recipients.length < 2) return [];
  return recipients.flatMap(({ number, completed_at: at, status, error }) => {
    const text = `${phoneText(number)}: ${error?.message ?? status ?? ''}`;
    return at === null ? [] : [{ at, text, tone: error === null ? 'good' : 'bad' }];
  });
}

const attemptsOf = ({ id, event, attempts }: WebhookRecord): readonly TimelineRow[] =>
  attempts.map(({ at, answer, failure }) => ({
    at,
    text: `Webhook ${id} ${event}: ${answer?.status ?? failure ?? 'recorded'}`,
    tone: failure === null ? 'plain' : 'bad',
  }));

/** The end of the call, of a received fax. */
function endOf({ completed_at: at, status, error, direction }: FaxRecord): readonly TimelineRow[] {
  if (at === null) return [];
  const { tone, word } = faxStatuses[status];
  const end = direction === 'sent' ? word : 'Call ended';
  const how = error?.message ?? (direction === 'sent' ? '' : word.toLowerCase());
  return [{ at, text: how === '' ? end : `${end}: ${how}`, tone: tone === 'bad' ? 'bad' : 'good' }];
}
