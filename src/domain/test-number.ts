import { faxErrorById } from './fax-error.ts';
import type { FaxError } from './fax-error.ts';

const pattern = /^\+15555551(\d{3})$/;

/**
 * The numbers +1 555 555 1NNN are the simulator's own: a call to one ends with the fax error NNN of the service, or
 * succeeds when there is none. Undefined for every other number.
 */
export function errorOfTestNumber(number: string): FaxError | undefined {
  const [, id] = pattern.exec(number) ?? [];
  return id === undefined ? undefined : faxErrorById(Number(id));
}
