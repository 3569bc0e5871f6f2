import * as v from 'valibot';
import type { Ata } from '../../model/domain/ata.ts';
import { displayNumber, readPhoneNumber } from '../../model/numbering/e164.ts';
import { camelForm, boolean, form, optional, phoneNumber, recordId, single, text } from '../fields.ts';
import {
  dataAnswer,
  recordFields,
  recordWriter,
  writtenAnswer,
  centralTimeText,
  numberInE164,
  namedRecord,
  wholeNumber,
} from '../reply.ts';
import { centralTimeOrNull } from '../time.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import * as v2 from '../v2/account.ts';
import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import { isCountry } from '../../model/numbering/countries.ts';

const name = single('text that is not empty', (value) => (value === '' ? undefined : value), {
  type: 'string',
  pattern: String.raw`\S`,
});
const macAddress = single(
  'a MAC address, such as 00:0B:82:12:34:56',
  (value) => (/^[\da-f]{2}([:-]?)(?:[\da-f]{2}\1){4}[\da-f]{2}$/i.test(value) ? value : undefined),
  {
    type: 'string',
    pattern: '^[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){5}$|^[0-9A-Fa-f]{2}(-[0-9A-Fa-f]{2}){5}$|^[0-9A-Fa-f]{12}$',
    examples: ['00:0B:82:12:34:56'],
  },
);

export const createAtaSchema = camelForm({
  name,
  description: optional(text),
  domain: optional(text),
  mac_address: optional(macAddress),
});

export const updateAtaSchema = camelForm({
  id: recordId,
  name: optional(name),
  description: optional(text),
  mac_address: optional(macAddress),
});

export const getAtaSchema = camelForm({ id: recordId, with_credentials: optional(boolean) });

/** The number's plus may be raw, encoded or missing. */
export const ataNumberSchema = form({ id: recordId, number: phoneNumber });

export const provisioningUrlsSchema = form({ group: optional(text) });

const ataFields = recordFields<Ata>()({
  id: [wholeNumber, (ata) => ata.id],
  name: [v.string(), (ata) => ata.name],
  description: [v.nullable(v.string()), (ata) => ata.description],
  user_phone_number: [v.nullable(numberInE164), (ata) => ata.number],
  domain: [v.string(), (ata) => ata.domain],
  last_registered: [v.nullable(centralTimeText), (ata) => centralTimeOrNull(ata.lastRegistered)],
  expiry_time: [v.nullable(centralTimeText), (ata) => centralTimeOrNull(ata.expiryTime)],
  user_agent: [v.nullable(v.string()), (ata) => ata.userAgent],
  sip_uri: [v.nullable(v.string()), (ata) => ata.sipUri],
  mac_address: [v.nullable(v.string()), (ata) => ata.macAddress],
  group: [v.nullable(v.string()), (ata) => ata.group],
});

/** An ATA, keys in the recorded order. */
export const writeAta = recordWriter<Ata>()('Ata', ataFields);

/** An ATA with its credentials, which only a few responses show. Source: recorded. */
export const writeAtaWithCredentials = recordWriter<Ata>()('AtaWithCredentials', {
  ...ataFields,
  username: [v.string(), (ata) => ata.username],
  password: [v.string(), (ata) => ata.password],
});

/** An ATA with or without credentials, as the request says. */
export const getAtaAnswer = writtenAnswer(
  v.union([writeAta.shape, writeAtaWithCredentials.shape]),
  ({ ata, withCredentials }: { ata: Ata; withCredentials: boolean }) =>
    withCredentials ? writeAtaWithCredentials(ata) : writeAta(ata),
);

/** The displayed number, not E.164 as everywhere else: recorded. */
export const ataNumberAnswer = dataAnswer(namedRecord('AtaNumber', { phone_number: v.string() }), (number: string) => ({
  phone_number: displayNumber(number),
}));

/** Grandstream's URL has no scheme. Recorded, except for the host. */
export const provisioningUrlsAnswer = dataAnswer(
  namedRecord('ProvisioningUrls', { Grandstream: v.string(), OBi: v.string(), Netgen: v.string() }),
  (key: string) => {
    const place = `provision.phaxio.com/${key}`;
    return { Grandstream: place, OBi: `https://${place}/$MAC.xml`, Netgen: `https://${place}` };
  },
);

/**
 * `address_id` is for countries that require an address. It is ignored for all others, including every country with
 * numbers here.
 */
export const provisionNumberSchema = camelForm({ ...v2.provisionNumberFields, address_id: optional(text) });

/** v2's number with the name of its ATA. */
export const writeNumber = recordWriter<PhoneNumber>()('PhoneNumber', {
  ...v2.phoneNumberFields,
  ata_name: [v.nullable(v.string()), (number) => number.ataName],
});

const ifEverything = (value: string): string | undefined => (value === '*' ? value : undefined);
const country = (value: string): string | undefined => (isCountry(value) ? value : undefined);

const numberOrAll = single(
  'one of your numbers in E.164 form, or *',
  (value) => ifEverything(value) ?? readPhoneNumber(value),
  { type: 'string', pattern: String.raw`^(\+[1-9]\d{6,14}|\*)$`, examples: ['+12025550123', '*'] },
);
const numberCountryOrAll = single(
  'a phone number in E.164 form, an ISO 3166 alpha-2 country code in capitals, or *',
  (value) => ifEverything(value) ?? country(value) ?? readPhoneNumber(value),
  { type: 'string', pattern: String.raw`^(\+[1-9]\d{6,14}|[A-Z]{2}|\*)$`, examples: ['+12025550123', 'DE', '*'] },
);

/** For an outbound call, the account's own end must be a number or `*`. Every other end may also be a country. */
export const createSendRuleSchema = form({ from: numberOrAll, to: numberCountryOrAll });
export const createReceiveRuleSchema = form({ from: numberCountryOrAll, to: numberCountryOrAll });

/** Source: the v2.1 page on blocking rules. */
export const writeRule = recordWriter<BlockingRule>()('BlockingRule', {
  id: [wholeNumber, (rule) => rule.id],
  to: [v.string(), (rule) => rule.to],
  from: [v.string(), (rule) => rule.from],
  direction: [v.picklist(['send', 'receive']), (rule) => rule.direction],
  is_locked: [v.boolean(), (rule) => rule.isLocked],
});
