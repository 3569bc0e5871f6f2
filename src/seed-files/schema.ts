import * as v from 'valibot';
import { portOrderStatuses, portSteps } from '../domain/port-order.ts';
import { kinds } from '../fiction/kinds.ts';
import { newId, statedIn } from '../control/fax-fields.ts';
import { anyNumberOf, boolean, callbackUrl, file, input, integer, maybe, ofKind, taking } from '../control/fields.ts';
import { oneOf, phoneNumber } from '../control/fields.ts';
import { accountFields } from '../control/setting-fields.ts';
import { isPlainObject } from '../shared/objects.ts';
import { instant as rfc3339 } from '../settings/kinds.ts';
import { describeParam, namedTexts } from '../wire/fields.ts';
import { describedBy, textsSchema } from '../wire/json-schema.ts';

/** Kept to the letter: spaces at its ends, and no text at all, may be meant. */
const text = v.string('must be text; a number stands in quotes');
const nullish = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema));
const about = <T>(description: string) => v.description<T, string>(description);
const id = v.pipe(maybe(newId), about('The id; by default the next one of the service'));

/** Before it is checked, a time before the start has become an RFC 3339 time. */
const instant = ofKind({
  ...rfc3339,
  expected: `a time before the start such as -2h, or ${rfc3339.expected}`,
});

const tags = taking<Readonly<Record<string, string>>>()(
  v.pipe(
    v.unknown(),
    namedTexts((value) => `must be a mapping of names to texts such as {case: C-10101}, got ${describeParam(value)}`),
    describedBy({ ...textsSchema, description: 'Names with their values' }),
  ),
);

/** Fields in the form of the control API, which are checked with the whole record. */
const fields = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isPlainObject, 'must be a mapping of fields'),
  describedBy({ type: 'object' }),
);

const document = v.pipe(
  input({ base64: text }),
  v.transform(({ base64 }) => Buffer.from(base64, 'base64')),
  v.check((bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-', 'must be a PDF in base64'),
);

const faxEntry = input({
  id,
  ...statedIn({ instant, tags }),
  file: v.pipe(
    maybe(file),
    about(
      'A file beside this one, such as `./referral.pdf`, or `{filename, base64}`; faxsim converts it like an upload',
    ),
  ),
  kind: v.pipe(maybe(oneOf(kinds)), about('The kind of the document of a fax without a file; the tag `type` holds it')),
  document: v.pipe(v.optional(document), about('The PDF of the fax in base64, unconverted; exports contain it')),
  record: v.pipe(v.optional(fields), about('Stored fields that override those which follow from the others')),
});

/** A number alone stands for an entry with that number. */
const orNumber = <const S extends v.GenericSchema>(entry: S) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (isPlainObject(value) ? value : { number: value })),
    entry,
  );

const numberEntry = orNumber(
  input({
    number: phoneNumber,
    country_code: v.optional(integer()),
    area_code: v.optional(integer()),
    city: nullish(text),
    state: nullish(text),
    country: nullish(text),
    cost_cents: v.optional(integer()),
    last_billed_at: v.optional(instant),
    provisioned_at: v.optional(instant),
    callback_url: nullish(callbackUrl),
    ata_name: v.pipe(nullish(text), about('By default the name of the ATA with this number')),
  }),
);

const blockingRuleEntry = input({
  id,
  direction: oneOf(['send', 'receive']),
  to: v.pipe(v.optional(text, '*'), about('An E.164 number, a country such as `CA`, or `*` for all')),
  from: v.optional(text, '*'),
  is_locked: v.pipe(
    v.optional(boolean),
    about('Whether the service has set the rule, so that the account cannot delete it'),
  ),
});

const ataEntry = input({
  id,
  name: text,
  description: nullish(text),
  number: v.pipe(nullish(phoneNumber), about('A number of the account that is attached to the ATA')),
  domain: v.optional(text),
  last_registered: nullish(instant),
  expiry_time: nullish(instant),
  user_agent: nullish(text),
  sip_uri: nullish(text),
  mac_address: nullish(text),
  group: nullish(text),
  username: v.pipe(v.optional(text), about('By default drawn from the seed')),
  password: v.optional(text),
});

const phaxCodeEntry = input({
  identifier: v.pipe(v.optional(text), about('Ten characters; by default drawn from the seed')),
  metadata: nullish(text),
  is_default: v.optional(boolean),
  created_at: v.optional(instant),
});

const note = input({
  id: maybe(newId),
  text,
  author: v.optional(text),
  created_at: v.optional(instant),
  updated_at: v.optional(instant),
});
const portNumber = orNumber(
  input({
    id: maybe(newId),
    number: phoneNumber,
    status: v.optional(oneOf(portOrderStatuses)),
    notes: v.optional(anyNumberOf(note)),
  }),
);

const portOrderEntry = input({
  id,
  numbers: v.pipe(v.array(portNumber, 'must be a list of numbers'), v.minLength(1, 'must have a number')),
  status: v.optional(oneOf(portOrderStatuses)),
  contact_number: v.optional(phoneNumber),
  contact_email: v.optional(text),
  name_on_account: v.optional(text),
  account_identifier: v.optional(text),
  name_of_business: nullish(text),
  provider_name: v.optional(text),
  port_out_pin: nullish(text),
  port_type: v.optional(oneOf(['business', 'residential'])),
  billing: nullish(
    input({
      number: nullish(phoneNumber),
      address1: nullish(text),
      address2: nullish(text),
      city: nullish(text),
      state: nullish(text),
      zip: nullish(integer()),
    }),
  ),
  esig: v.optional(text),
  created_at: v.optional(instant),
  updated_at: v.optional(instant),
  completed_at: nullish(instant),
  requested_for: nullish(instant),
  bill_received_at: nullish(instant),
  script: v.optional(
    v.array(input({ after_ms: v.number(), status: oneOf(portOrderStatuses), note: nullish(text) }), 'must be a list'),
  ),
  due: v.pipe(
    nullish(input({ at: instant, step: oneOf(portSteps), index: v.optional(integer(), 0) })),
    about('The next step of the order; without it, the order does not change'),
  ),
});

const list = <const S extends v.GenericSchema>(entry: S, description: string) =>
  v.pipe(v.optional(v.nullable(v.array(entry, 'must be a list'))), about(description));

/** A fixture file. Its times are RFC 3339; `absoluteTimes` makes relative ones so. */
export const fixtureSchema = input({
  account: v.pipe(maybe(accountFields), about('Settings and balance of the account')),
  numbers: list(numberEntry, "The account's numbers, oldest first; an entry can be only the number"),
  faxes: list(faxEntry, 'Sent and received faxes, in any order'),
  blocking_rules: list(blockingRuleEntry, 'Blocking rules, oldest first'),
  atas: list(ataEntry, 'ATAs, oldest first'),
  port_orders: list(portOrderEntry, 'Port orders, oldest first'),
  phax_codes: list(phaxCodeEntry, 'PhaxCodes, oldest first'),
});

export type Fixture = v.InferOutput<typeof fixtureSchema>;
