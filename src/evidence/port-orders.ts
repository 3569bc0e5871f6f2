import type { ByVersion } from './evidence.ts';
import { pageParameters } from './paging.ts';
import { all, client, documented, recorded, traffic2021, v21Reference } from './proof.ts';

const nullSeen = (what: string) => recorded(`v2.1 traffic of 2021, which shows null alone; ${what}`);

export const portOrderEvidence = {
  listPortOrders: {
    'v2.1': {
      call: traffic2021,
      message: traffic2021,
      parameters: { ...all(v21Reference, 'created_before', 'created_after'), ...pageParameters },
    },
  },
} as const satisfies Record<string, ByVersion>;

export const portOrderRecords = {
  'v2.1': {
    PortOrder: {
      ...all(traffic2021, 'id', 'contact_number', 'contact_email', 'name_on_account', 'account_identifier'),
      ...all(traffic2021, 'name_of_business', 'provider_name', 'port_out_pin', 'port_type', 'esig', 'quantity'),
      ...all(traffic2021, 'status', 'created_at', 'updated_at', 'port_numbers'),
      ...all(documented('v2.1 reference; null in traffic of 2021'), 'billing_number', 'billing_address1'),
      ...all(documented('v2.1 reference; null in traffic of 2021'), 'billing_address2', 'billing_city'),
      ...all(documented('v2.1 reference; null in traffic of 2021'), 'billing_state', 'billing_zip'),
      completed_at: nullSeen('a time by its name'),
      ...all(client('Ruby client: a time; null in traffic of 2021'), 'requested_for', 'bill_received_at'),
    },
    PortNumber: all(traffic2021, 'id', 'port_number', 'status'),
  },
};
