import { isAnswered } from '../../model/domain/course.ts';
import type { Due, Fax, FaxStep, Recipient } from '../../model/domain/fax.ts';
import { pluralize } from '../../model/shared/words.ts';
import { labels } from '../../store/memory/labels.ts';
import { unfinishedFaxes } from './faxes.ts';
import type { OperationContext } from './operation-context.ts';

/** A future step of a record. */
export interface PlannedStep {
  /** Ms on the world's clock. */
  readonly at: number;
  readonly kind: 'fax' | 'webhook' | 'port_order';
  readonly subject: number;
  readonly faxId: number | null;
  /** A line for people: `Fax 12 dials`. */
  readonly summary: string;
}

/** The verb of each step, and the state of the fax after it. */
const words: Readonly<Record<FaxStep, readonly [verb: string, state: string]>> = {
  fire: ['leaves its batch', 'left its batch'],
  convert: ['is converted', 'converted'],
  ring: ['dials', 'dialling'],
  answer: ['is answered', 'answered'],
  page: ['transmits a page', 'transmitted a page'],
  hangup: ['hangs up', 'hung up'],
  finish: ['finishes', 'finished'],
  cancel: ['is cancelled', 'cancelled'],
  script: ['takes its next scripted step', 'scripted step'],
  stuck: ['is stuck', 'stuck'],
  unread: ['waits to be read', 'read'],
};

interface StepFacts {
  /** The pages of the fax; 0 if unknown, because the fax is not converted yet. */
  readonly pages: number;
  /** Whether a recipient answers; at hangup, whether a recipient has received the pages. Default: true. */
  readonly isHeard?: boolean;
}

/** The verb of a step, as the end of a sentence: `dials`, `transmits page 3 of 5`, `transmits 5 pages and hangs up`. */
export function verbOfStep({ step, page }: Pick<Due, 'step' | 'page'>, { pages, isHeard = true }: StepFacts): string {
  if (step === 'page' && pages > 0) return `transmits page ${page} of ${pages}`;
  if (step === 'hangup' && page > 0 && isHeard)
    return `transmits ${pages === 0 ? 'its pages' : pluralize(pages, 'page')} and hangs up`;
  if (step === 'answer' && !isHeard) return 'is not answered';
  return words[step][0];
}

/** The verb of the step that led to this state of a fax. A forecast passes the number of pages known by then. */
export const verbOfDone = (due: Due, after: Fax, pages = after.pages): string => {
  const isHeard = ({ status }: Recipient): boolean => status === (due.step === 'hangup' ? 'success' : 'callactive');
  return verbOfStep(due, { pages, isHeard: after.recipients.some(isHeard) });
};

/** The state after the step that a fax in progress just took, such as `dialling`; undefined if the change was no step. */
export function stateAfterStep(fax: Fax, before: Fax | undefined): string | undefined {
  const done = before?.due ?? undefined;
  if (fax.status !== 'inprogress' || done === undefined || fax.due === done) return undefined;
  return done.step === 'answer' && !fax.recipients.some(isAnswered) ? 'not answered' : words[done.step][1];
}

/** The planned steps of a world, earliest first. */
export function plannedSteps({ store }: Pick<OperationContext, 'store'>, limit: number): PlannedStep[] {
  const planned = [...unfinishedFaxes(store).flatMap(stepOf), ...deliverySteps(store), ...portSteps(store)];
  return planned.sort((one, other) => one.at - other.at).slice(0, limit);
}

type AgendaStore = OperationContext['store'];

function stepOf({ id, due, pages }: Fax): PlannedStep[] {
  if (due === null || due.step === 'stuck' || due.step === 'unread') return [];
  return [{ at: due.at, kind: 'fax', subject: id, faxId: id, summary: `Fax ${id} ${verbOfStep(due, { pages })}` }];
}

function deliverySteps({ deliveries }: AgendaStore): PlannedStep[] {
  const pending = deliveries.find({ labels: [labels.state('pending')] }).slice();
  return pending.flatMap(({ id, dueAt, faxEvent: { faxId }, attempts }) => {
    const summary = `Webhook ${id} ${attempts.length === 0 ? 'is delivered' : 'is retried'}`;
    return dueAt === null ? [] : [{ at: dueAt, kind: 'webhook' as const, subject: id, faxId, summary }];
  });
}

function portSteps({ portOrders }: AgendaStore): PlannedStep[] {
  return [...portOrders.values()].flatMap(({ id, due }) =>
    due === null
      ? []
      : [{ at: due.at, kind: 'port_order' as const, subject: id, faxId: null, summary: `Port order ${id} goes on` }],
  );
}
