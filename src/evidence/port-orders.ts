import type { ByVersion } from './evidence.ts';
import { all, client, documented, pageParameters, recorded, traffic2021, v21Reference } from './proof.ts';

const nullSeen = (what: string) => recorded(`v2.1 traffic of 2021, which shows null alone; ${what}`);

const only: ByVersion = { 'v2.1': { call: traffic2021, message: traffic2021, parameters: { id: traffic2021 } } };

const minimal = [
  'port_numbers',
  'contact_number',
  'contact_email',
  'account_identifier',
  'name_on_account',
  'provider_name',
  'port_type',
  'has_bill',
  'legal_agreement',
  'esig',
] as const;

export const portOrderEvidence = {
  createPortOrder: {
    'v2.1': {
      call: traffic2021,
      message: traffic2021,
      parameters: {
        ...all(traffic2021, ...minimal, 'name_of_business', 'port_out_pin'),
        ...all(v21Reference, 'billing_number', 'billing_address1', 'billing_address2', 'billing_city'),
        ...all(v21Reference, 'billing_state', 'billing_zip'),
      },
    },
  },
  getPortOrder: only,
  getPortNumber: only,
  listPortNumberNotes: only,
  listPortOrders: {
    'v2.1': {
      call: traffic2021,
      message: traffic2021,
      parameters: { ...all(v21Reference, 'created_before', 'created_after'), ...pageParameters },
    },
  },
} as const satisfies Record<string, ByVersion>;

const noteFields = ['id', 'note', 'author', 'created_at', 'updated_at'] as const;

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
    PortNote: all(client('Ruby client; the one recorded list was empty'), ...noteFields),
    PortNumber: all(traffic2021, 'id', 'port_number', 'status'),
  },
};
