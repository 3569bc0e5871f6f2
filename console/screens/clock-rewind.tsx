import { signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Failed } from '../ui/states.tsx';
import { openRewind, RewindForm } from './rewind-form.tsx';
import { lossText, momentText, useMoment } from './rewind-moment.ts';
import type { RewindMoment } from './rewind-moment.ts';

/** The control that rewinds the world to before any request in its history. */
export function ClockRewind() {
  const chosen = useMemo(() => signal(Infinity), []);
  const { data, error } = useMoment(chosen.value);
  const last = useRef(data);
  const moment = (last.current = data ?? last.current);
  const choose = (to: number): void => {
    chosen.value = to;
  };
  return (
    <Part title="Rewind">
      {error !== undefined && <Failed error={error} onRetry={() => choose(Infinity)} />}
      {moment?.latest === 0 && (
        <p class="muted">No request yet. This world can return to before each request of your client.</p>
      )}
      {moment !== undefined && moment.latest > 0 && <Way moment={moment} chosen={chosen.value} choose={choose} />}
      {moment !== undefined && moment.dropped > 0 && (
        <p class="muted">
          {moment.dropped === 1 ? 'Request 1' : `Requests 1 to ${moment.dropped}`} can no longer be reached: the history
          was full.
        </p>
      )}
      <RewindForm />
    </Part>
  );
}

interface WayProps {
  readonly moment: RewindMoment;
  /** The id of a request; any higher number means now. */
  readonly chosen: number;
  readonly choose: (to: number) => void;
}

/** The maximum number of ticks; more would merge into a bar. */
const mostTicks = 60;

/** A slider from the oldest request to now. */
function Way({ moment: { oldest, latest, step }, chosen, choose }: WayProps) {
  const now = latest + 1;
  const id = Math.min(chosen, now);
  const isNow = id === now;
  const go = (to: number): void => choose(to < now ? to : Infinity);
  const name = isNow ? 'Now' : `Before request ${id}`;
  return (
    <>
      <label class="field way">
        <span>{name}</span>
        <input
          type="range"
          class={now - oldest > mostTicks ? undefined : 'ticked'}
          style={{ '--stops': now - oldest }}
          min={oldest}
          max={now}
          value={id}
          aria-valuetext={isNow || step === undefined ? name : `${name}: ${momentText(step)}`}
          onInput={({ currentTarget }) => go(currentTarget.valueAsNumber)}
        />
      </label>
      <ChosenStep step={isNow ? undefined : step} />
      <div class="actions" role="group" aria-label="Rewind">
        <Button isDisabled={id <= oldest} onClick={() => go(id - 1)}>
          Earlier
        </Button>
        <Button isDisabled={isNow} onClick={() => go(id + 1)}>
          Later
        </Button>
        <Button kind="danger" isDisabled={isNow} onClick={() => openRewind(id)}>
          Rewind…
        </Button>
      </div>
    </>
  );
}

function ChosenStep({ step }: Pick<RewindMoment, 'step'>) {
  return (
    <div class="moment">
      {step === undefined ? (
        <p class="muted">
          Move the slider back to a request. A rewind returns the world to the moment before it, and stops only before
          requests: take a snapshot to return to another moment.
        </p>
      ) : (
        <>
          <Link to={{ screen: 'requests', id: String(step.first.request), query: {} }}>{momentText(step)}</Link>
          <p class="muted">Lost would be {lossText(step)}.</p>
        </>
      )}
    </div>
  );
}
