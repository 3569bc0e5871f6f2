import type { FaxRecord, RequestRecord, WebhookRecord } from '../../control/client/named-types.ts';
import type { WorldHandle } from '../../control/client/world-handle.ts';

/**
 * The rule for effects of the console and of control calls: they may play the outside world, but not the program.
 *
 * - A received fax, the end of a call and the time come from outside, no matter who causes them. The answers of the program are
 *   evidence about it.
 * - A fax that the console sent or a control call created, its webhooks, and a webhook that a control call sent or repeated are not
 *   caused by the program. They are no evidence, and neither are the answers to them.
 * - The result that a control call gives to a fax is no evidence of how the account ends its calls.
 */
export interface ControlEffects {
  /** The sent faxes that the console sent or a control call created. */
  readonly sent: ReadonlySet<number>;
  /** The faxes that a control call ended or changed. */
  readonly ended: ReadonlySet<number>;
}

/** The control calls that show the causes of faxes. */
export interface CauseReader {
  readonly activity: Pick<WorldHandle['activity'], 'list'>;
  readonly faxes: Pick<WorldHandle['faxes'], 'history'>;
}

interface Seen {
  readonly faxes: readonly Pick<FaxRecord, 'id' | 'direction'>[];
  /** The requests of the program, and those of the console. */
  readonly requests: readonly Pick<RequestRecord, 'new_fax_ids'>[];
  readonly ofConsole: Seen['requests'];
}

/** Tells which faxes the console and control calls sent or ended. */
export async function controlEffects(
  world: CauseReader,
  { faxes, requests, ofConsole }: Seen,
): Promise<ControlEffects> {
  const { entries } = await world.activity.list({ kind: ['control'], limit: entriesMax });
  const called = entries.filter(({ action }) => action === 'called');
  const sent = new Set(madeBy(ofConsole));
  const known = new Set([...sent, ...madeBy(requests)]);
  const isCreating = called.some(({ summary }) => summary === creation);
  const others = isCreating ? faxes.filter(({ id, direction }) => direction === 'sent' && !known.has(id)) : [];
  for (const { id } of others) if (await isCreatedByCall(world, id)) sent.add(id);
  return { sent, ended: new Set(called.flatMap(({ fax_id: id }) => id ?? [])) };
}

const madeBy = (requests: Seen['requests']): number[] => requests.flatMap(({ new_fax_ids: made }) => made);

const entriesMax = 10_000;
const creation = 'POST /_faxsim/faxes';

async function isCreatedByCall(world: CauseReader, id: number): Promise<boolean> {
  const { events } = await world.faxes.history({ id });
  return events.some(({ kind, by }) => kind === 'created' && by === creation);
}

/** Whether a webhook is evidence about the program. */
export const isOfProgram =
  ({ sent }: Pick<ControlEffects, 'sent'>) =>
  ({ by_control: isByControl, fax_id: fax }: Pick<WebhookRecord, 'by_control' | 'fax_id'>): boolean =>
    !isByControl && !sent.has(fax);
