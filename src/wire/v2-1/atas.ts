import * as v from 'valibot';
import type { Ata } from '../../domain/ata.ts';
import { displayNumber } from '../../numbering/e164.ts';
import { boolean, form, integer, optional, phoneNumber, single, text } from '../fields.ts';
import { centralTimeOrNull } from '../time.ts';
import { pageFields, readPage } from '../v2/paging.ts';

const ataId = integer({ min: 1 });
const name = single('text that is not empty', (value) => (value === '' ? undefined : value));
const macAddress = single('a MAC address, such as 00:0B:82:12:34:56', (value) =>
  /^[\da-f]{2}([:-]?)(?:[\da-f]{2}\1){4}[\da-f]{2}$/i.test(value) ? value : undefined,
);

export const createAtaForm = v.pipe(
  form({ name, description: optional(text), domain: optional(text), mac_address: optional(macAddress) }),
  v.transform(({ mac_address, ...fields }) => ({ ...fields, macAddress: mac_address })),
);

export const updateAtaForm = v.pipe(
  form({
    id: ataId,
    name: optional(name),
    description: optional(text),
    mac_address: optional(macAddress),
  }),
  v.transform(({ mac_address, ...fields }) => ({ ...fields, macAddress: mac_address })),
);

export const ataIdForm = form({ id: ataId });

export const getAtaForm = v.pipe(
  form({ id: ataId, with_credentials: optional(boolean) }),
  v.transform(({ id, with_credentials }) => ({ id, withCredentials: with_credentials ?? false })),
);

export const listAtasForm = v.pipe(form(pageFields), v.transform(readPage));

/** The number with its plus raw, encoded or left out. */
export const ataNumberForm = form({ id: ataId, number: phoneNumber });

export const provisioningUrlsForm = form({ group: optional(text) });

/** An ATA, keys in the recorded order. */
export function ataBody(ata: Ata) {
  return {
    id: ata.id,
    name: ata.name,
    description: ata.description,
    user_phone_number: ata.number,
    domain: ata.domain,
    last_registered: centralTimeOrNull(ata.lastRegistered),
    expiry_time: centralTimeOrNull(ata.expiryTime),
    user_agent: ata.userAgent,
    sip_uri: ata.sipUri,
    mac_address: ata.macAddress,
    group: ata.group,
  };
}

/** With what it logs in with, which only a few answers show. Source: recorded. */
export const ataWithCredentialsJson = (ata: Ata): string =>
  JSON.stringify({ ...ataBody(ata), username: ata.username, password: ata.password });

/** Not E.164, unlike everywhere else: recorded. */
export const ataNumberJson = (number: string): string => JSON.stringify({ phone_number: displayNumber(number) });

/** Grandstream's without its scheme: recorded, but for the host. */
export function provisioningUrlsJson(key: string): string {
  const place = `provision.phaxio.com/${key}`;
  return JSON.stringify({ Grandstream: place, OBi: `https://${place}/$MAC.xml`, Netgen: `https://${place}` });
}
