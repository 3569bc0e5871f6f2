import { pagesFate, reasonWords } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { moveClock } from '../clock.ts';
import { durationWords, zonedText } from '../format.ts';
import { toast } from '../ui/toast.tsx';
import { faxStatuses, isOnItsWay } from './fax-words.ts';

type Steps = AnswerOf<'faxes', 'forecast'>;
type Clock = AnswerOf<'clock', 'show'>;

/** Moves the clock from step to step of a fax until it has ended, and tells how. Other events on the way happen too. */
export async function runUntilEnd({ id }: FaxRecord): Promise<void> {
  const { now: from } = await ask<Clock>('/clock');
  let last: string | undefined;
  for (;;) {
    const [fax, [next]] = await Promise.all([ask<FaxRecord>(`/faxes/${id}`), ask<Steps>(`/faxes/${id}/forecast`)]);
    if (!isOnItsWay(fax)) return tell(fax, from);
    const obstacle = next === undefined ? 'no step is due' : await moveTo(next, last);
    if (obstacle !== undefined) {
      toast(`Fax ${id} has not ended: ${obstacle}`, 'bad', 'clock');
      return;
    }
    last = next?.summary;
  }
}

/** Moves the clock to a step after the one named last. Resolves to what stands in the way, such as a URL whose content does not come. */
async function moveTo({ at, summary }: Steps[number], last: string | undefined): Promise<string | undefined> {
  const { now } = await ask<Clock>('/clock');
  const ms = Math.max(Math.ceil(Date.parse(at) - Date.parse(now)), 0); // a running clock may have passed it meanwhile
  if (ms === 0 && summary === last) return `its next step, "${summary}", is due, but waits`;
  const { stopped } = await moveClock({ advance: `${ms}ms` });
  return stopped ? 'the move was stopped' : undefined;
}

/** `It is 10:12:03: fax 7 has failed, Busy, no page got through. Moved 4 min.` */
async function tell(fax: FaxRecord, from: string): Promise<void> {
  const { now } = await ask<Clock>('/clock');
  const { id, status, error, direction, pages, pages_sent: sent } = fax;
  const words = [
    faxStatuses[status].word,
    ...(error === null ? [] : [reasonWords(error)]),
    ...(direction === 'sent' && pages > 0 ? [pagesFate(pages, sent)] : []),
  ].join(', ');
  const moved = durationWords(Date.parse(now) - Date.parse(from));
  toast(
    `It is ${zonedText(now)}: fax ${id} has ended. ${words}. Moved ${moved}.`,
    error === null ? 'good' : 'bad',
    'clock',
  );
}
