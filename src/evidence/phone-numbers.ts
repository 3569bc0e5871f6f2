import type { ByVersion } from './evidence.ts';
import { pageParameters } from './paging.ts';
import { all, client, documented, traffic2017, traffic2021, v1Reference, v2Reference } from './proof.ts';

const filters = all(v2Reference, 'country_code', 'area_code');

export const phoneNumberEvidence = {
  listPhoneNumbers: {
    v1: { call: v1Reference, message: v1Reference, parameters: all(v1Reference, 'area_code', 'number') },
    v2: { call: traffic2017, message: traffic2017, parameters: { ...pageParameters, ...filters } },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: { ...pageParameters, ...filters } },
  },
  getPhoneNumber: {
    v2: { call: traffic2017, message: traffic2017, parameters: { number: traffic2017 } },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: { number: traffic2021 } },
  },
} as const satisfies Record<string, ByVersion>;

const numberFields = ['phone_number', 'city', 'state', 'country', 'cost', 'last_billed_at', 'provisioned_at'] as const;

export const phoneNumberRecords = {
  v1: {
    PhoneNumber: {
      ...all(client('Ruby client 0.5'), 'city', 'state', 'cost', 'last_billed_at', 'provisioned_at'),
      number: documented('v1 reference: ten digits'),
    },
  },
  v2: { PhoneNumber: all(traffic2017, ...numberFields, 'callback_url') },
  'v2.1': { PhoneNumber: all(traffic2021, ...numberFields, 'callback_url', 'ata_name') },
};
