import { drawText } from './draws.ts';

/** An analog telephone adapter: a box that a fax machine is plugged into. */
export interface Ata {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  /** The account's number that is attached to it, E.164; that number keeps the ATA's name. */
  readonly number: string | null;
  /** Domain at which the ATA registers. */
  readonly domain: string;
  readonly lastRegistered: number | null;
  readonly expiryTime: number | null;
  readonly userAgent: string | null;
  readonly sipUri: string | null;
  readonly macAddress: string | null;
  readonly group: string | null;
  readonly username: string;
  readonly password: string;
}

/** An ATA that has never registered and has no number, without its name and credentials. */
export const ataDefaults = {
  description: null,
  number: null,
  domain: 'ata.phaxio.com',
  lastRegistered: null,
  expiryTime: null,
  userAgent: null,
  sipUri: null,
  macAddress: null,
  group: null,
} as const satisfies Partial<Ata>;

/** The credentials of an ATA, drawn from the seed; each renewal draws new ones. Source of the lengths: recorded. */
export function ataCredentials(
  seed: number,
  id: number,
  before: Pick<Ata, 'password'> | undefined,
): Pick<Ata, 'username' | 'password'> {
  const secretOf = (name: string, length: number): string => drawText(length, seed, name, id, before?.password ?? '');
  return { username: secretOf('ata username', 10), password: secretOf('ata password', 16) };
}
