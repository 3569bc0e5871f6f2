import { Refusal } from '../domain/refusal.ts';
import { errorText } from '../shared/errors.ts';

/**
 * A handler for rejected work on a document: gives the reason that the document was refused for. Throws on what is no fault
 * of the document: a world that has ended, or a fault of the simulator.
 */
export function reasonOfDocument(error: unknown): string {
  if (error instanceof Refusal) throw error;
  return errorText(error);
}
