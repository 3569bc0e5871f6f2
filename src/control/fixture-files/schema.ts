import * as v from 'valibot';
import { ataTable } from '../../model/domain/ata.ts';
import { blockingRuleTable } from '../../model/domain/blocking-rule.ts';
import { phaxCodeTable } from '../../model/domain/phax-code.ts';
import { numberTable } from '../../model/domain/phone-number.ts';
import {
  portNoteTable,
  portNumberTable,
  portOrderStatuses,
  portOrderTable,
  portSteps,
} from '../../model/domain/port-order.ts';
import { coverPageTable, faxMailTable, mailPermissions, serviceTable } from '../../model/domain/sinch-service.ts';
import { documentKinds } from '../../model/domain/fixture-name.ts';
import { faxFieldsIn } from '../fax-fields.ts';
import { newId } from '../table-form.ts';
import { entryForm, instant, text } from './entry-form.ts';
import { about, accountFields, anyNumberOf, file, input, integer, maybe, oneOf, phoneNumber } from '../fields.ts';
import { asText } from '../../model/shared/conversion.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { describeParam, given, namedTexts } from '../../wire/fields.ts';
import { describedBy, textsSchema } from '../../wire/json-schema.ts';

const nullish = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema));
const id = about('The id; by default the next id of the service', maybe(newId));

const tags = v.pipe(
  given<Readonly<Record<string, string>>>(),
  namedTexts((value) => `must be a mapping of names to texts such as {case: C-10101}, got ${describeParam(value)}`),
  describedBy({ ...textsSchema, description: 'Names with their values' }),
);

/** Fields in the form of the control API. They are checked later, with the whole record. */
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
  kind: about(
    'The kind of the document of a fax without a file; it becomes the tag `type`',
    maybe(oneOf(documentKinds)),
  ),
  document: about('The PDF of the fax in base64, unconverted; exports contain it', v.optional(document)),
  record: about('Stored fields; they override fields that follow from other keys', v.optional(fields)),
});

/** A bare number is short for an entry with that number. */
const orNumber = <const S extends v.GenericSchema>(entry: S) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (isPlainObject(value) ? value : { number: value })),
    entry,
  );

const numberEntry = orNumber(input(entryForm(numberTable, { number: phoneNumber })));

const blockingRuleEntry = input(
  entryForm(blockingRuleTable, {
    id,
    direction: oneOf(['send', 'receive']),
    to: v.optional(text, '*'),
    from: v.optional(text, '*'),
  }),
);

const ataEntry = input(entryForm(ataTable, { id, name: text }));

const phaxCodeEntry = input(entryForm(phaxCodeTable, {}));

const note = input(entryForm(portNoteTable, { id: maybe(newId), text }));
const portNumber = orNumber(
  input(entryForm(portNumberTable, { id: maybe(newId), number: phoneNumber, notes: v.optional(anyNumberOf(note)) })),
);

const portScript = v.array(
  input({ after_ms: v.number(), status: oneOf(portOrderStatuses), note: nullish(text) }),
  'must be a list',
);

const portOrderEntry = input(
  entryForm(portOrderTable, {
    id,
    numbers: v.pipe(v.array(portNumber, 'must be a list of numbers'), v.minLength(1, 'must have a number')),
    script: v.optional(portScript),
    due: nullish(input({ at: instant, step: oneOf(portSteps), index: v.optional(integer(), 0) })),
  }),
);

const serviceEntry = input(
  entryForm(serviceTable, {
    id: about('The id; 1 changes the first service, which each account has; by default the next id', maybe(newId)),
  }),
);

const ofService = about('The id of its service; by default the first service', v.optional(newId));

/** A PDF that is used unchanged: a conversion would draw the tags that a fax fills in. */
const pdfFile = v.pipe(
  file,
  v.check(({ bytes }) => isPdf(bytes), 'must be a PDF'),
);

const {
  id: pageId,
  service_id: pageServiceId,
  name: pageName,
  ...pageFields
} = entryForm(coverPageTable, { id, service_id: ofService, name: text });
const coverPageEntry = input({
  id: pageId,
  service_id: pageServiceId,
  name: pageName,
  file: about('A PDF beside this file, such as `./cover.pdf`, or `{filename, base64}`', maybe(pdfFile)),
  ...pageFields,
});

const mailNumber = orNumber(
  input({
    number: phoneNumber,
    permissions: about('By default both', v.optional(oneOf(mailPermissions))),
  }),
);

const emailEntry = input(
  entryForm(faxMailTable, {
    id,
    service_id: ofService,
    email: text,
    numbers: about(
      'Its numbers; an entry can be only the number',
      v.optional(v.array(mailNumber, 'must be a list of numbers')),
    ),
  }),
);

const list = <const S extends v.GenericSchema>(entry: S, description: string) =>
  about(description, v.optional(v.nullable(v.array(entry, 'must be a list'))));

/** A fixture file. Its times are RFC 3339; `absoluteTimes` converts relative ones before. */
export const fixtureSchema = input({
  account: about('Settings and balance of the account', maybe(accountFields)),
  numbers: list(numberEntry, "The account's numbers, oldest first; an entry can be only the number"),
  faxes: list(faxEntry, 'Sent and received faxes, in any order'),
  blocking_rules: list(blockingRuleEntry, 'Blocking rules, oldest first'),
  atas: list(ataEntry, 'ATAs, oldest first'),
  port_orders: list(portOrderEntry, 'Port orders, oldest first'),
  phax_codes: list(phaxCodeEntry, 'PhaxCodes, oldest first'),
  services: list(serviceEntry, 'Further services of v3; an entry with the id 1 changes the first service'),
  cover_pages: list(coverPageEntry, 'Cover pages of the services, oldest first'),
  emails: list(emailEntry, 'Addresses for fax to email, oldest first'),
});

export type Fixture = v.InferOutput<typeof fixtureSchema>;

/** The first fault of an entry in a list of a fixture: `status must be …`; undefined for a valid entry. */
export function faultOfEntry(list: string, entry: unknown): string | undefined {
  const { issues: [issue] = [] } = v.safeParse(fixtureSchema, { [list]: [entry] });
  return issue && [...(issue.path ?? []).slice(2).map(({ key }) => asText(key)), issue.message].join(' ');
}
