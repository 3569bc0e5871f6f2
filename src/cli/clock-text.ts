import type { AnswerOf } from '../control/client/surface.ts';
import { durationWords } from '../model/shared/duration.ts';
import { formatAnswer } from './table-output.ts';
import { shownTime } from './terminal.ts';

type ShownClock = AnswerOf<'clock', 'show'>;

/** The clock for people: its time with the zone, whether it runs, and when the next event is due. */
export function clockText({ moving, ...clock }: ShownClock): string {
  const until = moving?.until ?? null;
  const move =
    moving === null
      ? {}
      : { moving: `${until === null ? 'until nothing is due' : `to ${shownTime(until)}`}, ${moving.events} events` };
  return formatAnswer({ ...clockFields(clock), ...move });
}

/** The fields of a clock in words. Webhooks without an answer and held requests have a line each. */
export function clockFields({ now, speed, next_due: next, open, held }: Omit<ShownClock, 'moving'>) {
  return {
    time: shownTime(now),
    clock: speedText(speed),
    next: next === null ? 'nothing is due' : nextText(now, next),
    ...(open.length > 0 && { open }),
    ...(held.length > 0 && { held }),
  };
}

/** `frozen`, `in real time`, `60 times as fast as real time`. */
export function speedText(speed: number): string {
  if (speed === 0) return 'frozen';
  return speed === 1 ? 'in real time' : `${speed} times as fast as real time`;
}

const nextText = (now: string, next: string): string =>
  `${shownTime(next)}, ${Date.parse(next) > Date.parse(now) ? `in ${durationWords(Date.parse(next) - Date.parse(now))}` : 'now'}`;
