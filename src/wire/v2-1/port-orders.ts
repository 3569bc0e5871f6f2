import * as v from 'valibot';
import { portOrderStatuses } from '../../domain/port-order.ts';
import type { PortOrder, PortOrderBilling } from '../../domain/port-order.ts';
import { form } from '../fields.ts';
import { centralTimeText, numberInE164, record, wholeNumber } from '../shape.ts';
import type { Shown } from '../shape.ts';
import { centralTime, centralTimeOrNull } from '../time.ts';
import { pageFields, readPage } from '../v2/paging.ts';
import { readTimeRange, timeRangeFields } from '../v2/time-range.ts';

export const listPortOrdersForm = v.pipe(
  form({ ...timeRangeFields, ...pageFields }),
  v.transform((fields) => ({ ...readTimeRange(fields), ...readPage(fields) })),
);

const portNumberShape = record('PortNumber', {
  id: wholeNumber,
  port_number: numberInE164,
  status: v.picklist(portOrderStatuses),
});

export const portOrderShape = record('PortOrder', {
  id: wholeNumber,
  contact_number: numberInE164,
  contact_email: v.string(),
  name_on_account: v.string(),
  account_identifier: v.string(),
  name_of_business: v.nullable(v.string()),
  provider_name: v.string(),
  port_out_pin: v.nullable(v.string()),
  port_type: v.picklist(['business', 'residential']),
  billing_number: v.nullable(numberInE164),
  billing_address1: v.nullable(v.string()),
  billing_address2: v.nullable(v.string()),
  billing_city: v.nullable(v.string()),
  billing_state: v.nullable(v.string()),
  billing_zip: v.nullable(wholeNumber),
  esig: v.string(),
  status: v.picklist(portOrderStatuses),
  quantity: wholeNumber,
  created_at: centralTimeText,
  updated_at: centralTimeText,
  completed_at: v.nullable(centralTimeText),
  requested_for: v.nullable(centralTimeText),
  bill_received_at: v.nullable(centralTimeText),
  port_numbers: v.array(portNumberShape),
});

/** A port order, keys in the recorded order (the documentation has account_identifier one place earlier). */
export function portOrderBody(order: PortOrder): Shown<typeof portOrderShape> {
  return {
    id: order.id,
    contact_number: order.contactNumber,
    contact_email: order.contactEmail,
    name_on_account: order.nameOnAccount,
    account_identifier: order.accountIdentifier,
    name_of_business: order.nameOfBusiness,
    provider_name: order.providerName,
    port_out_pin: order.portOutPin,
    port_type: order.portType,
    ...billingBody(order.billing),
    esig: order.esig,
    status: order.status,
    quantity: order.numbers.length,
    created_at: centralTime(order.createdAt),
    updated_at: centralTime(order.updatedAt),
    completed_at: centralTimeOrNull(order.completedAt),
    requested_for: centralTimeOrNull(order.requestedFor),
    bill_received_at: centralTimeOrNull(order.billReceivedAt),
    port_numbers: order.numbers.map(({ id, number, status }) => ({ id, port_number: number, status })),
  };
}

/** Null in every field when the bill comes by mail. */
function billingBody(billing: PortOrderBilling | null) {
  const { number, address1, address2, city, state, zip } = billing ?? noBilling;
  return {
    billing_number: number,
    billing_address1: address1,
    billing_address2: address2,
    billing_city: city,
    billing_state: state,
    billing_zip: zip,
  };
}

const noBilling = { number: null, address1: null, address2: null, city: null, state: null, zip: null };
