import type { Response } from 'express';
import type { Clock } from '../model/domain/clock.ts';
import type { BrokenWire } from '../scenarios/effects-schema.ts';

/** Functions that really break the connection: the client sees no valid response. */
export const connectionBreakers: Readonly<Record<Extract<BrokenWire, string>, (res: Response) => void>> = {
  reset: ({ socket }) => {
    // Unix sockets, which have no family, cannot be reset.
    if (socket?.remoteFamily === undefined) socket?.destroy();
    else socket.resetAndDestroy();
  },
  empty: ({ socket }) => void socket?.end(),
  garbage: ({ socket }) => void socket?.end('\u0000\u0001 this is no HTTP\r\n\r\n'),
  'bad-chunk': (res) =>
    void res.socket?.end(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${ownHeaders(res)}\r\nzz\r\n{"su`,
    ),
  hang: () => undefined,
};

/** The simulator's own headers of the response, such as the rule that broke it, as lines of the head. */
const ownHeaders = (res: Response): string =>
  Object.entries(res.getHeaders())
    .map(([name, value]) => `${name}: ${String(value)}\r\n`)
    .join('');

/** Sends the body in a broken way after its head: truncated, or in slow chunks. */
export async function sendBroken(
  res: Response,
  bytes: Uint8Array,
  { fault, clock }: { fault: Exclude<BrokenWire, string>; clock: Clock },
): Promise<void> {
  if ('truncate' in fault) res.write(bytes.subarray(0, fault.truncate), () => res.socket?.destroy());
  else await dribble(res, bytes, { ...fault.dribble, clock });
}

/** The part of a response that receives the body. */
interface Sink {
  write(bytes: Uint8Array): unknown;
  end(): unknown;
}

interface Dribble {
  readonly chunks: number;
  /** Duration of the transfer, in ms of the clock. */
  readonly over: number;
  readonly clock: Clock;
}

/**
 * Sends a body in even chunks: the first at once, the last at the end of the duration. No chunk is empty, so a short
 * body has fewer.
 */
export async function dribble(sink: Sink, bytes: Uint8Array, { chunks, over, clock }: Dribble): Promise<void> {
  const count = Math.min(chunks, bytes.length);
  const beginning = clock.now();
  // Counts from the beginning: the delays of many timers would add up.
  const waitFor = (share: number): Promise<void> => pause(clock, Math.max(0, beginning + over * share - clock.now()));
  const edge = (chunk: number): number => Math.floor((bytes.length * chunk) / count);
  // A single byte completes the response, so it waits for the end of the duration.
  if (count < 2) await waitFor(1);
  for (let sent = 0; sent < count; sent++) {
    if (sent > 0) await waitFor(sent / (count - 1));
    sink.write(bytes.subarray(edge(sent), edge(sent + 1)));
  }
  sink.end();
}

/**
 * Waits on a world's clock, at most until the world ends or is replaced, because its clock then stops for good.
 * `timerName` is the timer's name on the clock.
 */
export function pause(clock: Clock, ms: number, timerName?: string): Promise<void> {
  return new Promise((resolve) => {
    if (clock.isStopped) {
      resolve();
      return;
    }
    const over = (): void => {
      stopListening();
      resolve();
    };
    clock.schedule(clock.now() + ms, over, timerName);
    const stopListening = clock.onStop(over);
  });
}
