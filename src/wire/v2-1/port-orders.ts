import * as v from 'valibot';
import type { PortOrder, PortOrderBilling } from '../../domain/port-order.ts';
import { form } from '../fields.ts';
import { centralTime, centralTimeOrNull } from '../time.ts';
import { pageFields, readPage } from '../v2/paging.ts';
import { readTimeRange, timeRangeFields } from '../v2/time-range.ts';

export const listPortOrdersForm = v.pipe(
  form({ ...timeRangeFields, ...pageFields }),
  v.transform((fields) => ({ ...readTimeRange(fields), ...readPage(fields) })),
);

/** A port order, keys in the recorded order (the documentation has account_identifier one place earlier). */
export function portOrderBody(order: PortOrder) {
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
