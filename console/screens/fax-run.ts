import { pagesFate, reasonWords } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { moveClock } from '../clock.ts';
import { durationWords, zonedText } from '../format.ts';
import { toast } from '../ui/toast.tsx';
import { faxStatuses, isOnItsWay } from './fax-words.ts';

type Agenda = AnswerOf<'clock', 'agenda'>;

/** The most steps that are read to find that of a fax. */
const agendaMax = 1000;

/** Moves the clock from step to step of a fax until it has ended, and tells how. Other events on the way happen too. */
export async function runUntilEnd({ id }: FaxRecord): Promise<void> {
  const { now: from } = await ask<AnswerOf<'clock', 'show'>>('/clock');
  let last: Agenda[number] | undefined;
  for (;;) {
    const [fax, agenda] = await Promise.all([
      ask<FaxRecord>(`/faxes/${id}`),
      ask<Agenda>('/clock/agenda', { input: { limit: agendaMax } }),
    ]);
    if (!isOnItsWay(fax)) return tell(fax, from);
    const next = agenda.find(({ kind, subject }) => kind === 'fax' && subject === id);
    // A step that is still there after its time waits for something else than the clock.
    const isStuck = next === undefined || (next.at === last?.at && next.summary === last.summary);
    const { stopped } = isStuck ? { stopped: true } : await moveClock(await moveTo(next.at));
    if (stopped) {
      toast(
        `Fax ${id} has not ended: ${isStuck ? (next?.summary ?? 'no step is due') : 'the move was stopped'}`,
        'bad',
        'clock',
      );
      return;
    }
    last = next;
  }
}

/** The move to a step, whose time a running clock may have passed meanwhile. */
async function moveTo(at: string): Promise<Parameters<typeof moveClock>[0]> {
  const { now } = await ask<AnswerOf<'clock', 'show'>>('/clock');
  return { advance: `${Math.max(Math.ceil(Date.parse(at) - Date.parse(now)), 0)}ms` };
}

/** `It is 10:12:03: fax 7 has failed, Busy, no page got through. Moved 4 min.` */
async function tell(fax: FaxRecord, from: string): Promise<void> {
  const { now } = await ask<AnswerOf<'clock', 'show'>>('/clock');
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
