import type { LongWork } from '../src/control/client/named-types.ts';
import { effect, signal } from '@preact/signals';
import { ask } from './api.ts';
import { liveState, onEvents } from './live.ts';
import { world } from './router.ts';

/** The work of the simulator that has run for a while, without moves of this world's clock: the clock itself shows them. */
export const longWork = signal<readonly LongWork[]>([]);

/** Work is over in a moment, or it is long. */
const longMs = 250;
const againMs = 500;

/** Keeps the list current: from the event that begins long work, until there is none. */
export function startWork(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    clearTimeout(timer);
    ask<readonly LongWork[]>('/work', { of: null }).then(
      (all) => {
        longWork.value = all.filter((work) => work.age_ms > longMs && !isOwnMove(work));
        if (longWork.value.length > 0) timer = setTimeout(look, againMs);
      },
      () => (longWork.value = []), // the screen says that the simulator does not answer
    );
  };
  effect(() => {
    if (liveState.value === 'live') look();
  });
  onEvents((events) => {
    if (events.some(({ kind }) => kind === 'work' || kind === 'reset')) look();
  });
}

const isOwnMove = ({ kind, world: of }: LongWork): boolean => kind === 'clock' && of === world.peek();
