import { moveClock, speed } from './clock.ts';
import { clockTime, pluralize } from './format.ts';
import { Button } from './ui/button.tsx';
import { toast } from './ui/toast.tsx';

/** The longest way that a clock goes which never comes to rest; the same as that of `faxsim clock run`. */
export const longestRun = '3650d';

/** Moves the clock, and shows the events of the move. */
export async function moveAndTell(input: Parameters<typeof moveClock>[0]): Promise<void> {
  const { happened, now } = await moveClock(input);
  toast(`It is ${clockTime(now)}: ${happened.length === 0 ? 'nothing happened' : pluralize(happened.length, 'event')}`);
}

/** The usual ways to move the clock. */
export function ClockMoves() {
  const isFrozen = speed.value === 0;
  return (
    <div class="clock-moves" role="group" aria-label="Move the clock">
      <Button title="Move the clock by a minute" onClick={() => moveAndTell({ advance: '1m' })}>
        +1 min
      </Button>
      <Button title="Move the clock by an hour" onClick={() => moveAndTell({ advance: '1h' })}>
        +1 h
      </Button>
      <Button title="Move the clock by a day" onClick={() => moveAndTell({ advance: '1d' })}>
        +1 day
      </Button>
      <Button title="Move the clock until nothing is due" onClick={() => moveAndTell({ run_until_idle: longestRun })}>
        Until idle
      </Button>
      <Button
        icon={isFrozen ? 'play' : 'pause'}
        title={isFrozen ? 'Let the clock run in real time' : 'Freeze the clock'}
        onClick={() => moveClock({ speed: isFrozen ? 'real' : 'manual' })}
      >
        {isFrozen ? 'Run' : 'Freeze'}
      </Button>
    </div>
  );
}
