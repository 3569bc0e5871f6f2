import type { WorldHandle } from '../control/client/connect.ts';
import { instant } from '../model/fields/kinds.ts';
import { parseDistanceBack } from '../model/shared/duration.ts';
import { CliError, errorText } from '../model/shared/errors.ts';
import { omitUndefined } from '../model/shared/objects.ts';
import { readTime } from '../model/shared/typed-time.ts';
import type { CommandCall } from './control-args.ts';

/**
 * The call with the times of `since` and `until` in RFC 3339, in place of those that a person types: `09:00`, `9am`, `yesterday`. They
 * are in the zone of this machine. Throws a CliError for a text that is no time.
 */
export async function withTimes({ clock }: Pick<WorldHandle, 'clock'>, call: CommandCall): Promise<CommandCall> {
  const { since, until } = call.input;
  if (!isTyped(since) && !isTyped(until)) return call;
  const now = Date.parse((await clock.show()).now);
  const begin = isTyped(since) ? timeOf('since', since, { now, prefers: 'latest' }) : since;
  const end = isTyped(until) ? timeOf('until', until, { now, prefers: 'end', since: msOf(begin, now) }) : until;
  return { ...call, input: { ...call.input, ...omitUndefined({ since: begin, until: end }) } };
}

const isTyped = (given: unknown): given is string => typeof given === 'string' && !isTaken(given);

/** The ms of a time that the simulator reads; undefined without one. */
function msOf(time: unknown, now: number): number | undefined {
  if (typeof time !== 'string') return undefined;
  const back = parseDistanceBack(time);
  return back === undefined ? Date.parse(time) : now - back;
}

/** Whether the simulator itself reads a text: a time of RFC 3339, or a distance before now. */
const isTaken = (text: string): boolean =>
  instant.read(text, text) !== undefined || parseDistanceBack(text) !== undefined;

function timeOf(name: string, text: string, present: Parameters<typeof readTime>[1]): string {
  try {
    return readTime(text, present);
  } catch (error) {
    throw new CliError(`${name}: ${errorText(error)}`);
  }
}
