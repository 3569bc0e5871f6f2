import { isOpenStatus } from '../domain/fax.ts';
import type { Delivery } from '../domain/webhook.ts';
import type { World } from '../worlds/world.ts';
import { faxLine } from './fax-line.ts';
import type { Log, LogLine } from './log.ts';
import { requestLine } from './request-line.ts';
import { webhookLine } from './webhook-line.ts';

/** Adds a line to the log for each request of a world, each end of a fax and each attempt of a webhook. */
export function logWorld(log: Log, { id, journal, store }: World): void {
  const mark = id === 'default' ? '' : `[${id}] `;
  const add = (make: () => LogLine): void => {
    log.add(() => {
      const { event, text, fields } = make();
      return { event, text: mark + text, fields: { world: id, ...fields } };
    });
  };
  journal.watch({
    recorded: (entry) => add(() => requestLine(entry)),
    cleared: () => undefined,
  });
  store.watchCollection('faxes', ({ record: fax, before }) => {
    if (fax !== undefined && !isOpenStatus(fax.status) && fax.status !== before?.status) add(() => faxLine(fax));
  });
  store.watchCollection('deliveries', ({ record: delivery, before }) => {
    if (delivery !== undefined && hasProgressed(delivery, before)) add(() => webhookLine(delivery));
  });
}

const hasProgressed = ({ attempts, state }: Delivery, earlier: Delivery | undefined): boolean =>
  attempts.length > (earlier?.attempts.length ?? 0) || (state === 'refused' && earlier?.state !== 'refused');
