import { computed, effect, signal } from '@preact/signals';
import { readEvents } from '../src/control/client/event-source.ts';
import type { ShownEvent } from '../src/control/events.ts';
import { ApiError, closedWorld, fetchOf, needsToken } from './api.ts';
import { world } from './router.ts';

/** An event of the stream; `reset` means that events were lost. */
export type LiveEvent = (ShownEvent & { readonly id: string }) | { readonly id: string; readonly kind: 'reset' };

const isOfWorld = (event: LiveEvent): boolean => event.kind === 'world' && event.subject === world.value;

/** Whether all data of the current world may have changed: after a gap in the stream, a reset, or a restore. */
export const isReplaced = (event: LiveEvent): boolean => event.kind === 'reset' || isOfWorld(event);

/** The user's own pause of live updates. */
export const isPaused = signal(false);
/** How many faxes, webhooks and requests have changed since the pause. */
export const heldCount = signal(0);
/** The subjects of the changes since the pause; a fax and its webhooks count as one. */
const heldSubjects = new Set<string>();
const isHidden = signal(document.visibilityState === 'hidden');
/** Whether the current world no longer exists, so that all requests to it would fail. */
export const isClosed = computed(() => closedWorld.value === world.value);
/** The state of the stream. A hidden tab pauses it, because browsers allow few connections. */
export const liveState = signal<'connecting' | 'live' | 'lost'>('connecting');
/** The real time in ms since when the simulator has not answered; undefined while it answers. */
export const lostSince = signal<number | undefined>(undefined);
/** The real time in ms at which a restarted simulator answered for the first time; undefined once this is acknowledged. */
export const startedAgainAt = signal<number | undefined>(undefined);
/** The latest connection to the stream of a world: its id, and the real time in ms. */
export const lastLive = signal<{ readonly of: string; readonly at: number } | undefined>(undefined);
/** The latest announcement for screen readers. */
export const announcement = signal('');

const betweenMs = 300;
const announceMs = 4000;
const mostHeld = 2000;

type Listener = (events: readonly LiveEvent[]) => void;
const listeners = new Set<Listener>();
let pending: LiveEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Calls the listener with the events of the current world, in batches. Returns a function that stops this. */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Reads the stream of the current world, and reconnects if it breaks, except while the tab is hidden. A pause holds back its
 * events.
 */
export function startLive(): void {
  document.addEventListener('visibilitychange', () => {
    isHidden.value = document.visibilityState === 'hidden';
  });
  const isFollowed = computed(() => (isHidden.value || needsToken.value || isClosed.value ? undefined : world.value));
  effect(() => {
    if (closedWorld.peek() !== world.value) closedWorld.value = undefined; // otherwise the world's id would stay closed for good
  });
  effect(() => {
    if (!isPaused.value) flush();
  });
  effect(() => {
    if (world.value !== '') dropPending(); // events of the world before
  });
  let lastId: { readonly of: string; readonly id: string } | undefined;
  effect(() => {
    const of = isFollowed.value;
    if (of === undefined) return undefined;
    const abort = new AbortController();
    const known = lastId?.of === of ? lastId.id : undefined;
    void follow(of, known, abort.signal, (id) => {
      lastId = { of, id };
    });
    return () => {
      abort.abort();
    };
  });
}

const shortestWaitMs = 500;
const longestWaitMs = 3000;

/** Reads the stream until it is stopped. Reconnects after a while if it breaks. */
async function follow(
  worldId: string,
  firstId: string | undefined,
  abort: AbortSignal,
  onId: (id: string) => void,
): Promise<void> {
  let lastId = firstId;
  const isStopped = (): boolean => abort.aborted;
  const noteId = (id: string): void => {
    lastId = id;
    onId(id);
  };
  let brokenAt = lostSince.peek();
  for (let waitMs = shortestWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    liveState.value = 'connecting';
    const failure: unknown = await readStream(worldId, { lastId, abort, onId: noteId }).catch(
      (error: unknown) => error,
    );
    if (isStopped()) return;
    const wasLive = liveState.peek() === 'live';
    if (wasLive) waitMs = shortestWaitMs;
    brokenAt = wasLive ? Date.now() : (brokenAt ?? Date.now());
    if (!wasLive && failure instanceof ApiError) lostSince.value = brokenAt;
    liveState.value = 'lost';
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (isStopped()) return;
  }
}

interface EventReading {
  readonly lastId: string | undefined;
  readonly abort: AbortSignal;
  readonly onId: (id: string) => void;
}

/** Reads one connection to its end. Rejects with an ApiError if it fails. */
async function readStream(worldId: string, { lastId, abort, onId }: EventReading): Promise<void> {
  const headers: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId };
  const response = await fetchOf(worldId, '/events?worlds=all', { headers, signal: abort });
  if (!response.ok || response.body === null) return;
  liveState.value = 'live';
  lostSince.value = undefined;
  lastLive.value = { of: worldId, at: Date.now() };
  for await (const { id, name, data } of readEvents(response.body)) {
    onId(id);
    if (name === 'reset' && lastId !== undefined && markOf(id) !== markOf(lastId)) startedAgainAt.value = Date.now();
    if (name === 'reset') addEvent({ id, kind: 'reset' });
    else if (name !== 'open') addEvent({ id, ...(JSON.parse(data) as ShownEvent) });
  }
}

/** The part of an id that all events of one start share. */
const markOf = (id: string): string => id.slice(0, id.lastIndexOf('-'));

function addEvent(event: LiveEvent): void {
  pending.push(event);
  if (isPaused.peek()) holdEvent(event);
  else timer ??= setTimeout(flush, betweenMs);
}

function holdEvent(event: LiveEvent): void {
  heldSubjects.add(subjectOf(event));
  heldCount.value = heldSubjects.size;
  if (pending.length > mostHeld) pending = [{ id: event.id, kind: 'reset' }]; // all is read again then
}

function subjectOf(event: LiveEvent): string {
  if (event.kind === 'reset') return event.id;
  return event.fax_id === null ? `${event.kind} ${event.subject ?? ''}` : `fax ${event.fax_id}`;
}

function dropPending(): void {
  pending = [];
  dropHeld();
}

function dropHeld(): void {
  heldSubjects.clear();
  heldCount.value = 0;
}

function flush(): void {
  timer = undefined;
  if (isPaused.peek() || pending.length === 0) return;
  dropHeld();
  const events = pending;
  pending = [];
  const changes = events.filter((event) => 'summary' in event);
  announce(changes);
  // A deleted world's stream ends here. The next connection shows whether the simulator still runs.
  if (changes.some((event) => isOfWorld(event) && event.action === 'closed')) return;
  for (const listener of listeners) listener(events);
}

let announcedAt = 0;

/** Announces a count in place of many sentences, and not more often than a screen reader can speak. */
function announce(events: readonly ShownEvent[]): void {
  const announcements = events.filter(({ kind }) => kind !== 'request' && kind !== 'work');
  const now = performance.now();
  if (announcements.length === 0 || now - announcedAt < announceMs) return;
  announcedAt = now;
  announcement.value =
    announcements.length === 1 ? (announcements[0]?.summary ?? '') : `${announcements.length} changes in this world`;
}
