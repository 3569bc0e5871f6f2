import { tooDeepMessage } from '../../model/shared/objects.ts';
import { describeValue } from '../../model/shared/words.ts';
import { ControlError } from './control-error.ts';

/** Checks the input of a call of untyped programs. Throws a ControlError for values that no request can have. */
export function assertGiven(input: unknown, call: string): void {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw refuse(`${call} takes an object, and got ${describeValue(input)}`);
  }
  for (const [name, value] of Object.entries(input)) {
    if (!isPlain(value) && !isSayable(value)) throw refuse(`${name} cannot be ${describeValue(value)}`);
  }
}

/** As JSON. Throws a ControlError for a value without a JSON form. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify calls itself for each level.
    if (error instanceof RangeError) throw refuse(tooDeepMessage('What the call is given'));
    throw refuse(`not all that is given can be written as JSON: ${String(error)}`);
  }
}

/** Whether it is to be looked at when it is written. */
const isPlain = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && !('toJSON' in value));

/** Numbers and dates that are none are null in JSON, as if nothing had been given; functions are left out. */
const isSayable = (value: unknown): boolean =>
  typeof value !== 'bigint' && ![undefined, 'null'].includes(JSON.stringify(value));

const refuse = (message: string) => new ControlError(message, { status: 422 });
