import * as v from 'valibot';
import { portOrderStatuses, portSteps } from '../../model/domain/port-order.ts';
import { callbackContentTypes, faxResolutions, imageConversions } from '../../model/domain/sinch-options.ts';
import { mailPermissions } from '../../model/domain/sinch-service.ts';
import { documentKinds } from '../../model/domain/fixture-name.ts';
import { faxFieldsIn } from '../fax-fields.ts';
import { newId } from '../table-form.ts';
import {
  about,
  accepting,
  accountFields,
  anyNumberOf,
  boolean,
  callbackUrl,
  file,
  input,
  integer,
  maybe,
  ofKind,
  oneOf,
  phoneNumber,
} from '../fields.ts';
import { asText } from '../../model/shared/conversion.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { instant as rfc3339 } from '../../model/fields/kinds.ts';
import { describeParam, namedTexts } from '../../wire/fields.ts';
import { describedBy, textsSchema } from '../../wire/json-schema.ts';

/** Text that is not trimmed, and may be empty: both can be intended. */
const text = v.string('must be text; a number stands in quotes');
const nullish = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema));
const id = about('The id; by default the next one of the service', maybe(newId));

/** An instant; a time before the start is turned into an RFC 3339 time before the check. */
const instant = ofKind({
  ...rfc3339,
  expected: `a time before the start such as -2h, or ${rfc3339.expected}`,
});

const tags = accepting<Readonly<Record<string, string>>>()(
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

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

const document = v.pipe(
  input({ base64: text }),
  v.transform(({ base64 }) => Buffer.from(base64, 'base64')),
  v.check((bytes) => isPdf(bytes), 'must be a PDF in base64'),
);

const faxEntry = input({
  id,
  ...faxFieldsIn({ instant, tags }),
  file: about(
    'A file beside this one, such as `./referral.pdf`, or `{filename, base64}`; faxsim converts it like an upload',
    maybe(file),
  ),
  kind: about('The kind of the document of a fax without a file; the tag `type` holds it', maybe(oneOf(documentKinds))),
  document: about('The PDF of the fax in base64, unconverted; exports contain it', v.optional(document)),
  record: about('Stored fields that override those which follow from the others', v.optional(fields)),
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
    country_code: about('The calling code', v.optional(integer())),
    area_code: about('The area code in the country', v.optional(integer())),
    city: about('The city as the API shows it', nullish(text)),
    state: nullish(text),
    country: nullish(text),
    cost_cents: about('The monthly price in US cents', v.optional(integer())),
    last_billed_at: about('The time of the last monthly charge', v.optional(instant)),
    provisioned_at: about('The time at which the account got the number', v.optional(instant)),
    callback_url: nullish(callbackUrl),
    ata_name: about('By default the name of the ATA with this number', nullish(text)),
    service_id: about('The service of v3 that has the number; by default the first', nullish(newId)),
    suspended: about('Whether v3 has suspended the number', v.optional(boolean)),
    note: about('The reason of the suspension', nullish(text)),
  }),
);

const blockingRuleEntry = input({
  id,
  direction: about('The calls that it blocks', oneOf(['send', 'receive'])),
  to: about('An E.164 number, a country such as `CA`, or `*` for all', v.optional(text, '*')),
  from: v.optional(text, '*'),
  is_locked: about('Whether the service has set the rule, so that the account cannot delete it', v.optional(boolean)),
});

const ataEntry = input({
  id,
  name: text,
  description: nullish(text),
  number: about('A number of the account that is attached to the ATA', nullish(phoneNumber)),
  domain: v.optional(text),
  last_registered: nullish(instant),
  expiry_time: nullish(instant),
  user_agent: nullish(text),
  sip_uri: nullish(text),
  mac_address: nullish(text),
  group: nullish(text),
  username: about('By default drawn from the seed', v.optional(text)),
  password: v.optional(text),
});

const phaxCodeEntry = input({
  identifier: about('Ten characters; by default drawn from the seed', v.optional(text)),
  metadata: nullish(text),
  is_default: about('Whether it is the default PhaxCode', v.optional(boolean)),
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
  numbers: about(
    'The numbers to move, each with its status and notes',
    v.pipe(v.array(portNumber, 'must be a list of numbers'), v.minLength(1, 'must have a number')),
  ),
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
  esig: about('The signature of the applicant', v.optional(text)),
  created_at: v.optional(instant),
  updated_at: v.optional(instant),
  completed_at: nullish(instant),
  requested_for: nullish(instant),
  bill_received_at: nullish(instant),
  script: about(
    'The steps of a scenario',
    v.optional(
      v.array(input({ after_ms: v.number(), status: oneOf(portOrderStatuses), note: nullish(text) }), 'must be a list'),
    ),
  ),
  due: about(
    'The next step of the order, at the pace of the world by default; null: the order does not change',
    nullish(input({ at: instant, step: oneOf(portSteps), index: v.optional(integer(), 0) })),
  ),
});

const serviceEntry = input({
  id: about('The id; 1 changes the first service, which each account has; by default the next one', maybe(newId)),
  name: v.optional(text),
  incoming_webhook_url: about('The URL for webhooks about faxes to its numbers', nullish(callbackUrl)),
  webhook_content_type: v.optional(oneOf(callbackContentTypes)),
  is_default: about('Whether a send that names no service uses this one', v.optional(boolean)),
  default_from: about('By default the first number of the account', nullish(phoneNumber)),
  retries: about('The number of retries after a call that fails', v.optional(integer({ min: 0 }))),
  retry_delay_ms: about('The time from a failed call to its retry, in ms', v.optional(v.number())),
  image_conversion: v.optional(oneOf(imageConversions)),
  resolution: nullish(oneOf(faxResolutions)),
  cover_page: about('The id of the cover page of its faxes', nullish(newId)),
  saves_outbound: about('Whether the documents of its sent faxes are kept', v.optional(boolean)),
  saves_inbound: about('Whether the documents of its received faxes are kept', v.optional(boolean)),
  scans_barcodes: about('Whether its received faxes show their barcodes', v.optional(boolean)),
  in_progress_notifications: v.optional(boolean),
  created_at: about('The time of its creation; its id in v3 follows from it', v.optional(instant)),
  updated_at: v.optional(instant),
});

const ofService = about('The id of its service; by default that of the first', v.optional(newId));

/** A PDF as it is: a conversion would draw the tags that a fax fills in. */
const pdfFile = v.pipe(
  file,
  v.check(({ bytes }) => isPdf(bytes), 'must be a PDF'),
);

const coverPageEntry = input({
  id,
  service_id: ofService,
  name: text,
  file: about('A PDF beside this file, such as `./cover.pdf`, or `{filename, base64}`', maybe(pdfFile)),
  content: about('The PDF in base64, in place of `file`; exports contain it', v.optional(text)),
  created_at: v.optional(instant),
  updated_at: v.optional(instant),
});

const mailNumber = orNumber(
  input({
    number: phoneNumber,
    permissions: about('By default both', v.optional(oneOf(mailPermissions))),
  }),
);

const emailEntry = input({
  id,
  service_id: ofService,
  email: text,
  numbers: about(
    'Its numbers; an entry can be only the number',
    v.optional(v.array(mailNumber, 'must be a list of numbers')),
  ),
  created_at: v.optional(instant),
  updated_at: v.optional(instant),
});

const list = <const S extends v.GenericSchema>(entry: S, description: string) =>
  about(description, v.optional(v.nullable(v.array(entry, 'must be a list'))));

/** A fixture file. Its times are RFC 3339; `absoluteTimes` makes relative ones so. */
export const fixtureSchema = input({
  account: about('Settings and balance of the account', maybe(accountFields)),
  numbers: list(numberEntry, "The account's numbers, oldest first; an entry can be only the number"),
  faxes: list(faxEntry, 'Sent and received faxes, in any order'),
  blocking_rules: list(blockingRuleEntry, 'Blocking rules, oldest first'),
  atas: list(ataEntry, 'ATAs, oldest first'),
  port_orders: list(portOrderEntry, 'Port orders, oldest first'),
  phax_codes: list(phaxCodeEntry, 'PhaxCodes, oldest first'),
  services: list(serviceEntry, 'Services of v3 beside the first one, or with its id 1'),
  cover_pages: list(coverPageEntry, 'Cover pages of the services, oldest first'),
  emails: list(emailEntry, 'Addresses for fax to email, oldest first'),
});

export type Fixture = v.InferOutput<typeof fixtureSchema>;

/** The first fault of an entry for a list of a fixture: `status must be …`; undefined for a sound one. */
export function faultOfEntry(list: string, entry: unknown): string | undefined {
  const { issues: [issue] = [] } = v.safeParse(fixtureSchema, { [list]: [entry] });
  return issue && [...(issue.path ?? []).slice(2).map(({ key }) => asText(key)), issue.message].join(' ');
}
