import type { DueStep } from '../../src/control/client/named-types.ts';
import { moveAndTell } from '../clock-moves.tsx';
import { ask } from '../api.ts';
import { moving } from '../clock.ts';
import { timeText } from '../format.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { comingText } from '../ui/times.tsx';
import { isOfClock, RecordLink } from './clock-words.tsx';

const mostShown = 50;

/** The next events, each with a button that moves the clock to its time. */
export function ClockAgenda() {
  const agenda = useResource(
    world.value,
    (signal) => ask<readonly DueStep[]>('/clock/agenda', { input: { limit: mostShown }, signal }),
    { changedBy: isOfClock },
  );
  return (
    <Part title="Due next">
      {agenda.error !== undefined && <Failed error={agenda.error} onRetry={agenda.reload} />}
      {agenda.data === undefined && agenda.error === undefined && <Loading what="the agenda" />}
      {agenda.data?.length === 0 && (
        <p class="muted">Nothing is due. A fax that is on its way, or a webhook that is retried, appears here.</p>
      )}
      <ol class="rows moments">
        {agenda.data?.map((step, index) => (
          <li key={index}>
            <span>
              <RecordLink record={step}>{step.summary}</RecordLink>
              <time class="muted" dateTime={step.at} title={`${timeText(step.at)} UTC`}>
                {comingText(step.at)}
              </time>
            </span>
            <Button
              label={`Go to ${timeText(step.at)}`}
              kind="quiet"
              icon="skip"
              isLocal={false}
              isDisabled={moving.value !== undefined}
              onClick={() => moveAndTell({ set: step.at })}
            />
          </li>
        ))}
      </ol>
      {agenda.data?.length === mostShown && <p class="muted">Later steps are not shown.</p>}
    </Part>
  );
}
