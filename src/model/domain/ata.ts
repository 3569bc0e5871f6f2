import { field, orNull, usualRecord } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';
import { drawText } from './draws.ts';

export const ataTable = {
  id: 'key',
  name: 'text',
  description: field(orNull('text'), { usual: null }),
  /** The number of the account that is attached to it, in E.164. The record of the number names the ATA. */
  number: field(orNull('phoneNumber'), { usual: null, about: 'A number of the account that is attached to the ATA' }),
  /** Domain at which the ATA registers. */
  domain: field('text', { usual: 'ata.phaxio.com' }),
  lastRegistered: field(orNull('time'), { usual: null }),
  expiryTime: field(orNull('time'), { usual: null }),
  userAgent: field(orNull('text'), { usual: null }),
  sipUri: field(orNull('text'), { usual: null }),
  macAddress: field(orNull('text'), { usual: null }),
  group: field(orNull('text'), { usual: null }),
  username: field('text', { about: 'By default drawn from the seed' }),
  password: 'text',
} as const;

/** An analog telephone adapter: a box that a fax machine is plugged into. */
export interface Ata extends RecordOf<typeof ataTable> {}

/** An ATA that has never registered and has no number, without its name and credentials. */
export const ataDefaults = usualRecord(ataTable);

/** The credentials of an ATA, drawn from the seed; each renewal draws new ones. Source of the lengths: recorded. */
export function ataCredentials(
  seed: number,
  id: number,
  before: Pick<Ata, 'password'> | undefined,
): Pick<Ata, 'username' | 'password'> {
  const secretOf = (name: string, length: number): string => drawText(length, seed, name, id, before?.password ?? '');
  return { username: secretOf('ata username', 10), password: secretOf('ata password', 16) };
}
