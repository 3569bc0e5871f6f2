import type { WorldHandle } from '../control/client/connect.ts';
import { instant } from '../model/fields/kinds.ts';
import { CliError, errorText } from '../model/shared/errors.ts';
import { readTime } from '../model/shared/typed-time.ts';
import type { CommandCall } from './control-args.ts';

/** The move with the time that `step` goes to, and with a typed time such as `20:00`, which is in the zone of this machine. */
export async function readMove({ clock }: WorldHandle, call: CommandCall): Promise<CommandCall> {
  const { step, set, ...others } = call.input;
  if (step !== undefined) return { ...call, input: { ...others, ...stepTo(await clock.show()) } };
  if (typeof set !== 'string' || instant.read(set, set) !== undefined) return call;
  const { now } = await clock.show();
  return { ...call, input: { ...others, set: timeOf(set, Date.parse(now)) } };
}

/** The input of a move to the next due event. Throws a CliError if there is none. */
function stepTo({ now, next_due: next }: Awaited<ReturnType<WorldHandle['clock']['show']>>): CommandCall['input'] {
  if (next === null) throw new CliError('the clock cannot step: nothing is due', { exitCode: 1 });
  return next > now ? { set: next } : { advance: '0s' };
}

function timeOf(text: string, now: number): string {
  try {
    return readTime(text, { now, prefers: 'next' });
  } catch (error) {
    throw new CliError(errorText(error));
  }
}
