import { readAttemptName } from '../../model/domain/webhook.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { plannedSteps } from '../../service/operations/agenda.ts';
import type { PlannedStep } from '../../service/operations/agenda.ts';
import { detailsOfEntry } from '../journal/entry.ts';
import type { World } from '../world.ts';

/** A planned step of a world, or an answer that it waits for or holds back. */
export interface AgendaItem extends Omit<PlannedStep, 'kind'> {
  readonly kind: PlannedStep['kind'] | 'request';
}

/** The requested webhooks and content URLs without an answer, the earliest first. */
export function openIn({ clock, store }: Pick<World, 'clock' | 'store'>): AgendaItem[] {
  return clock.errands.unanswered
    .flatMap(({ subject }): AgendaItem[] => {
      const fax = store.faxes.get(Number(/^faxes (\d+)$/.exec(subject)?.[1]));
      if (fax !== undefined) return openFax(fax);
      const delivery = store.deliveries.get(readAttemptName(subject)?.id ?? 0);
      if (delivery === undefined) return [];
      const { id, dueAt, createdAt, faxEvent } = delivery;
      const summary = `Webhook ${id} waits for its answer`;
      return [{ at: dueAt ?? createdAt, kind: 'webhook', subject: id, faxId: faxEvent.faxId, summary }];
    })
    .toSorted((one, other) => one.at - other.at || one.subject - other.subject);
}

const openFax = ({ id, due, createdAt }: Fax): AgendaItem[] => [
  {
    at: due?.at ?? createdAt,
    kind: 'fax',
    subject: id,
    faxId: id,
    summary: `Fax ${id} waits for the content of its URL`,
  },
];

/** The requests whose responses wait for the clock, by the time of the response. */
export function heldIn({ journal }: Pick<World, 'journal'>): AgendaItem[] {
  return journal.held
    .map((entry): AgendaItem => {
      const { id, observed, heldUntil = 0 } = entry;
      const summary = `Request ${id}, ${observed.profile.method} ${detailsOfEntry(entry).path}, has its response`;
      return { at: heldUntil, kind: 'request', subject: id, faxId: observed.createdFaxIds[0] ?? null, summary };
    })
    .toSorted((one, other) => one.at - other.at);
}

/** The pending work of a world, the earliest first: steps, held responses, and answers of receivers. */
export function agendaOf(world: World, limit: number): AgendaItem[] {
  const open = openIn(world);
  const isOpen = (step: PlannedStep): boolean =>
    open.some(({ kind, subject }) => kind === step.kind && subject === step.subject);
  const planned = plannedSteps(world, limit + open.length).filter((step) => !isOpen(step));
  return [...planned, ...open, ...heldIn(world)].toSorted((one, other) => one.at - other.at).slice(0, limit);
}
