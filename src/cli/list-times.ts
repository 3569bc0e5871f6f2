import type { WorldHandle } from '../control/client/connect.ts';
import { instant } from '../model/fields/kinds.ts';
import { parseDistanceBack } from '../model/shared/duration.ts';
import { CliError, errorText } from '../model/shared/errors.ts';
import { readTime } from '../model/shared/typed-time.ts';
import type { CommandCall } from './control-args.ts';

/**
 * The call with the times of `since` and `until` in RFC 3339, in place of those that a person types: `09:00`, `9am`, `yesterday`. They
 * are in the zone of this machine, and a time without a day is the latest one. Throws a CliError for a text that is no time.
 */
export async function withTimes({ clock }: Pick<WorldHandle, 'clock'>, call: CommandCall): Promise<CommandCall> {
  const typed = ['since', 'until'].flatMap((name) => {
    const text: unknown = call.input[name];
    return typeof text === 'string' && !isTaken(text) ? [{ name, text }] : [];
  });
  if (typed.length === 0) return call;
  const now = Date.parse((await clock.show()).now);
  const times: Readonly<Record<string, string>> = Object.fromEntries(
    typed.map(({ name, text }) => [name, timeOf(name, { text, now })]),
  );
  return { ...call, input: { ...call.input, ...times } };
}

/** Whether the simulator itself reads a text: a time of RFC 3339, or a distance before now. */
const isTaken = (text: string): boolean =>
  instant.read(text, text) !== undefined || parseDistanceBack(text) !== undefined;

function timeOf(name: string, { text, now }: { readonly text: string; readonly now: number }): string {
  try {
    return readTime(text, { now, prefers: 'latest' });
  } catch (error) {
    throw new CliError(`${name}: ${errorText(error)}`);
  }
}
