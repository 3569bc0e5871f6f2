import { Refusal } from '../domain/refusal.ts';
import type { Params } from '../wire/fields.ts';

/** The methods that the service knows, and that `_method` may name. */
export const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/**
 * The method that a request stands for: POST with the parameter `_method` is what that says, HEAD is GET without the
 * body. Throws the Refusal `invalid` for a `_method` that is none of the five.
 */
export function effectiveMethod(method: string, params: Params): string {
  if (method === 'HEAD') return 'GET';
  const simulated = params['_method'];
  if (method !== 'POST' || simulated === undefined || simulated === '') return method;
  const known = methods.find((candidate) => typeof simulated === 'string' && candidate === simulated.toUpperCase());
  if (known !== undefined) return known;
  throw new Refusal('invalid', `_method must be one of ${methods.join(', ')}, but was ${JSON.stringify(simulated)}`);
}
