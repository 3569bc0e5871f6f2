import { ataCredentials, ataDefaults } from '../../model/domain/ata.ts';
import type { Ata } from '../../model/domain/ata.ts';
import { drawText } from '../../model/domain/draws.ts';
import type { Page, PageRequest } from '../../model/domain/page.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { omitUndefined } from '../../model/shared/objects.ts';
import { takePage } from '../../store/memory/query-result.ts';
import { detach, getPhoneNumber } from './phone-numbers.ts';
import type { OperationContext, Wanted } from './operation-context.ts';
import { nextId } from './ids.ts';
import { notFound, orNotFound } from './missing-records.ts';
import type { Stored } from './commits.ts';

/** The fields of an ATA that a client can set; an undefined field stays as it is. */
export type AtaChanges = Wanted<Pick<Ata, 'name' | 'description' | 'macAddress'>>;

export interface NewAta extends AtaChanges {
  readonly name: string;
  readonly domain?: string | undefined;
}

export function createAta(context: OperationContext, { name, description, macAddress, domain }: NewAta): Stored<Ata> {
  return context.store.commit(() => {
    const id = nextId(context, 'atas');
    const ata: Ata = {
      ...ataDefaults,
      ...omitUndefined({ description, macAddress, domain }),
      ...ataCredentials(context.seed, id, undefined),
      id,
      name,
    };
    context.store.atas.put(ata);
    return ata;
  });
}

/** Throws `not_found`. */
export function getAta({ store }: OperationContext, { id }: { id: number }): Ata {
  return orNotFound(store.atas.get(id));
}

/** A page of the ATAs in order of creation (recorded). */
export function listAtas({ store }: OperationContext, request: PageRequest): Page<Ata> {
  return takePage(store.atas.find({}), request, 'oldest first');
}

/** Changes the given fields. Throws `not_found`. */
export function updateAta(
  context: OperationContext,
  { id, name, description, macAddress }: AtaChanges & { id: number },
): Stored<Ata> {
  const ata = getAta(context, { id });
  return context.store.commit(() => {
    const updated: Ata = { ...ata, ...omitUndefined({ name, description, macAddress }) };
    context.store.atas.put(updated);
    showOnNumber(context, ata.number, updated.name);
    return updated;
  });
}

/** Deletes an ATA and detaches its number. Throws `not_found`. */
export function deleteAta(context: OperationContext, { id }: { id: number }): Stored<Ata> {
  const ata = getAta(context, { id });
  return context.store.commit(() => {
    context.store.atas.delete(id);
    showOnNumber(context, ata.number, null);
    return ata;
  });
}

/** Replaces the login name and password of an ATA. Throws `not_found`. */
export function regenerateAtaCredentials(context: OperationContext, { id }: { id: number }): Stored<Ata> {
  const ata = getAta(context, { id });
  return context.store.commit(() => {
    const renewed: Ata = { ...ata, ...ataCredentials(context.seed, id, ata) };
    context.store.atas.put(renewed);
    return renewed;
  });
}

interface AtaNumber {
  readonly id: number;
  /** E.164. */
  readonly number: string;
}

/**
 * Attaches a number to an ATA; doing it again changes nothing. A number of another ATA moves: a recording has a number
 * on one ATA, and 43 seconds later on another. Throws `not_found` for an unknown ATA or number, and `not_allowed` if
 * the ATA has another number.
 */
export function addAtaNumber(context: OperationContext, { id, number }: AtaNumber): Stored<string> {
  const ata = getAta(context, { id });
  getPhoneNumber(context, { number });
  if (ata.number === number) return number;
  if (ata.number !== null) throw new Refusal('not_allowed', `ATA ${id} has the number ${ata.number} already`);
  return context.store.commit(() => {
    detach(context, number);
    context.store.atas.put({ ...ata, number });
    showOnNumber(context, number, ata.name);
    return number;
  });
}

/** Detaches a number from an ATA. Throws `not_found` for an unknown ATA, or a number that the ATA does not have. */
export function removeAtaNumber(context: OperationContext, { id, number }: AtaNumber): Stored<string> {
  const ata = getAta(context, { id });
  if (ata.number !== number) throw notFound();
  return context.store.commit(() => {
    context.store.atas.put({ ...ata, number: null });
    showOnNumber(context, number, null);
    return number;
  });
}

/** Stores the name of the ATA with its number, since responses show it there. */
function showOnNumber({ store }: OperationContext, number: string | null, ataName: string | null): void {
  const owned = number === null ? undefined : store.phoneNumbers.get(number);
  if (owned !== undefined && owned.ataName !== ataName) store.phoneNumbers.put({ ...owned, ataName });
}

/** The part of provisioning URLs that identifies the account and the group. */
export const provisioningKey = ({ seed }: OperationContext, { group }: { group?: string | undefined }): string =>
  drawText(20, seed, 'provisioning key', group ?? '');
