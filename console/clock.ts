import type { ClockMove, ClockState } from '../src/control/client/named-types.ts';
import { computed, effect, signal } from '@preact/signals';
import { ask } from './api.ts';
import type { AnswerOf, InputOf } from './api.ts';
import { lostSince, onEvents } from './live.ts';
import { world } from './router.ts';

type Reading = Pick<ClockState, 'now' | 'speed'> & Partial<Pick<ClockState, 'moving'>>;

/** The latest reading of the current world's clock, and its time by `performance.now()`, in ms. */
const lastReading = signal<{ readonly clock: Reading; readonly at: number } | undefined>(undefined);
const tick = signal(0);

/** The time of the world now, in ms; undefined until it is known. */
export const now = computed(() => {
  const known = lastReading.value;
  if (known === undefined) return undefined;
  return Date.parse(known.clock.now) + Math.max(tick.value - known.at, 0) * known.clock.speed;
});

/** The running move of the clock, started here or elsewhere. */
export const moving = computed(() => lastReading.value?.clock.moving ?? undefined);

export const speed = computed(() => lastReading.value?.clock.speed);

/** The next steps that are due in the world, the earliest first. */
export const agenda = signal<AnswerOf<'clock', 'agenda'>>([]);

const held = signal(0);

/** The number of requests that wait for their responses until the clock moves. */
export const waitingRequests = computed(() => (speed.value === 0 ? held.value : 0));

/** The real time until a time of the world, in ms; undefined while the clock is frozen. */
export function realMsUntil(time: string): number | undefined {
  const rate = speed.value ?? 0;
  return rate === 0 || now.value === undefined ? undefined : (Date.parse(time) - now.value) / rate;
}

/** Reads the time of the world, and the due steps. */
export async function readClock(): Promise<void> {
  const [clock, due] = await Promise.all([
    ask<ClockState>('/clock'),
    ask<AnswerOf<'clock', 'agenda'>>('/clock/agenda', { input: { limit: 5 } }),
  ]);
  show(clock);
  held.value = clock.held.length;
  agenda.value = due;
}

function show(clock: Reading): void {
  tick.value = performance.now();
  lastReading.value = { clock, at: tick.value };
}

/** The ms after which a move is shown as running. */
const longMoveMs = 300;

/** Moves the clock, or changes its speed. Resolves to the resulting events. */
export async function moveClock(input: InputOf<'clock', 'move'>): Promise<ClockMove> {
  const look = (): void => void readClock().catch(() => undefined);
  const timer = setTimeout(look, longMoveMs);
  try {
    const moved = await ask<ClockMove>('/clock', { method: 'POST', input });
    show(moved);
    look();
    return moved;
  } finally {
    clearTimeout(timer);
  }
}

/** Stops the move of the clock that is under way. */
export async function stopMove(): Promise<void> {
  show(await ask<ClockState>('/clock/stop', { method: 'POST' }));
}

/** Keeps the clock up to date while the page is open. */
export function startClock(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      readClock().catch(() => undefined); // the screen says that the simulator does not answer
    }, 250);
  };
  effect(() => {
    if (world.value !== '') {
      lastReading.value = undefined;
      agenda.value = [];
      held.value = 0;
      later();
    }
  });
  onEvents((events) => {
    const isNews = (kind: string) => kind !== 'scenario' && (kind !== 'request' || speed.value === 0);
    if (events.some(({ kind }) => isNews(kind))) later(); // a frozen clock can hold the response of a request
  });
  setInterval(() => {
    const isTicking = document.visibilityState === 'visible' && lostSince.value === undefined;
    if (isTicking && speed.value !== 0) tick.value = performance.now();
  }, 250);
}
