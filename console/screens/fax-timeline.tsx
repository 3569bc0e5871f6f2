import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { FaxHistory } from '../../src/control/client/named-types.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { ask } from '../api.ts';
import { takesAllPages } from '../conditions.ts';
import { capital } from '../../src/model/shared/words.ts';
import { changeOwnWords } from '../../src/model/shared/quoted-text.ts';
import { foldRuns } from '../equal-runs.ts';
import { dateOf, preciseTimes, shortReason } from '../format.ts';
import type { Resource } from '../resource.ts';
import { Button } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import { useRowHighlights } from '../ui/highlight.ts';
import { Link } from '../ui/link.tsx';
import { isPrinted } from '../ui/printing.ts';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { comingText } from '../ui/times.tsx';
import { toast } from '../ui/toast.tsx';
import { scenarioOfLabel } from './request-words.ts';

type FaxEvent = FaxHistory['events'][number];

const mostComing = 12;

/** All that happened to a fax, in order, and what comes next if nothing intervenes. */
export function FaxTimeline({ history }: { readonly history: Resource<FaxHistory> }) {
  return (
    <Part title="Timeline">
      {history.data === undefined && history.error === undefined && <Loading what="the history of the fax" />}
      {history.data === undefined && history.error !== undefined && (
        <Failed error={history.error} onRetry={history.reload} />
      )}
      {history.data !== undefined && <Events history={history.data} onChange={history.reload} />}
    </Part>
  );
}

interface EventsProps {
  readonly history: FaxHistory;
  readonly onChange: () => void;
}

function Events({ history: { events, next, is_whole: isWhole }, onChange }: EventsProps) {
  const list = useRowHighlights<HTMLOListElement>('');
  const hidden = next.length - mostComing;
  return (
    <>
      {!isWhole && !isPrinted.value && (
        <p class="muted">It began before the history of this world: the first lines are what its record shows.</p>
      )}
      <ol ref={list} class="timeline">
        {foldRuns(timed(events), alikeAttempts).map((line) => {
          const [first] = line;
          if (line.length === 1) return <Moment key={first.index} {...first} isMarked />;
          return (
            <Fold
              key={first.index}
              class={first.event.tone}
              count={line.length}
              each={eachText(first.event)}
              from={first.time}
              to={line.at(-1)?.time ?? ''}
            >
              {() => line.map((moment) => <Moment key={moment.index} {...moment} />)}
            </Fold>
          );
        })}
        {next.slice(0, mostComing).map(({ at, summary, webhook }, index) => (
          <li key={`next ${index}`} class="next">
            <span>
              {readable(summary)}
              {webhook !== null && <> · {webhookLink(webhook)}</>}
              {takesAllPages(summary) && <PageSteps isTooLate={index === 0} onChange={onChange} />}
            </span>
            {at !== null && (
              <time dateTime={at} title={at}>
                {comingText(at)}
              </time>
            )}
          </li>
        ))}
        {hidden > 0 && (
          <li class="next">
            <span>… and {hidden} more steps</span>
          </li>
        )}
      </ol>
    </>
  );
}

interface MomentProps {
  readonly event: FaxEvent;
  readonly index: number;
  readonly time: string;
  /** Whether a change of it is highlighted. */
  readonly isMarked?: boolean;
}

/** The events with their times. Those of the first day have no date, except on paper. */
function timed(events: readonly FaxEvent[]): readonly MomentProps[] {
  const times = preciseTimes(events.map(({ at }) => at));
  const firstDate = dateOf(events[0]?.at ?? 0);
  return events.map((event, index) => {
    const date = dateOf(event.at);
    const ofDay = date === firstDate && !isPrinted.value ? '' : `${date} `;
    return { event, index, time: `${ofDay}${times[index]}` };
  });
}

/** Attempts of a webhook with the same result are equal; of other events, each stands for itself. */
const alikeAttempts = {
  subjectOf: ({ event, index }: MomentProps) => event.webhook ?? `event ${index}`,
  resultOf: ({ event }: MomentProps) => `${event.tone} ${resultText(event)}`,
};

/** `answered 500 · database is locked`: the summary after the names of the webhook and of the attempt. */
const resultText = (event: FaxEvent): string => /: (.+)$/s.exec(shortSummary(event))?.[1] ?? '';

function eachText(event: FaxEvent): string {
  const result = resultText(event);
  return event.tone === 'bad' && !result.startsWith('answered') ? `failed: ${result}` : result;
}

function Moment({ event, index, time, isMarked = false }: MomentProps) {
  const mark = isMarked ? { 'data-key': index, 'data-state': event.summary } : {};
  return (
    <li {...mark} class={event.tone}>
      <span>
        {eventText(event)}
        <Causes event={event} />
      </span>
      <time dateTime={event.at} title={event.at}>
        {time}
      </time>
    </li>
  );
}

interface PageStepsProps {
  /** Whether the call is answered, so that the setting counts only for the next one. */
  readonly isTooLate: boolean;
  readonly onChange: () => void;
}

/** The setting that makes each page a step of the clock. */
function PageSteps({ isTooLate, onChange }: PageStepsProps) {
  const switchOn = async (): Promise<void> => {
    await ask('/settings', { method: 'PATCH', input: { inflight_webhooks: true } });
    toast('inflight_webhooks is on: each page is a step, and has a webhook');
    onChange();
  };
  const setting = <Link to={{ screen: 'settings', id: 'inflight_webhooks', query: {} }}>inflight_webhooks</Link>;
  if (isTooLate) return <span class="muted"> · page by page only if {setting} is on at the answer</span>;
  return (
    <>
      {' '}
      <Button title="Switch on inflight_webhooks: each page is a step, and has a webhook" onClick={switchOn}>
        Step page by page
      </Button>
    </>
  );
}

/** The request, call, webhook and rule of an event, each with its link. */
function Causes({ event: { by, requests, webhook, rule } }: { readonly event: FaxEvent }) {
  const [first] = requests;
  const others = requests.length > 1 ? ` and ${requests.length - 1} more until request ${requests.at(-1) ?? ''}` : '';
  return (
    <span class="muted causes">
      {by !== null && !(isPrinted.value && by.includes('/_faxsim/')) && (
        <>
          {' '}
          · <code>{by}</code>
        </>
      )}
      {first !== undefined && (
        <>
          {' '}
          · <Link to={{ screen: 'requests', id: String(first) }}>request {first}</Link>
          {others}
        </>
      )}
      {webhook !== null && <> · {webhookLink(webhook)}</>}
      {rule !== null && (
        <>
          {' '}
          · rule <Link to={{ screen: 'scenarios', id: scenarioOfLabel(rule) }}>{scenarioText(rule)}</Link>
        </>
      )}
    </span>
  );
}

const webhookLink = (id: number) => <Link to={{ screen: 'webhooks', id: String(id) }}>webhook {id}</Link>;

/** `webhook fax_completed: connection refused at 127.0.0.1:9`: the webhook itself shows the advice. */
function shortSummary({ kind, summary }: FaxEvent): string {
  const [name = '', ...reason] = kind === 'webhook' ? summary.split(': ') : [summary];
  return reason.length === 0 ? name : `${name}: ${shortReason(reason.join(': '))}`;
}

/** The summary in short. The words of an answer stay as they came. */
function eventText(event: FaxEvent): string {
  const text = shortSummary(event);
  const answer = /^(?:request|webhook)$/.test(event.kind) ? /: (.+)$/s.exec(text)?.[1] : undefined;
  return readable(text, answer);
}

/** Text with a capital at its beginning, and phone numbers as people write them. */
function readable(summary: string, message?: string): string {
  return capital(changeOwnWords(summary, message, (own) => own.replaceAll(/\+[1-9]\d{6,14}\b/g, phoneText)));
}
