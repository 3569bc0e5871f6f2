import type { LongWork } from '../src/control/client/named-types.ts';
import { effect, signal } from '@preact/signals';
import { ask } from './api.ts';
import { liveState, onEvents } from './live.ts';
import { world } from './router.ts';

/** The work of the simulator that has run for a while, except moves of this world's clock, which the clock itself shows. */
export const longWork = signal<readonly LongWork[]>([]);

/** Work that takes longer than this is shown. */
const longMs = 250;
const againMs = 500;

/** Keeps the list of work current: from the event that begins long work, until no work is left. */
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
