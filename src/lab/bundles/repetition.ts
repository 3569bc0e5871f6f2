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

/** The parts of a world that its clients cannot reach. */
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

/** The longest wait for a step, in real ms, because a connection that a rule breaks may never end. */
const waitMsMax = 30_000;

/** Repeats a bundle in a world: sends its requests, makes its control calls, and starts the work of the world. */
export class Repetition {
  /** The parts that cannot be repeated, in words. */
  readonly skipped: string[] = [];
  readonly #bundle: Bundle;
  readonly #stage: Stage;
  readonly #attempts = new Map<string, RepeatedAttempt>();
  /** Whether an attempt did not come. Then no attempt is waited for any more, because others may depend on it. */
  #hasStrayed = false;

  constructor(bundle: Bundle, stage: Stage) {
    this.skipped.push(...pagesLeftOut(bundle));
    this.#bundle = bundle;
    this.#stage = stage;
  }

  /** Repeats all moments, or the first `most` ones. Afterwards the world works by itself. */
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
    // The connection may stay open after the work is done, so the journal decides.
    const isRecorded = (): boolean => inside.journal.lastId > lastId;
    const sending = over(sendAgain(step, this.#bundle, world));
    // If a rule delays the request, its end is a later step of progress.
    const isDelayed = step.rule !== null && step.ended_at !== step.at;
    await until(() => isRecorded() || (isDelayed && inside.clock.planned > planned), sending);
  }

  /** Runs a piece of the world's planned work now. */
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
    // Without a beginning in the bundle, the attempt was already running at its start.
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

/** The result does not matter here: the journal of the world has it. */
const over = async (sent: Promise<unknown>): Promise<void> => {
  await Promise.allSettled([sent]);
};

/** Resolves after the running work and its immediate consequences. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const never = new Promise<void>(() => undefined);

/** Resolves when the condition is met, when `ending` settles, or after `waitMsMax`. */
async function until(isSo: () => boolean, ending: Promise<void> = never): Promise<void> {
  const end = { isOver: false };
  void withTimeout(ending).then(() => (end.isOver = true));
  while (!end.isOver && !isSo()) await turn();
}

/** Resolves to whether the work ended within `waitMsMax`. */
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

/**
 * Repeats a control call. Ignores the answer, because a refused call is refused again. Moves of the clock are steps of their own.
 */
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

/** A step that a replay performs; webhooks and fetches follow from these. */
export type RepeatedStep = Exclude<BundleStep, { kind: 'webhook' | 'fetch' }>;

/** The smallest part of a replay: a move of the clock to a time, or a step at that time. */
export interface ReplayMoment {
  readonly at: string;
  /** Step of the moment; undefined if the clock moves. */
  readonly step: RepeatedStep | undefined;
}

/** The moments of a replay, in order. The clock moves before each step and at the end. */
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
 * The time of a step. A request, or a call that stores a fax or a setting, has the time of its end, when everything is stored, but
 * not later than the beginning of the next step.
 */
function timeOf(step: RepeatedStep, next: string | undefined): string {
  if (step.kind === 'progress' || !countsAtEnd(step)) return step.at;
  return next === undefined || next > step.ended_at ? step.ended_at : next < step.at ? step.at : next;
}

const countsAtEnd = (step: BundledRequest | BundledControl): boolean =>
  step.kind === 'request' ? step.rule === null : callsForFax.has(step.call) || callsForSettings.has(step.call);

const callsForSettings: ReadonlySet<string> = new Set(['PATCH /settings', 'POST /normal']);

/** The server that a bundle's requests are sent to, and the credentials. */
export interface Target {
  /** URL without a final slash. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
}

/** Whether the bundle contains the whole request. */
export const isWholeRequest = ({ body, is_body_left_out: isLeftOut }: BundledRequest, { files }: Bundle): boolean =>
  !isLeftOut && (body ?? []).every((piece) => typeof piece === 'string' || Object.hasOwn(files, piece.file));

/** Sends a request of a bundle again. Rejects with Node's error unless a whole answer comes. */
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
 * The recorded request target below the path of a base URL, unchanged, even in absolute form. It does not become part of the URL,
 * because a host in it would send the request elsewhere.
 */
const targetIn = ({ pathname }: URL, recorded: string): string =>
  recorded.replace(/^(?:[a-z][a-z\d+.-]*:\/\/[^/?]*)?/i, (origin) => origin + pathname.replace(/\/$/, ''));

/** Restores a header. Bundles contain Basic authentication in plain text. */
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
