import type { Writable } from 'node:stream';
import { Refusal } from '../model/domain/refusal.ts';
import type { RouteContext } from './route.ts';

/** Aborted when the connection is closed before the response. */
export function abortWithClient(response: Pick<Writable, 'destroyed' | 'once'>): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new Refusal('unavailable', 'The client went away before its answer'));
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}

/**
 * The context of a call that only reads: documents are made only while its client waits. A call that changes records
 * runs to its end even when its client has left.
 */
export const whileAwaited = ({ world, signal, scripting }: RouteContext) => ({
  scripting,
  documents: world.documents.until(signal),
});
