import type { WebhookRecord } from '../client/named-types.ts';
import type { RecordedRequest, RunRecord, SentFax } from './observation.ts';
import type { Point } from './point.ts';

/** A point before it is counted. */
export type PointKey = Omit<Point, 'nth'>;

/** All that happened in a run and that a rule can match, without the parameters that differ from run to run. */
export function happenings(run: RunRecord, unstable: ReadonlySet<string>): PointKey[] {
  const posted = run.deliveries.filter(({ attempts, url }) => attempts.length > 0 && url?.startsWith('http') === true);
  // Faxes that the control API made have no course.
  const faxIds = new Set(run.calls.map(({ new_fax_id: id }) => id));
  return [
    ...run.calls.flatMap((call) => callHappening(call, run, unstable)),
    ...run.faxes.filter(({ id }) => faxIds.has(id)).map(faxHappening),
    ...run.calls.filter(isPortOrder).map((): PointKey => ({ ...plain, kind: 'portOrder', on: 'portOrder' })),
    ...posted.map((delivery) => webhookHappening(delivery, run.faxes)),
  ];
}

const plain = { where: {}, shape: '', hasSeveralRecipients: false, isRepeated: false, hasWebhook: false };

const isPortOrder = ({ operation, answer }: RecordedRequest): boolean =>
  operation === 'createPortOrder' && answer.status !== null && answer.status < 300;

function faxHappening({ recipients }: SentFax): PointKey {
  const [{ number: to } = { number: '' }, ...others] = recipients;
  const hasSeveralRecipients = others.length > 0;
  return { ...plain, kind: 'fax', on: 'fax', where: { to }, shape: String(hasSeveralRecipients), hasSeveralRecipients };
}

function webhookHappening({ event, fax_id: id }: WebhookRecord, faxes: readonly SentFax[]): PointKey {
  const to = faxes.find((fax) => fax.id === id)?.recipients[0]?.number;
  const where = { event, attempt: 1, ...(to !== undefined && { to }) };
  return { ...plain, kind: 'webhook', on: 'webhook', where, shape: `${event} ${String(to === undefined)}` };
}

function callHappening(
  call: RecordedRequest,
  { calls, deliveries }: RunRecord,
  unstable: ReadonlySet<string>,
): PointKey[] {
  const { operation, version, params, key, new_fax_id: newFaxId } = call;
  if (operation === null || version === null) return [];
  const facts = factsOf(call).filter(([name]) => !unstable.has(paramKey(call, name)));
  const where = { version, ...Object.fromEntries(facts.map(([name, value]) => [`params.${name}`, value])) };
  const names = Object.keys(params ?? {}).toSorted();
  const isLater = Number(params?.['page'] ?? 1) > 1;
  const shape = [version, key ?? '', String(isLater), ...names].join(' ');
  const alike = calls.filter((other) => other.operation === operation && subjectOf(other) === subjectOf(call));
  const hasWebhook = deliveries.some(({ fax_id: id, state }) => id === newFaxId && state === 'delivered');
  return [{ ...plain, kind: 'call', on: operation, where, shape, isRepeated: alike.length > 1, hasWebhook }];
}

const subjectOf = ({ params }: RecordedRequest): string => JSON.stringify([params?.['to'], params?.['id']]);

/** `operation: parameter`, the name of a parameter among those of all operations. */
export const paramKey = ({ operation }: Pick<RecordedRequest, 'operation'>, name: string): string =>
  `${operation ?? ''}: ${name}`;

/** The parameters that a rule can compare: texts without a secret, of a list its first item. */
export function factsOf({ params }: RecordedRequest): (readonly [string, string | number])[] {
  return Object.entries(params ?? {}).flatMap(([name, value]) => {
    const single: unknown = Array.isArray(value) ? value[0] : value;
    const isText = typeof single === 'number' || (typeof single === 'string' && !/[•…]/.test(single));
    return isText && single !== '' && /^[\w-]+$/.test(name) ? [[name, single] as const] : [];
  });
}
