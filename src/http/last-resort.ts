import type { ErrorRequestHandler, Response } from 'express';
import { Refusal } from '../domain/refusal.ts';
import { failure } from '../wire/reply.ts';
import { faultMessage } from './errors.ts';

/**
 * The error handler after all others: ends each request that they left unanswered, whatever they threw. It needs nothing
 * that may have failed before it, be it the journal, the form of a version, or what hears of faults.
 */
export function lastResort(onFault: (fault: unknown) => void): ErrorRequestHandler {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows error handlers by their four parameters
  return (thrown: unknown, _req, res, _next) => {
    try {
      if (!(thrown instanceof Refusal)) onFault(thrown);
    } catch {
      // There is nothing left to report it to.
    } finally {
      end(res);
    }
  };
}

function end(res: Response): void {
  try {
    if (res.headersSent) breakOff(res);
    else answer(res);
  } catch {
    res.destroy();
  }
}

/** In the form that all answers have; what draws ids may be what has failed. */
const noId = '00000000-0000-4000-8000-000000000000';

/** A client must not take the part that was sent for the whole. */
function breakOff(res: Response): void {
  if (!res.writableEnded) res.destroy();
}

function answer(res: Response): void {
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  const body = Buffer.from(failure(faultMessage));
  res.writeHead(500, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'X-Request-Id': noId,
  });
  res.end(body);
}
