import { findBlock } from '../domain/blocking-rule.ts';
import { drawInteger } from '../domain/dice.ts';
import type { Direction, Fax, FaxStatus } from '../domain/fax.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import { Refusal } from '../domain/refusal.ts';
import { countryOf } from '../numbering/e164.ts';
import { labels } from '../store/labels.ts';
import { takePage } from './page.ts';
import type { Order } from './page.ts';
import { currentSecond, notFound } from './service.ts';
import type { Service } from './service.ts';

const week = 7 * 24 * 3_600_000;

export interface FaxQuery extends PageRequest {
  /** In ms, both ends included; by default the week that ends now. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly direction?: Direction | undefined;
  readonly status?: FaxStatus | undefined;
  /** A number that the fax was sent to, from, or received on; E.164. */
  readonly number?: string | undefined;
  /** Tags that the fax must have, all of them. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

/** One page of the faxes that were created in a range of time. */
export function listFaxes(service: Service, query: FaxQuery, order: Order): Page<Fax> {
  const now = service.clock.now();
  const found = service.store.faxes.find({
    from: query.from ?? now - week,
    to: query.to ?? now,
    labels: [
      ...(query.direction === undefined ? [] : [labels.direction(query.direction)]),
      ...(query.status === undefined ? [] : [labels.status(query.status)]),
      ...(query.number === undefined ? [] : [labels.number(query.number)]),
      ...Object.entries(query.tags ?? {}).map(([name, value]) => labels.tag(name, value)),
    ],
  });
  return takePage(found, query, order);
}

/** Throws `not_found`. */
export function getFax(service: Service, { id }: { id: number }): Fax {
  const fax = service.store.faxes.get(id);
  if (fax === undefined) throw notFound();
  return fax;
}

export interface Resend {
  readonly id: number;
  /** For the new fax; without one it has the original's. */
  readonly callbackUrl?: string | undefined;
  /** Whether the test key pair asks for it; the new fax is a test then, whatever the original was. */
  readonly isTest: boolean;
}

/**
 * Queues the document of a fax to its recipients again, as a new fax. Throws `not_found`, and `not_allowed` where there
 * is no stored file, the fax was a received one, or a blocking rule stops a call.
 */
export function resendFax(service: Service, { id, callbackUrl, isTest }: Resend): Fax {
  const original = getFax(service, { id });
  if (original.direction === 'received') throw new Refusal('not_allowed', 'A received fax cannot be resent');
  // The text is that of fax error 113, the only one known to say this.
  if (original.file !== 'stored' || !service.store.account.storesFiles) {
    throw new Refusal('not_allowed', 'The file for this fax has been deleted or is not accessible.');
  }
  for (const { number } of original.recipients) assertMayCall(service, original.callerId, number);
  const fax = resent(original, {
    id: nextFaxId(service),
    isTest,
    createdAt: currentSecond(service),
    callbackUrl: callbackUrl ?? original.callbackUrl,
  });
  service.store.faxes.put(fax);
  return fax;
}

/** A new fax with another's document, recipients and tags, before anything has happened to it. */
function resent(original: Fax, own: Pick<Fax, 'id' | 'isTest' | 'createdAt' | 'callbackUrl'>): Fax {
  return {
    ...original,
    ...own,
    status: 'queued',
    completedAt: null,
    pages: 0,
    costCents: 0,
    error: null,
    recipients: original.recipients.map(({ number }) => ({
      number,
      status: null,
      retryCount: 0,
      completedAt: null,
      bitrate: null,
      resolution: null,
      error: null,
    })),
  };
}

/** Fax ids ascend across all customers, so that one account sees gaps. Source: recorded ids. */
function nextFaxId({ store, seed }: Service): number {
  const last = store.faxes.highestKey ?? firstFaxId;
  return last + drawInteger({ min: 1, max: 20 }, seed, 'fax id', last);
}

const firstFaxId = 323_034_811;

/** Throws `not_allowed` naming the rule when one stops a call from the account. */
function assertMayCall({ store }: Service, from: string | null, to: string): void {
  if (store.blockingRules.size === 0) return;
  const rule = findBlock(store.blockingRules.values(), {
    direction: 'send',
    from: { number: from, country: from === null ? null : (countryOf(from) ?? null) },
    to: { number: to, country: countryOf(to) ?? null },
  });
  if (rule === undefined) return;
  throw new Refusal('not_allowed', `Phone number is not permitted: blocking rule ${rule.id} stops calls to ${to}`);
}

/** Deletes the stored file of a fax and keeps the fax; deleting it again changes nothing. Throws `not_found`. */
export function deleteFaxFile(service: Service, { id }: { id: number }): void {
  const fax = getFax(service, { id });
  if (fax.file === 'stored') service.store.faxes.put({ ...fax, file: 'deleted' });
}

/** Deletes a fax that was made with the test keys. Throws `not_found`, and `not_allowed` for any other. */
export function deleteFax(service: Service, { id }: { id: number }): void {
  const fax = getFax(service, { id });
  if (!fax.isTest) {
    throw new Refusal('not_allowed', 'Only faxes made with test credentials can be deleted; of others, only the file');
  }
  service.store.faxes.delete(id);
}
