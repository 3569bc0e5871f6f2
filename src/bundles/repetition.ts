import type { WorldHandle, OwnWorld } from '../client/world-handle.ts';
import type { NamedTasks } from '../domain/agenda.ts';
import { attemptTaskName, readAttemptName } from '../domain/webhook.ts';
import type { WorldClock } from '../domain/world-clock.ts';
import type { Journal } from '../journal/journal.ts';
import { fillPath, namesInPath } from '../shared/path-params.ts';
import type { Bundle, BundledControl, BundledProgress, BundledRequest } from './bundle.ts';
import { momentsOf } from './moments.ts';
import type { RepeatedStep } from './moments.ts';
import type { RecordedPosts } from './recorded-posts.ts';
import { isWhole, sendAgain } from './sent-request.ts';

/** The inside of a world, which its client cannot see. */
export interface WorldInternals {
  readonly clock: Pick<WorldClock, 'isHeld' | 'planned'> & {
    readonly namedPlans: Pick<NamedTasks, 'begin' | 'release'>;
  };
  readonly journal: Pick<Journal, 'lastId'>;
}

interface Stage {
  readonly world: OwnWorld;
  readonly inside: WorldInternals;
  readonly posts: RecordedPosts;
}

/** A request that is under way while the clock moves on. */
interface OpenRequest {
  readonly endsAt: string;
  readonly done: Promise<void>;
}

/** An attempt of a delivery that waits for its answer. */
interface RepeatedAttempt {
  readonly done: Promise<void>;
  readonly posted: Promise<void>;
  readonly release: () => void;
}

/** A machine may be slow; a connection that a rule breaks may never end. */
const longestWaitMs = 30_000;

/** Repeats a bundle in a world: sends its requests, makes its control calls, begins the work of the world. */
export class Repetition {
  /** The steps that could not be repeated, in words. */
  readonly skipped: string[] = [];
  readonly #bundle: Bundle;
  readonly #stage: Stage;
  readonly #attempts = new Map<string, RepeatedAttempt>();
  #open: OpenRequest[] = [];
  /** Whether an attempt did not come: others may wait for it too, and nothing more is waited for. */
  #hasStrayed = false;

  constructor(bundle: Bundle, stage: Stage) {
    this.#bundle = bundle;
    this.#stage = stage;
  }

  /** Does all of it, or so many of its first moments. The world then goes on by itself. */
  async run(most = Infinity): Promise<void> {
    for (const { at, step } of momentsOf(this.#bundle).slice(0, most)) {
      await (step === undefined ? this.#driveTo(at) : this.#do(step));
    }
    if (most === Infinity) return;
    for (const name of this.#attempts.keys()) await this.#endAttempt(name);
    await this.#driveTo('');
    this.#stage.inside.clock.namedPlans.release();
  }

  #do(step: RepeatedStep): Promise<void> {
    if (step.kind === 'control') return callAgain(this.#stage.world, step);
    return step.kind === 'progress' ? this.#take(step) : this.#send(step);
  }

  /** Moves the clock to a time, and waits for the requests that end on the way. */
  async #driveTo(time: string): Promise<void> {
    const { world } = this.#stage;
    const ended = this.#open.filter(({ endsAt }) => endsAt <= time);
    this.#open = this.#open.filter(({ endsAt }) => endsAt > time);
    for (const { endsAt, done } of ended.toSorted((one, other) => (one.endsAt < other.endsAt ? -1 : 1))) {
      await moveTo(world, endsAt);
      await done;
    }
    await moveTo(world, time);
  }

  async #send(step: BundledRequest): Promise<void> {
    const { world, inside } = this.#stage;
    if (!isWhole(step, this.#bundle)) {
      this.skipped.push(`request ${step.id}, ${step.method} ${step.url}: the bundle has not all of its body`);
      return;
    }
    const { planned } = inside.clock;
    const { lastId } = inside.journal;
    // A connection may be held open after all is done: the journal says when that is.
    const isRecorded = (): boolean => inside.journal.lastId > lastId;
    const sending = over(sendAgain(step, this.#bundle, world));
    if (step.rule === null || step.ended_at === step.at) {
      await until(isRecorded, sending);
      return;
    }
    // A rule that delays the request plans its end, which is progress of its own.
    await until(() => isRecorded() || inside.clock.planned > planned, sending);
    if (!inside.clock.isHeld) this.#open.push({ endsAt: step.ended_at, done: until(isRecorded, sending) });
  }

  /** Has work of the world done now, in its turn. */
  async #take({ name }: BundledProgress): Promise<void> {
    const { inside, posts } = this.#stage;
    const attempt = readAttemptName(name);
    if (attempt === undefined) {
      const { lastId } = inside.journal;
      await inside.clock.namedPlans.begin(name);
      if (name.startsWith('request ')) await until(() => inside.journal.lastId > lastId);
      return;
    }
    if (attempt.isEnd) {
      await this.#endAttempt(attemptTaskName(attempt.id));
      return;
    }
    const held = posts.hold(attempt.id);
    const done = inside.clock.namedPlans.begin(name) ?? Promise.resolve();
    this.#attempts.set(name, { ...held, done });
    await Promise.race([held.posted, done, turn()]); // it may wait for another attempt
  }

  async #endAttempt(name: string): Promise<void> {
    const attempt = this.#attempts.get(name);
    this.#attempts.delete(name);
    if (attempt === undefined) return;
    const { posted, done, release } = attempt;
    if (!this.#hasStrayed) this.#hasStrayed = !(await withTimeout(Promise.race([posted, done])));
    release();
    await (this.#hasStrayed ? turn() : withTimeout(done));
    await turn(); // the next attempt for the same fax begins
  }
}

/** Whatever comes of it: the journal of the world knows. */
const over = (sent: Promise<unknown>): Promise<void> =>
  sent.then(
    () => undefined,
    () => undefined,
  );

/** Resolves after the running work, and after the work that follows at once. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const never = new Promise<void>(() => undefined);

/** Resolves when something is so, or something else is over; at last when the longest wait is. */
async function until(isSo: () => boolean, ending: Promise<void> = never): Promise<void> {
  const end = { isOver: false };
  void withTimeout(ending).then(() => (end.isOver = true));
  while (!end.isOver && !isSo()) await turn();
}

/** Resolves to whether the work was over within the longest wait. */
async function withTimeout(work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), longestWaitMs)));
  const isOver = await Promise.race([work.then(() => true), timeout]);
  clearTimeout(timer);
  return isOver;
}

/** Moves the clock forward to a time, and runs all due work. A past time does not move it. */
export async function moveTo(world: WorldHandle, time: string): Promise<void> {
  const { now } = await world.clock.show();
  await world.clock.move(time > now ? { set: time } : { advance: '0s' });
}

/** Whatever comes of it: a call that was refused is refused again. The steps say themselves when the clock moves. */
async function callAgain({ baseUrl }: WorldHandle, { call, input }: BundledControl): Promise<void> {
  if (call === 'POST /clock') return;
  const [method = '', path = ''] = call.split(' ');
  const inPath = new Set(namesInPath(path));
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name));
  const filled = fillPath(path, (name) => encodeURIComponent(String(input[name])));
  await fetch(`${baseUrl}/_faxsim${filled}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(rest)),
  }).then((answer) => answer.arrayBuffer());
}
