import type { ServerResponse } from 'node:http';
import { eventView, isOfStream, streamForm } from '../control/events.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { read } from '../wire/fields.ts';
import type { EventLog, LoggedEvent } from '../worlds/world-events.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { Params } from '../wire/fields.ts';
import type { ApiCall } from './api-call.ts';

/** How much may wait for a client that reads slowly, in bytes. */
const maxBufferedBytes = 256 * 1024;
/** The longest silence, in real ms: proxies close a connection on which nothing comes for a minute. */
const heartbeatMs = 15_000;
/** How soon a client connects again, in ms. */
const reconnectMs = 1000;
const mostStreams = 200;

const head = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no', // or nginx would collect the events
};

let streams = 0;

/**
 * Sends the events of a world as they happen. A client that was connected before names the last event that it has in
 * `Last-Event-ID`, and gets those since. Where they are no longer there, it gets the event `reset`: it reads all again.
 * Throws the Refusal `rate_limited` where too many clients are connected.
 */
export function streamEvents(call: ApiCall, params: Params, { worlds }: { readonly worlds: Worlds }): void {
  const hosted = call.hostedWorld ?? worlds.first;
  hosted.assertThere();
  const { worlds: scope } = read(streamForm, params);
  if (streams >= mostStreams) {
    throw new Refusal('rate_limited', `There are ${mostStreams} event streams already: close one`);
  }
  const { res } = call;
  res.writeHead(200, head);
  if (call.method === 'HEAD') {
    res.end();
    return;
  }
  const stream = new EventStream(res, hosted.events, isOfStream({ id: hosted.id, worlds: scope }));
  streams++;
  const stop = stream.start(call.headers['last-event-id']);
  call.onClose(() => {
    streams--;
    stop();
  });
}

/** One client's stream. The unread events of a slow client are bounded: it gets `reset` in place of lost ones. */
export class EventStream {
  readonly #res: ServerResponse;
  readonly #log: EventLog;
  readonly #isWanted: (event: LoggedEvent) => boolean;
  #isBehind = false;

  constructor(res: ServerResponse, log: EventLog, isWanted: (event: LoggedEvent) => boolean = () => true) {
    this.#res = res;
    this.#log = log;
    this.#isWanted = isWanted;
  }

  /** Returns how to stop. */
  start(lastId: string | string[] | undefined): () => void {
    const stopFollowing = this.#log.follow({
      event: (event) => this.#sendEvent(event),
      end: () => this.#res.end(),
    });
    this.#res.write(`retry: ${reconnectMs}\n\n`);
    const missed = typeof lastId === 'string' ? this.#log.after(lastId) : undefined;
    if (missed?.isComplete === false) this.#send(this.#marker('reset'));
    else if (missed === undefined) this.#send(this.#marker('open'));
    for (const event of missed?.events ?? []) this.#sendEvent(event);
    const heartbeat = setInterval(() => this.#send(': still here\n\n'), heartbeatMs);
    heartbeat.unref();
    return () => {
      clearInterval(heartbeat);
      stopFollowing();
    };
  }

  #sendEvent(event: LoggedEvent): void {
    if (this.#isWanted(event)) this.#send(textOf(event));
  }

  /** An event with an id from which a client can resume. */
  #marker(name: 'open' | 'reset'): string {
    return `id: ${this.#log.lastId}\nevent: ${name}\ndata: {}\n\n`;
  }

  #send(text: string): void {
    if (this.#isBehind || this.#res.writableEnded) return;
    this.#res.write(text);
    if (this.#res.writableLength <= maxBufferedBytes) return;
    this.#isBehind = true;
    this.#res.once('drain', () => {
      this.#isBehind = false;
      this.#send(this.#marker('reset'));
    });
  }
}

const textOf = (event: LoggedEvent): string =>
  `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(eventView.body(event))}\n\n`;
