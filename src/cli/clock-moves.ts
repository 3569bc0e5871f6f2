import type { WorldHandle } from '../control/client/connect.ts';
import { instant } from '../model/fields/kinds.ts';
import { CliError, errorText } from '../model/shared/errors.ts';
import { readTime } from '../model/shared/typed-time.ts';
import type { CommandCall } from './control-args.ts';
import { localDate } from './terminal.ts';

/** The move with the time that `step` goes to, and with a typed time such as `20:00`, which is in the zone of this machine. */
export async function readMove({ clock }: WorldHandle, call: CommandCall): Promise<CommandCall> {
  const { step, set, ...others } = call.input;
  if (step !== undefined) return { ...call, input: { ...others, ...stepTo(await clock.show()) } };
  if (typeof set !== 'string' || instant.read(set, set) !== undefined) return call;
  const { now } = await clock.show();
  const time = timeOf(set, Date.parse(now));
  process.stderr.write(otherDayNote(set, { time, now }));
  return { ...call, input: { ...others, set: time } };
}

/** Says that a time without a day is past today, so that it means tomorrow; empty for another time. */
function otherDayNote(text: string, { time, now }: Readonly<Record<'time' | 'now', string>>): string {
  const hasNoDay = /^\d{1,2}:\d\d(?::\d\d)?$/.test(text.trim());
  const date = localDate(new Date(time));
  return hasNoDay && date !== localDate(new Date(now))
    ? `${text.trim()} is past on the clock's day, so this is ${text.trim()} of the next day, ${date}\n`
    : '';
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
