import type { OwnWorld, WorldHandle } from '../../control/client/world-handle.ts';
import type { NamedTasks } from '../../model/domain/agenda.ts';
import type { Credentials } from '../../model/domain/account.ts';
import { attemptTaskName, readAttemptName } from '../../model/domain/webhook.ts';
import type { WorldClock } from '../../model/domain/world-clock.ts';
import { fillPath, namesInPath } from '../../model/shared/urls.ts';
import { readBody, sendRequest } from '../../service/network/http-exchange.ts';
import { callServer } from '../../service/network/own-calls.ts';
import type {
  Bundle,
  BundledControl,
  BundledProgress,
  BundledRequest,
  BundleStep,
} from '../../worlds/history/bundle.ts';
import { callsForFax } from '../../worlds/history/bundle.ts';
import { placeholders } from '../../worlds/history/bundled-secrets.ts';
import { actionableHeadersIn } from '../../worlds/journal/actionable-headers.ts';
import type { Journal } from '../../worlds/journal/journal.ts';
import { pagesLeftOut } from './recorded-answers.ts';
import type { RecordedPosts } from './recorded-answers.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The inside of a world, which its client cannot see. */
export interface WorldInternals {
  readonly clock: Pick<WorldClock, 'planned'> & { readonly namedPlans: Pick<NamedTasks, 'begin' | 'release'> };
  readonly journal: Pick<Journal, 'lastId' | 'held'>;
}

interface Stage {
  readonly world: OwnWorld;
  readonly inside: WorldInternals;
  readonly posts: RecordedPosts;
}

/** An attempt of a delivery that waits for its answer. */
interface RepeatedAttempt extends ReturnType<RecordedPosts['hold']> {
  readonly done: Promise<void>;
}

/** A machine may be slow; a connection that a rule breaks may never end. */
const waitMsMax = 30_000;

/** Repeats a bundle in a world: sends its requests, makes its control calls, begins the work of the world. */
export class Repetition {
  /** The parts that cannot be repeated, in words. */
  readonly skipped: string[] = [];
  readonly #bundle: Bundle;
  readonly #stage: Stage;
  readonly #attempts = new Map<string, RepeatedAttempt>();
  /** Whether an attempt did not come: others may wait for it too, and nothing more is waited for. */
  #hasStrayed = false;

  constructor(bundle: Bundle, stage: Stage) {
    this.skipped.push(...pagesLeftOut(bundle));
    this.#bundle = bundle;
    this.#stage = stage;
  }

  /** Does all of it, or so many of its first moments. The world then goes on by itself. */
  async run(most = Infinity): Promise<void> {
    for (const { at, step } of momentsOf(this.#bundle).slice(0, most)) {
      await (step === undefined ? moveTo(this.#stage.world, at) : this.#do(step));
    }
    if (most === Infinity) return;
    for (const name of this.#attempts.keys()) await this.#endAttempt(name);
    this.#stage.inside.clock.namedPlans.release();
  }

  #do(step: RepeatedStep): Promise<void> {
    if (step.kind === 'control') return callAgain(this.#stage.world, step);
    return step.kind === 'progress' ? this.#take(step) : this.#send(step);
  }

  async #send(step: BundledRequest): Promise<void> {
    const { world, inside } = this.#stage;
    if (!isWholeRequest(step, this.#bundle)) {
      this.skipped.push(`request ${step.id}, ${step.method} ${step.url}: the bundle has not all of its body`);
      return;
    }
    const { planned } = inside.clock;
    const { lastId } = inside.journal;
    // A connection may be held open after all is done: the journal says when that is.
    const isRecorded = (): boolean => inside.journal.lastId > lastId;
    const sending = over(sendAgain(step, this.#bundle, world));
    // A rule that delays the request plans its end, which is progress of its own.
    const isDelayed = step.rule !== null && step.ended_at !== step.at;
    await until(() => isRecorded() || (isDelayed && inside.clock.planned > planned), sending);
  }

  /** Has work of the world done now, in its turn. */
  async #take({ name }: BundledProgress): Promise<void> {
    const { inside } = this.#stage;
    const attempt = readAttemptName(name);
    if (attempt === undefined) {
      const held = inside.journal.held.length;
      await inside.clock.namedPlans.begin(name);
      if (name.startsWith('request ') && held > 0) await until(() => inside.journal.held.length < held);
      return;
    }
    const begun = attemptTaskName(attempt.id);
    // The attempt was under way already when the bundle began.
    if (!attempt.isEnd || !this.#attempts.has(begun)) await this.#beginAttempt(attempt.id, begun);
    if (attempt.isEnd) await this.#endAttempt(begun);
  }

  async #beginAttempt(id: number, name: string): Promise<void> {
    const { inside, posts } = this.#stage;
    const held = posts.hold(id);
    const done = inside.clock.namedPlans.begin(name) ?? Promise.resolve();
    this.#attempts.set(name, { ...held, done });
    await Promise.race([held.posted, done, turn()]); // the end may wait for another attempt
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
const over = async (sent: Promise<unknown>): Promise<void> => {
  await Promise.allSettled([sent]);
};

/** Resolves after the running work, and after the work that follows at once. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const never = new Promise<void>(() => undefined);

/** Resolves when the condition holds, when `ending` settles, or after the longest wait. */
async function until(isSo: () => boolean, ending: Promise<void> = never): Promise<void> {
  const end = { isOver: false };
  void withTimeout(ending).then(() => (end.isOver = true));
  while (!end.isOver && !isSo()) await turn();
}

/** Resolves to whether the work was over within the longest wait. */
async function withTimeout(work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), waitMsMax)));
  const isOver = await Promise.race([work.then(() => true), timeout]);
  clearTimeout(timer);
  return isOver;
}

/** Moves the clock forward to a time, and runs all due work. A past time does not move it. */
export async function moveTo(world: WorldHandle, time: string): Promise<void> {
  const { now } = await world.clock.show();
  await world.clock.move(time > now ? { set: time } : { advance: '0s' });
}

/** Ignores the answer, since a refused call is refused again. The steps say themselves when the clock moves. */
async function callAgain({ baseUrl }: WorldHandle, { call, input }: BundledControl): Promise<void> {
  if (call === 'POST /clock') return;
  const [method = '', path = ''] = call.split(' ');
  const inPath = new Set(namesInPath(path));
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name));
  const filled = fillPath(path, (name) => encodeURIComponent(asText(input[name])));
  await callServer(`${baseUrl}/_faxsim${filled}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(rest)),
  }).then((answer) => answer.arrayBuffer());
}

/** A step that a replay does itself: webhooks and fetches follow from the others. */
export type RepeatedStep = Exclude<BundleStep, { kind: 'webhook' | 'fetch' }>;

/** The smallest part of a replay: the clock moves to a time, or a step is done at it. */
export interface ReplayMoment {
  readonly at: string;
  /** Step of the moment; undefined if the clock moves. */
  readonly step: RepeatedStep | undefined;
}

/** The acts of a replay, in order. The clock moves before each step and at the end. */
export function momentsOf({ steps, end }: Pick<Bundle, 'steps' | 'end'>): ReplayMoment[] {
  const repeated = steps.filter((step) => step.kind !== 'webhook' && step.kind !== 'fetch');
  const moments = repeated.flatMap((step, index): ReplayMoment[] => {
    const at = timeOf(step, repeated[index + 1]?.at);
    return [
      { at, step: undefined },
      { at, step },
    ];
  });
  return [...moments, { at: end.time, step: undefined }];
}

/**
 * The instant at which a step is done. A request, or a call that stores a fax or a setting, counts at its end, when
 * all is stored, and not at its beginning. The step counts before the next one begins, however.
 */
function timeOf(step: RepeatedStep, next: string | undefined): string {
  if (step.kind === 'progress' || !countsAtEnd(step)) return step.at;
  return next === undefined || next > step.ended_at ? step.ended_at : next < step.at ? step.at : next;
}

const countsAtEnd = (step: BundledRequest | BundledControl): boolean =>
  step.kind === 'request' ? step.rule === null : callsForFax.has(step.call) || step.call === 'PATCH /settings';

/** The server that a bundle's requests are sent to, and the credentials. */
export interface Target {
  /** URL without a final slash. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
}

/** Whether the bundle has all of a request. */
export const isWholeRequest = ({ body, is_body_left_out: isLeftOut }: BundledRequest, { files }: Bundle): boolean =>
  !isLeftOut && (body ?? []).every((piece) => typeof piece === 'string' || Object.hasOwn(files, piece.file));

/** Sends a request of a bundle again. Rejects with node's error where no whole answer comes. */
export async function sendAgain(step: BundledRequest, bundle: Bundle, { baseUrl, credentials }: Target) {
  const fill = (text: string): string => withKeys(text, credentials);
  const body = step.body?.map((piece) =>
    typeof piece === 'string' ? Buffer.from(fill(piece)) : Buffer.from(bundle.files[piece.file] ?? '', 'base64'),
  );
  const bytes = body && Buffer.concat(body);
  const url = new URL(baseUrl);
  const response = await sendRequest({
    method: step.method,
    url,
    target: targetIn(url, fill(step.url)),
    headers: {
      ...Object.fromEntries(Object.entries(step.headers).map(([name, value]) => [name, headerOf(name, value, fill)])),
      ...(bytes !== undefined && { 'content-length': String(bytes.length) }),
    },
    chunks: bytes === undefined ? [] : [bytes],
    isBrokenOff: bytes === undefined && isAnnounced(step),
    isOwn: true,
  });
  const chunks: Buffer[] = [];
  await readBody(response, Infinity, (chunk) => chunks.push(chunk));
  const { statusCode: status = 0, headers: received } = response;
  const headers = actionableHeadersIn((name) => received[name]?.toString());
  return { status, type: received['content-type'] ?? null, headers, body: Buffer.concat(chunks) };
}

const isAnnounced = ({ headers }: BundledRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/**
 * The recorded target below the path of a base URL, as it was sent, also in its absolute form. It is no part of the URL: with
 * another host in it, a bundle would lead elsewhere.
 */
const targetIn = ({ pathname }: URL, recorded: string): string =>
  recorded.replace(/^(?:[a-z][a-z\d+.-]*:\/\/[^/?]*)?/i, (origin) => origin + pathname.replace(/\/$/, ''));

/** Basic authentication stands in a bundle in plain text. */
function headerOf(name: string, value: string | string[], fill: (text: string) => string): string | string[] {
  if (typeof value !== 'string') return value;
  const text = fill(value);
  const scheme = 'Basic ';
  if (name !== 'authorization' || !text.startsWith(scheme) || !text.includes(':')) return text;
  return scheme + Buffer.from(text.slice(scheme.length)).toString('base64');
}

function withKeys(text: string, credentials: Credentials): string {
  const { live, test } = placeholders;
  return text
    .replaceAll(live.key, credentials.live.key)
    .replaceAll(live.secret, credentials.live.secret)
    .replaceAll(test.key, credentials.test.key)
    .replaceAll(test.secret, credentials.test.secret);
}
