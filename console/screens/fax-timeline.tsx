import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { FaxHistory } from '../../src/control/client/named-types.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { dateOf, preciseTimes, shortReason } from '../format.ts';
import type { Resource } from '../resource.ts';
import { useRowHighlights } from '../ui/highlight.ts';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { comingText } from '../ui/times.tsx';
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
      {history.data !== undefined && <Events history={history.data} />}
    </Part>
  );
}

function Events({ history: { events, next, is_whole: isWhole } }: { readonly history: FaxHistory }) {
  const list = useRowHighlights<HTMLOListElement>('');
  const times = preciseTimes(events.map(({ at }) => at));
  const first = events[0]?.at ?? '';
  const hidden = next.length - mostComing;
  return (
    <>
      {!isWhole && (
        <p class="muted">It began before the history of this world: the first lines are what its record shows.</p>
      )}
      <ol ref={list} class="timeline">
        {events.map((event, index) => (
          <li key={index} data-key={index} data-state={event.summary} class={event.tone}>
            <span>
              {readable(shortSummary(event))}
              <Causes event={event} />
            </span>
            <time dateTime={event.at} title={event.at}>
              {dateOf(event.at) === dateOf(first) ? '' : `${dateOf(event.at)} `}
              {times[index]}
            </time>
          </li>
        ))}
        {next.slice(0, mostComing).map(({ at, summary, webhook }, index) => (
          <li key={`next ${index}`} class="next">
            <span>
              {readable(summary)}
              {webhook !== null && <> · {webhookLink(webhook)}</>}
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

/** The request, call, webhook and rule of an event, each with its link. */
function Causes({ event: { by, requests, webhook, rule } }: { readonly event: FaxEvent }) {
  const [first] = requests;
  const count = requests.length > 1 ? ` to ${requests.at(-1) ?? ''}, ${requests.length} times` : '';
  return (
    <span class="muted causes">
      {by !== null && (
        <>
          {' '}
          · <code>{by}</code>
        </>
      )}
      {first !== undefined && (
        <>
          {' '}
          · <Link to={{ screen: 'requests', id: String(first) }}>request {first}</Link>
          {count}
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

/** Text with a capital at its beginning, and phone numbers as people write them. */
function readable(summary: string): string {
  const text = summary.replace(/\+[1-9]\d{6,14}\b/g, phoneText);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
