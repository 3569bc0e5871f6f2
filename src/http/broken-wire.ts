import type { Response } from 'express';
import type { Clock } from '../domain/clock.ts';
import type { BrokenWire } from '../scenarios/effects.ts';
import { pause } from './delay.ts';

type ConnectionBreaker = (res: Response) => void;

const connectionBreakers: Readonly<Record<Extract<BrokenWire, string>, ConnectionBreaker>> = {
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

/** Breaks the connection for real: the client sees no valid response. */
export function breakConnection(res: Response, fault: Extract<BrokenWire, string>): void {
  connectionBreakers[fault](res);
}

/** Sends the body after its head in a broken way: cut off, or in slow chunks. */
export async function sendBroken(
  res: Response,
  bytes: Uint8Array,
  { fault, clock }: { fault: Exclude<BrokenWire, string>; clock: Clock },
): Promise<void> {
  if ('truncate' in fault) {
    res.write(bytes.subarray(0, fault.truncate), () => res.socket?.destroy());
    return;
  }
  const { chunks, over } = fault.dribble;
  const size = Math.ceil(bytes.length / chunks);
  for (let at = 0; at < bytes.length; at += size) {
    if (at > 0) await pause(clock, over / (chunks - 1));
    res.write(bytes.subarray(at, at + size));
  }
  res.end();
}
