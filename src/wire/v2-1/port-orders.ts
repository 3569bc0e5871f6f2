import { keysOf } from '../../model/shared/objects.ts';
import { listed } from '../../model/shared/words.ts';
import * as v from 'valibot';
import { portOrderStatuses } from '../../model/domain/port-order.ts';
import type { PortNote, PortNumber, PortOrder, PortOrderBilling } from '../../model/domain/port-order.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { boolean, form, listOf, oneOf, optional, phoneNumber, single, text } from '../fields.ts';
import { describedBy } from '../json-schema.ts';
import { recordWriter, centralTimeText, numberInE164, wholeNumber } from '../reply.ts';
import { centralTime, centralTimeOrNull } from '../time.ts';
import { pagedForm, timeRangeFields, timeRangeOf } from '../v2/paging.ts';

export const listPortOrdersSchema = v.pipe(
  pagedForm(timeRangeFields),
  v.transform((fields) => Object.assign(fields, timeRangeOf(fields))),
);

const nonEmptyText = single('text', (value) => (value === '' ? undefined : value), {
  type: 'string',
  pattern: String.raw`\S`,
});
const email = single(
  'an e-mail address, such as porting@example.com',
  (value) => (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value) ? value : undefined),
  {
    type: 'string',
    format: 'email',
    pattern: String.raw`^[^\s@]+@[^\s@]+\.[^\s@.]+$`,
    examples: ['porting@example.com'],
  },
);
/** A ZIP code. The service shows it as an integer, so it loses leading zeros. */
const zip = single('a ZIP code of five digits', readZip, {
  type: 'string',
  pattern: String.raw`^\d{5}(-\d{4})?$`,
  examples: ['12345'],
});

function readZip(value: string): number | undefined {
  const [, digits] = /^(\d{5})(?:-\d{4})?$/.exec(value) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The billing fields, all required unless a bill follows by mail. */
const billingFields = {
  billing_number: optional(phoneNumber),
  billing_address1: optional(text),
  billing_city: optional(text),
  billing_state: optional(text),
  billing_zip: optional(zip),
};

/** Source: the v2.1 page on porting; the required fields are those of the smallest recorded request. */
export const createPortOrderSchema = v.pipe(
  form({
    port_numbers: v.pipe(listOf(phoneNumber), describedBy({ uniqueItems: true })),
    contact_number: phoneNumber,
    contact_email: email,
    account_identifier: nonEmptyText,
    name_on_account: nonEmptyText,
    name_of_business: optional(text),
    provider_name: nonEmptyText,
    port_type: oneOf(['business', 'residential']),
    port_out_pin: optional(text),
    has_bill: optional(boolean),
    ...billingFields,
    billing_address2: optional(text),
    legal_agreement: v.pipe(
      boolean,
      v.check((agreed) => agreed, 'must be true, got false'),
      describedBy({ const: true }),
    ),
    esig: nonEmptyText,
  }),
  v.transform((fields) => {
    const hasBill = fields.has_bill ?? false;
    const missing = keysOf(billingFields).filter((name) => fields[name] === undefined);
    if (!hasBill && missing.length > 0) {
      const verb = missing.length === 1 ? 'is' : 'are';
      throw new Refusal('invalid', `${listed(missing)} ${verb} required unless has_bill is true`, {
        field: missing[0],
      });
    }
    return {
      numbers: fields.port_numbers,
      contactNumber: fields.contact_number,
      contactEmail: fields.contact_email,
      accountIdentifier: fields.account_identifier,
      nameOnAccount: fields.name_on_account,
      nameOfBusiness: fields.name_of_business ?? null,
      providerName: fields.provider_name,
      portType: fields.port_type,
      portOutPin: fields.port_out_pin ?? null,
      billing: readBilling(fields),
      esig: fields.esig,
      hasBill,
    };
  }),
);

/** The billing data of an order; null if all its parameters are missing. */
function readBilling(fields: BillingParams): PortOrderBilling | null {
  const billing: PortOrderBilling = {
    number: fields.billing_number ?? null,
    address1: fields.billing_address1 ?? null,
    address2: fields.billing_address2 ?? null,
    city: fields.billing_city ?? null,
    state: fields.billing_state ?? null,
    zip: fields.billing_zip ?? null,
  };
  return Object.values(billing).every((value) => value === null) ? null : billing;
}

type BillingParams = v.InferOutput<v.ObjectSchema<typeof billingFields, string>> & {
  readonly billing_address2?: string | undefined;
};

/** Source: recorded. */
export const writePortNumber = recordWriter<PortNumber>()('PortNumber', {
  id: [wholeNumber, (number) => number.id],
  port_number: [numberInE164, (number) => number.number],
  status: [v.picklist(portOrderStatuses), (number) => number.status],
});

/**
 * Fields in the recorded order (the documentation has account_identifier one place earlier). An order without billing
 * shows that the bill comes by mail.
 */
export const writePortOrder = recordWriter<PortOrder>()('PortOrder', {
  id: [wholeNumber, (order) => order.id],
  contact_number: [numberInE164, (order) => order.contactNumber],
  contact_email: [v.string(), (order) => order.contactEmail],
  name_on_account: [v.string(), (order) => order.nameOnAccount],
  account_identifier: [v.string(), (order) => order.accountIdentifier],
  name_of_business: [v.nullable(v.string()), (order) => order.nameOfBusiness],
  provider_name: [v.string(), (order) => order.providerName],
  port_out_pin: [v.nullable(v.string()), (order) => order.portOutPin],
  port_type: [v.picklist(['business', 'residential']), (order) => order.portType],
  billing_number: [v.nullable(numberInE164), (order) => order.billing?.number ?? null],
  billing_address1: [v.nullable(v.string()), (order) => order.billing?.address1 ?? null],
  billing_address2: [v.nullable(v.string()), (order) => order.billing?.address2 ?? null],
  billing_city: [v.nullable(v.string()), (order) => order.billing?.city ?? null],
  billing_state: [v.nullable(v.string()), (order) => order.billing?.state ?? null],
  billing_zip: [v.nullable(wholeNumber), (order) => order.billing?.zip ?? null],
  esig: [v.string(), (order) => order.esig],
  status: [v.picklist(portOrderStatuses), (order) => order.status],
  quantity: [wholeNumber, (order) => order.numbers.length],
  created_at: [centralTimeText, (order) => centralTime(order.createdAt)],
  updated_at: [centralTimeText, (order) => centralTime(order.updatedAt)],
  completed_at: [v.nullable(centralTimeText), (order) => centralTimeOrNull(order.completedAt)],
  requested_for: [v.nullable(centralTimeText), (order) => centralTimeOrNull(order.requestedFor)],
  bill_received_at: [v.nullable(centralTimeText), (order) => centralTimeOrNull(order.billReceivedAt)],
  port_numbers: [v.array(writePortNumber.shape), (order) => order.numbers.map(writePortNumber.body)],
});

/** Source: the official Ruby client; no note was ever recorded. */
export const writeNote = recordWriter<PortNote>()('PortNote', {
  id: [wholeNumber, (note) => note.id],
  note: [v.string(), (note) => note.text],
  author: [v.string(), (note) => note.author],
  created_at: [centralTimeText, (note) => centralTime(note.createdAt)],
  updated_at: [centralTimeText, (note) => centralTime(note.updatedAt)],
});
