import * as v from 'valibot';
import type { PortOrder } from '../../domain/port-order.ts';
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
    billing_number: order.billing?.number ?? null,
    billing_address1: order.billing?.address1 ?? null,
    billing_address2: order.billing?.address2 ?? null,
    billing_city: order.billing?.city ?? null,
    billing_state: order.billing?.state ?? null,
    billing_zip: order.billing?.zip ?? null,
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
