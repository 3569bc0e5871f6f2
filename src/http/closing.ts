import type { Response } from 'express';
import { Refusal } from '../domain/refusal.ts';
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
 * What a call that only reads brings with it: documents are made as long as its client waits. A call that changes something
 * does so whether or not its client hears of it.
 */
export const whileAwaited = ({ world, gone, scripting }: Asking) => ({
  scripting,
  documents: world.documents.until(gone()),
});
