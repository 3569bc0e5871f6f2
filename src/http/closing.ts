import type { Response } from 'express';
import { Refusal } from '../domain/refusal.ts';
import type { World } from '../worlds/world.ts';
import type { Asking } from './route.ts';

/** Aborted when the connection is closed before the answer. */
export function closing(res: Response): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(new Refusal('unavailable', 'The client went away before its answer'));
  };
  if (res.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
}

/**
 * The caller's world, whose documents are made as long as the caller waits. For what only reads: a call that changes something
 * does so whether or not its client hears of it.
 */
export const whileAwaited = ({ world, gone }: Asking): World => ({
  ...world,
  documents: world.documents.until(gone()),
});
