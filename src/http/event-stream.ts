import type { ServerResponse } from 'node:http';
import { eventView, streamSchema } from '../control/events.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { read } from '../wire/fields.ts';
import { isOfStream } from '../worlds/activity/world-events.ts';
import type { EventLog, LoggedEvent } from '../worlds/activity/world-events.ts';
import type { Worlds } from '../worlds/hosting/worlds.ts';
import type { Params } from '../wire/fields.ts';
import type { ApiCall } from './api-call.ts';

/** Limit for the unsent data of a slow client, in bytes. */
const bufferedBytesMax = 256 * 1024;
/** The longest silence, in real ms: proxies close a connection after a minute without data. */
const heartbeatMs = 15_000;
/** The delay before a client reconnects, in ms. */
const reconnectMs = 1000;
const streamsMax = 200;

const head = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no', // keeps nginx from collecting the events
};

let streams = 0;

/**
 * Sends the events of a world as they happen. A client that reconnects names its last event in `Last-Event-ID`, and
 * gets the later ones. If the log no longer has its next event, the client gets `reset` and must read everything again.
 * Throws the Refusal `rate_limited` if too many clients are connected.
 */
export function streamEvents(call: ApiCall, params: Params, { worlds }: { readonly worlds: Worlds }): void {
  const hosted = call.hostedWorld ?? worlds.first;
  hosted.assertThere();
  const { worlds: scope } = read(streamSchema, params);
  if (streams >= streamsMax) {
    throw new Refusal('rate_limited', `There are ${streamsMax} event streams already: close one`);
  }
  const { res } = call;
  res.writeHead(200, head);
  if (call.method === 'HEAD') {
    res.end();
    return;
  }
  streams++;
  const isWanted = isOfStream({ id: hosted.id, worlds: scope });
  const stop = startStream(res, hosted.events, { lastId: call.headers['last-event-id'], isWanted });
  call.onClose(() => {
    streams--;
    stop();
  });
}

/**
 * Starts the stream of one client. A slow client that misses events gets one `reset` instead. Returns a function that
 * stops the stream.
 */
export function startStream(
  res: ServerResponse,
  log: EventLog,
  { lastId, isWanted = () => true }: { lastId?: unknown; isWanted?: (event: LoggedEvent) => boolean },
): () => void {
  let isBehind = false;
  /** Sends an event with an id from which a client can resume. */
  const mark = (name: 'open' | 'reset'): void => sendText(`id: ${log.lastId}\nevent: ${name}\ndata: {}\n\n`);
  const sendText = (text: string): void => {
    if (isBehind || res.writableEnded) return;
    res.write(text);
    if (res.writableLength <= bufferedBytesMax) return;
    isBehind = true;
    res.once('drain', () => {
      isBehind = false;
      mark('reset');
    });
  };
  const event = (logged: LoggedEvent): void => {
    if (isWanted(logged)) sendText(textOf(logged));
  };
  const stopFollowing = log.follow({ event, end: () => res.end() });
  res.write(`retry: ${reconnectMs}\n\n`);
  const missed = typeof lastId === 'string' ? log.after(lastId) : undefined;
  if (missed?.isComplete !== true) mark(missed === undefined ? 'open' : 'reset');
  missed?.events.forEach(event);
  const heartbeat = setInterval(() => sendText(': still here\n\n'), heartbeatMs);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    stopFollowing();
  };
}

const textOf = (event: LoggedEvent): string =>
  `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(eventView.body(event))}\n\n`;
