import type { ErrorRequestHandler, Response } from 'express';
import { Refusal } from '../model/domain/refusal.ts';
import { failure } from '../wire/reply.ts';
import { faultMessage } from './errors.ts';

/**
 * The last error handler: ends each request that the handlers before it left unanswered, after any error. It uses
 * nothing that may have failed before: no journal, no form of a version, no listener of faults.
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

/** The form of all request ids; the source of ids may have failed. */
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
