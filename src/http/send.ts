import type { Response } from 'express';
import type { Clock } from '../model/domain/clock.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { drawDelay } from '../scenarios/effects.ts';
import type { BrokenWire } from '../scenarios/effects-schema.ts';
import type { ApiCall, RenderedResponse, RuledCall } from './api-call.ts';

/** Sends the response, or breaks the connection as a rule says. */
export function send(call: ApiCall): Promise<void> | undefined {
  const { res, rendered, connectionFault, world } = call;
  if (typeof connectionFault === 'string') {
    const breakConnection = (): void => connectionBreakers[connectionFault](res);
    // A response to a pipelined request has its socket once those before it are sent.
    if (res.socket === null) res.once('socket', breakConnection);
    else breakConnection();
    return undefined;
  }
  if (rendered === undefined) throw new Error('There is no response to send');
  const { body, isBodiless } = rendered;
  writeHead(res, rendered);
  if (connectionFault !== undefined && world !== undefined && !isBodiless)
    return sendBroken(res, Buffer.from(body), { fault: connectionFault, clock: world.clock });
  if (unsent.push({ res, body: isBodiless ? '' : body }) === 1) setImmediate(endUnsent);
  return undefined;
}

interface UnsentResponse {
  readonly res: Response;
  readonly body: string | Buffer;
}

/**
 * Responses of this turn. They leave together at its end: the first write wakes a client that sleeps, and the others find it awake. On a
 * virtual machine, a write that wakes another process takes longer than all else of a request.
 */
let unsent: UnsentResponse[] = [];

function endUnsent(): void {
  const ended = unsent;
  unsent = [];
  for (const { res, body } of ended) res.end(body);
}

function writeHead(res: Response, { status, headers: recorded }: RenderedResponse): void {
  const headers = isSecure(res) ? withoutHsts(recorded) : recorded;
  if (res.getHeaderNames().length === 0) {
    res.writeHead(status, headers);
    return;
  }
  // Headers that were set before keep their places.
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  res.writeHead(status);
}

const isSecure = ({ socket }: Response): boolean =>
  socket !== null && 'encrypted' in socket && socket.encrypted === true;

/** Over HTTPS the recorded header would have a browser refuse plain HTTP of all else that this host serves. */
function withoutHsts(headers: readonly string[]): string[] {
  const known = headers.indexOf('Strict-Transport-Security');
  if (known >= 0) return headers.with(known + 1, 'max-age=0');
  const end = headers.indexOf('Content-Length');
  return headers.toSpliced(end < 0 ? headers.length : end, 0, 'Strict-Transport-Security', 'max-age=0');
}

/** Break the connection for real: the client sees no valid response. */
const connectionBreakers: Readonly<Record<Extract<BrokenWire, string>, (res: Response) => void>> = {
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

/** Sends the body after its head in a broken way: cut off, or in slow chunks. */
async function sendBroken(
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

/** Waits as long as the rule says that fired. */
export function delay({ firedRule, world, requestId }: RuledCall): Promise<void> | undefined {
  if (firedRule.do.delay === undefined) return undefined;
  return pause(world.clock, drawDelay(firedRule.do.delay, world.seed, firedRule.key), `request ${requestId}`);
}

/**
 * Waits for so many ms of a world's time. Throws the Refusal `unavailable` when the world ends meanwhile. `timerName` is the name of
 * its end on the clock.
 */
export function pause(clock: Clock, ms: number, timerName?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new Refusal('unavailable', 'The world ended while this answer was delayed'));
    if (clock.isStopped) {
      end();
      return;
    }
    const over = (): void => {
      if (timerName !== undefined) clock.noteProgress(timerName);
      stopListening();
      resolve();
    };
    clock.schedule(clock.now() + ms, over, timerName);
    const stopListening = clock.onStop(end);
  });
}
