import { durationText } from '../model/shared/duration.ts';
import { isIn } from '../store/memory/store.ts';
import type { HostedWorld } from './hosted-world.ts';
import type { JournalEntry } from './journal/journal.ts';
import type { World } from './world.ts';

/** Real ms. */
interface SettleOptions {
  /** How long the program and the clock must rest. */
  readonly quietMs: number;
  /** How long it may take in all. */
  readonly limitMs: number;
  /** Aborted when the caller is gone. */
  readonly disconnected?: AbortSignal | undefined;
}

/** How it ended. `unsettled` has the reason in a sentence. */
export type Settled = 'settled' | 'stopped' | { readonly unsettled: string };

/** A clock that never comes to rest is moved so far at a time. */
const moveMsMax = 3650 * 86_400_000;
/** Real ms between two looks at the program. */
const lookMs = 20;

/**
 * Runs the clock until nothing is due, waits in real time for what the program makes of it, and begins again where the program did
 * something. Ends when nothing is due and the program rests.
 */
export async function settle(hosted: HostedWorld, options: SettleOptions): Promise<Settled> {
  const { world, systemClock } = hosted;
  const { quietMs, limitMs, disconnected } = options;
  const until = systemClock.now() + limitMs;
  const isOver = (): boolean => systemClock.now() >= until || disconnected?.aborted === true;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => void systemClock.wake(Math.max(Math.min(ms, until - systemClock.now()), 1), resolve));
  const activity = new Activity(hosted, world);
  /** Resolves to whether something happened before the program rested. */
  const rest = async (): Promise<boolean> => {
    let [lastAt, hasHappened] = [systemClock.now(), false];
    for (let left = quietMs; left > 0 && !isOver(); left = lastAt + quietMs - systemClock.now()) {
      await pause(Math.min(left, lookMs));
      if (!activity.take()) continue;
      [lastAt, hasHappened] = [systemClock.now(), true];
    }
    return hasHappened;
  };
  try {
    do {
      // The call of another caller moves the clock: it is waited for like the program.
      if (!world.clock.isMoving && (await runUntilIdle(hosted, until - systemClock.now()))) {
        if (!isOver()) return 'stopped';
        break;
      }
      activity.take();
      if (!(await rest()) && world.clock.nextDue === undefined && !isOver()) return 'settled';
    } while (!isOver());
    return { unsettled: activity.unsettledText(limitMs) };
  } finally {
    activity.end();
  }
}

/** Waits for the end of the move that another caller has begun, at most so long. */
export async function untilMovable({ world: { clock }, systemClock }: HostedWorld, limitMs: number): Promise<void> {
  for (const until = systemClock.now() + limitMs; clock.isMoving && !clock.isStopped && systemClock.now() < until;)
    await new Promise<void>((resolve) => void systemClock.wake(lookMs, resolve));
}

/** Resolves to whether the move was stopped before its end, as it is after `limitMs`. */
async function runUntilIdle({ world: { clock }, systemClock }: HostedWorld, limitMs: number): Promise<boolean> {
  const moving = clock.runUntilIdle(moveMsMax);
  const { move } = clock;
  const cancel = systemClock.wake(limitMs, () => clock.stopMove());
  await moving.finally(cancel);
  return move?.isStopped === true;
}

/** The signs of a program at work: requests that change something, and webhooks. */
class Activity {
  readonly #hosted: HostedWorld;
  readonly #world: World;
  #lastId: number;
  #requests = 0;
  #latest: JournalEntry | undefined;
  #webhooks = 0;
  readonly end: () => void;

  constructor(hosted: HostedWorld, world: World) {
    this.#hosted = hosted;
    this.#world = world;
    this.#lastId = world.journal.lastId;
    this.end = world.store.watch((change) => {
      if (isIn('deliveries', change)) this.#webhooks++;
    });
  }

  /** Whether there were any since the last call, or some are under way. */
  take(): boolean {
    const { clock, journal } = this.#world;
    const isUnderWay = clock.isMoving || this.#hosted.requestsUnderWay > 0;
    const works = journal.lastId === this.#lastId ? [] : journal.after(this.#lastId).filter(isWork);
    const hasHappened = works.length > 0 || this.#webhooks > 0;
    this.#requests += works.length;
    this.#latest = works.at(-1) ?? this.#latest;
    this.#lastId = journal.lastId;
    this.#webhooks = 0;
    return isUnderWay || hasHappened;
  }

  /** The reason, with the latest sign of work. */
  unsettledText(limitMs: number): string {
    const { clock } = this.#world;
    const due = clock.nextDue === undefined ? '' : `; a step is due at ${new Date(clock.nextDue).toISOString()}`;
    const latest = this.#latest && `, the latest ${this.#latest.observed.profile.operation ?? 'without a route'}`;
    const count = `${this.#requests} request${this.#requests === 1 ? '' : 's'}${latest ?? ''}`;
    const fix = 'allow more time, or end the work that the program repeats';
    return `The program and the clock must come to rest within ${durationText(limitMs)}, got ${count}${due}: ${fix}`;
  }
}

/** A program that reads a fax again and again waits for the clock: a read is no sign of work. */
const isWork = ({ observed: { profile } }: JournalEntry): boolean =>
  profile.operation === null ? profile.method !== 'GET' : !/^(?:get|list)/.test(profile.operation);
